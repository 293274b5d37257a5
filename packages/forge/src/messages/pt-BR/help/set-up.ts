/** Help of the commands that set up, in Brazilian Portuguese, by the English text beside the command. */
export const helpOfSetUp: Readonly<Record<string, string>> = {
  // preset
  'your presets in .forge/presets come before those of Forge':
    'os seus presets, em .forge/presets, vêm antes dos do Forge',
  'as it is written, defaults left out': 'como está escrito, sem os valores padrão',
  'Forge explores every template state by state, with the same core as in real runs and every way in which an attempt can end.\nFor each fault it prints the steps that lead to it, and at the end how many states it explored and which bounds it set.':
    'O Forge explora cada modelo de unidade estado por estado, com o mesmo núcleo das execuções reais e todas as formas em que uma tentativa pode terminar. Para cada furo imprime os passos que levam a ele, e no fim quantos estados explorou e que limites usou.',
  'Also mix failures with each other and with revisions of other phases; takes longer':
    'Também combina falhas entre si e com revisões de outras fases; demora mais',
  'all of them': 'todos eles',
  'one of your own, after every change': 'um dos seus, depois de cada mudança',
  'a preset is not valid or has a fault': 'um preset não é válido ou tem um furo',
  'Its name': 'Seu nome',
  'three phases that work; edit them as you like': 'três fases que funcionam; edite-as como quiser',
  // init, prune
  'Overwrites nothing; you can call it again at any time. --dry-run prints the file instead of writing it. Forge remembers the hash\nof every file that it wrote: --refresh keep updates the files that you have not edited.':
    'Não sobrescreve nada; você pode chamá-lo de novo a qualquer momento. --dry-run imprime o arquivo em vez de escrevê-lo. O Forge lembra o hash de cada arquivo que escreveu: --refresh keep atualiza os que você não editou.',
  'Write nothing, show what would be written': 'Não escreve nada, mostra o que seria escrito',
  'Do not ask': 'Não pergunta',
  'Update the files that Forge wrote. keep: leave those that you edited; replace: replace them and save your version beside':
    'Atualiza os arquivos que o Forge escreveu. keep: deixa os que você editou; replace: os substitui e salva a sua versão ao lado',
  'show what would be written': 'mostra o que seria escrito',
  'Run setup and checks once, in a throwaway tree of the last commit, and say what happened':
    'Roda setup e verificações uma vez, em uma árvore descartável do último commit, e diz o que aconteceu',
  'see whether setup and checks work before anything is spent':
    'vê se setup e verificações funcionam antes de gastar qualquer coisa',
  'it could not be written, or with --try: setup or a check does not pass':
    'não pôde ser escrito, ou com --try: setup ou uma verificação não passa',
  'write it without asking': 'escreve sem perguntar',
  'The key transcripts: of the configuration sets which transcripts Forge removes: first those of runs without output for a\nnumber of days, then the oldest ones while all together are too large. Forge also does this whenever a run starts or resumes.\nThe journal, with all decisions and their reasons, always stays.':
    'A chave transcripts: da configuração define quais transcrições o Forge remove: primeiro as de execuções sem saída há um número de dias, depois as mais antigas enquanto todas juntas forem grandes demais. O Forge também faz isso sempre que uma execução começa ou é retomada. O diário, com todas as decisões e seus motivos, sempre fica.',
  'Only show what would be removed': 'Só mostra o que seria removido',
  'show what would be removed': 'mostra o que seria removido',
  'remove it now': 'remove agora',
  // redact
  'For a secret that was printed before Forge knew that it is one. Revoke it first: Forge cannot take it back from anybody who saw\nit. Forge asks for the secret without showing it, or reads it from a variable, a file or a pipe; never from the command line,\nwhich others can see. It also removes the base64, URL and JSON forms. No process may work on a run meanwhile. The journal keeps its\norder and meaning: the text becomes [redacted], Forge computes the changed hashes again and records the redaction in each run.\nIt never rewrites commits: the answer names those that still contain the secret.':
    'Para um segredo que foi impresso antes que o Forge soubesse que é um. Revogue-o antes: o Forge não pode tirá-lo de quem o viu. O Forge pede o segredo sem mostrá-lo, ou o lê de uma variável, de um arquivo ou de um pipe; nunca da linha de comando, que outros podem ver. Remove também as formas em base64, URL e JSON. Nenhum processo pode trabalhar em uma execução enquanto isso. O diário mantém sua ordem e seu sentido: o texto vira [redacted], o Forge recalcula os hashes que mudaram e registra a remoção em cada execução. Ele nunca reescreve commits: a resposta diz quais ainda contêm o segredo.',
  'Read the secret from this environment variable': 'Lê o segredo desta variável de ambiente',
  'Read the secret from this file; /dev/stdin for a pipe': 'Lê o segredo deste arquivo; /dev/stdin para um pipe',
  'Only show where it is, and how often': 'Só mostra onde está, e quantas vezes',
  'ask for the secret without showing it, and list where it is': 'pede o segredo sem mostrá-lo e lista onde está',
  'remove it': 'remove-o',
  'another Forge process is working on a run': 'outro processo do Forge trabalha em uma execução',
  // accounts
  'Forge reads the key from a variable or a file, never from the command line, which others can see. It saves the key in the\nkeychain of your system if there is one (secret-tool), otherwise in a file that only you can read. Agents never get it: they\nget a temporary key for the proxy of Forge.':
    'O Forge lê a chave de uma variável ou de um arquivo, nunca da linha de comando, que outros podem ver. Guarda-a no chaveiro do seu sistema, se houver um (secret-tool); senão, em um arquivo que só você pode ler. Agentes nunca a recebem: recebem uma chave temporária para o proxy do Forge.',
  'Name of the account, such as work': 'Nome da conta, como work',
  'The environment variable that agents expect the key in': 'A variável de ambiente em que agentes esperam a chave',
  'Read the key from this environment variable': 'Lê a chave desta variável de ambiente',
  'Read the key from this file; /dev/stdin for a pipe': 'Lê a chave deste arquivo; /dev/stdin para um pipe',
  'the key that your shell has now': 'a chave que seu shell tem agora',
  'from a password manager': 'de um gerenciador de senhas',
  'A run starts with the account that you chose with forge accounts use, or with your own environment. When the provider says\nthat an account is exhausted, the run uses the next one in this list. It waits only when all are exhausted.':
    'Uma execução começa com a conta que você escolheu com forge accounts use, ou com o seu próprio ambiente. Quando o provedor diz que uma conta se esgotou, a execução usa a próxima desta lista. Só espera quando todas se esgotaram.',
  'names, variables and where the keys are': 'nomes, variáveis e onde estão as chaves',
  'Name of the account; default for your own environment': 'Nome da conta; default para o seu próprio ambiente',
  'from the next run on': 'a partir da próxima execução',
  'your own environment again': 'o seu próprio ambiente de novo',
  'deletes its key from the file or the keychain': 'apaga sua chave do arquivo ou do chaveiro',
  // config, preflight, doctor
  'Also show which file, variable or flag set it': 'Mostra também qual arquivo, variável ou opção o definiu',
  'and where each value comes from': 'e de onde vem cada valor',
  'Key, such as limits.maxCost': 'Chave, como limits.maxCost',
  'prints nothing if the key is not set': 'não imprime nada se a chave não está definida',
  'what a program should check before it starts a run': 'o que um programa deve conferir antes de iniciar uma execução',
  'a run could not be started here': 'uma execução não poderia começar aqui',
  'Fix what can be fixed safely': 'Corrige o que pode ser corrigido com segurança',
  'when something looks wrong, and before you ask for help': 'quando algo parece errado, e antes de pedir ajuda',
  'make the state directory private again': 'torna o diretório de estado privado de novo',
  'this repository brings settings that you have not trusted yet':
    'este repositório traz configurações em que você ainda não confiou',
  'Trust the settings of this repository, by the name that Forge printed':
    'Confia nas configurações deste repositório, pelo nome que o Forge imprimiu',
  'a problem was found': 'um problema foi encontrado',
  // models
  'Without an argument: the models that the configuration selects, by tier and agent. With one: all models with it in their name.\nPrices are dollars per million tokens. Forge counts a model without a price in tokens only; set its price under prices:.':
    'Sem argumento: os modelos que a configuração escolhe, por nível e agente. Com um: todos os modelos que o têm no nome.\nPreços são dólares por milhão de tokens. O Forge conta um modelo sem preço só em tokens; defina seu preço em prices:.',
  'A part of a name, such as sonnet or openai/': 'Uma parte de um nome, como sonnet ou openai/',
  'As if this agent did the work, such as codex': 'Como se este agente fizesse o trabalho, por exemplo codex',
  'what the next run would use': 'o que a próxima execução usaria',
  'all models with that name': 'todos os modelos com esse nome',
  // agents
  'Forge looks for the programs on PATH, so that they use your own login. It starts them only to read their version.':
    'O Forge procura os programas no PATH, para que usem o seu próprio login. Só os inicia para ler sua versão.',
  'which agents are installed, in which version, and whether you are logged in':
    'instalado ou não, qual versão, se há alguém com sessão iniciada',
  'with every capability': 'com todas as capacidades',
  'Works as in a run, with sandbox, meter and typed answer. Costs as much as one short attempt and leaves nothing behind.':
    'Funciona como em uma execução, com sandbox, medidor e resposta tipada. Custa o mesmo que uma tentativa curta e não deixa nada para trás.',
  'The agent, as in agent: of the configuration, such as claude-code or "command:my-agent"':
    'O agente, como em agent: da configuração, por exemplo claude-code ou "command:my-agent"',
  "The model; by default the agent's own": 'O modelo; por padrão, o do próprio agente',
  'before the first run with it': 'antes da primeira execução com ele',
  'with a model of your choice': 'com um modelo à sua escolha',
  'the agent is not installed, or did not do its task': 'o agente não está instalado, ou não fez sua tarefa',
  'Speaks Anthropic Messages, OpenAI Responses, OpenAI Chat Completions and Gemini on 127.0.0.1, with streams, tool calls and\ntrouble on demand (429, hangs, cut streams). Answers come from a script file, or from a directive in the prompt:\nFAKE:{"steps":[{"write":["a.txt","hello"]},{"text":"done"}]}ENDFAKE. The format is in docs/fake-llm.md. Runs until Ctrl-C.':
    'Fala Anthropic Messages, OpenAI Responses, OpenAI Chat Completions e Gemini em 127.0.0.1, com streams, chamadas de ferramentas e problemas sob encomenda (429, travamentos, streams cortados). As respostas vêm de um roteiro, ou de uma diretiva no prompt: FAKE:{"steps":[{"write":["a.txt","hello"]},{"text":"done"}]}ENDFAKE. O formato está em docs/fake-llm.md. Roda até Ctrl-C.',
  'Port on 127.0.0.1; 0 for a free one': 'Porta em 127.0.0.1; 0 para uma livre',
  'A script file, YAML or JSON': 'Um arquivo de roteiro, YAML ou JSON',
  'Refuse requests with another key': 'Recusa pedidos com outra chave',
  'Refuse requests of more tokens than this, as a model with a window of that size would':
    'Recusa pedidos com mais tokens que isto, como faria um modelo com uma janela desse tamanho',
  'Print every request': 'Imprime cada pedido',
  'answer directives in prompts, and print every request': 'responde a diretivas em prompts, e imprime cada pedido',
  'answer by the rules of a file': 'responde pelas regras de um arquivo',
  'A program that speaks the wire format of the agent replaces the real one. It hangs, floods, lies, crashes, answers twice, leaves\nprocesses behind and tries to change your repository. Needs no model, no key and no installed agent.\nTo certify your own program that starts another agent, use command:<command line> or acp:<command line> and write\n{agent:<format>} in place of that agent. Authors of adapters run the same catalogue with certify from forgeloop/testing.':
    'Um programa que fala o formato do agente substitui o verdadeiro. Ele trava, inunda, mente, cai, responde duas vezes, deixa processos para trás e tenta mudar seu repositório. Não precisa de modelo, de chave nem de um agente instalado. Para certificar um programa seu que inicia outro agente, use command:<linha de comando> ou acp:<linha de comando> e escreva {agent:<format>} no lugar desse agente. Autores de adaptadores rodam o mesmo catálogo com certify, de forgeloop/testing.',
  'Name of the adapter, as forge agents shows it, or command:<command line>':
    'Nome do adaptador, como forge agents o mostra, ou command:<linha de comando>',
  'One behaviour of the catalogue': 'Um comportamento do catálogo',
  'one behaviour': 'um comportamento',
  'a bridge of your own to a program that speaks as Claude Code does':
    'uma ponte sua para um programa que fala como o Claude Code',
  'the adapter misjudged a behaviour': 'o adaptador julgou mal um comportamento',
  // completion, version
  'bash:  forge completion bash > ~/.local/share/bash-completion/completions/forge\nzsh:   forge completion zsh > "${fpath[1]}/_forge"\nfish:  forge completion fish > ~/.config/fish/completions/forge.fish':
    'bash:  forge completion bash > ~/.local/share/bash-completion/completions/forge\nzsh:   forge completion zsh > "${fpath[1]}/_forge"\nfish:  forge completion fish > ~/.config/fish/completions/forge.fish',
  'Which shell': 'Qual shell',
  'for this session': 'para esta sessão',
  'for a bug report': 'para um relato de bug',
}
