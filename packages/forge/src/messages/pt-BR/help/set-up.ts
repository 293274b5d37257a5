/** Help of the commands that set up, in Brazilian Portuguese, by what it says in English where the command stands. */
export const helpOfSetUp: Readonly<Record<string, string>> = {
  // preset
  'yours from .forge/presets come before those of Forge': 'os seus, de .forge/presets, vêm antes dos do Forge',
  'as it is written, defaults left out': 'como está escrito, sem os valores padrão',
  'Every template is walked state by state by the core that drives real runs, with every way in which an attempt can end.\nFor each hole Forge prints the steps that lead to it, and at the end how many states it walked and which bounds it set.':
    'Cada modelo de unidade é percorrido estado por estado pelo mesmo núcleo que conduz execuções reais, com todas as formas em que uma tentativa pode terminar. Um furo é mostrado com os passos que levam a ele, e o que foi percorrido, com o que teve limite.',
  'Also mix failures with each other and with revisions of other phases; takes longer':
    'Também combina falhas entre si e com revisões de outras fases; demora mais',
  'all of them': 'todos eles',
  'one of your own, after every change': 'um dos seus, depois de cada mudança',
  'a preset is wrong or has a hole': 'um preset está errado ou tem um furo',
  'What it will be called': 'Como vai se chamar',
  'three phases that work, to change as you like': 'três fases que funcionam, para mudar como quiser',
  // init, prune
  'Overwrites nothing and may be called again at any time. --dry-run prints the file instead. What Forge wrote is remembered by\nits hash: with --refresh keep, what you have not edited is brought up to date.':
    'Não sobrescreve nada e pode ser chamado de novo a qualquer momento. --dry-run só imprime o arquivo. O que o Forge escreveu é lembrado pelo hash: com --refresh keep, o que você não editou é atualizado.',
  'Write nothing, show what would be written': 'Não escreve nada, mostra o que seria escrito',
  'Ask nothing': 'Não pergunta nada',
  'Bring files that Forge wrote up to date. keep: those that you edited stay; replace: they are replaced, yours is kept beside':
    'Atualiza os arquivos que o Forge escreveu. keep: os que você editou ficam; replace: são substituídos, e o seu fica guardado ao lado',
  'see what would be written': 'vê o que seria escrito',
  'write it without asking': 'escreve sem perguntar',
  'Which transcripts go is set by transcripts: in the configuration: those of runs that nothing was printed in for so many days,\nthen the oldest while all together are too large. The same happens by itself when a run starts or goes on. What was decided,\nand why, is in the journal and never goes.':
    'Quais transcrições saem é definido por transcripts: na configuração: as de execuções em que nada foi impresso há tantos dias, depois as mais antigas enquanto todas juntas forem grandes demais. O mesmo acontece sozinho quando uma execução começa ou continua. O que foi decidido, e por quê, está no diário e nunca sai.',
  'Only show what would go': 'Só mostra o que sairia',
  'see what would go': 'vê o que sairia',
  'remove it now': 'remove agora',
  // redact
  'For a secret that was printed before anybody told Forge that it is one. It is asked for without being shown, or read from a\nvariable, a file or a pipe; never from the command line, which others can see. Its base64, URL and JSON forms go with it. No run\nmay be driven meanwhile. The journal keeps its order and its meaning: the text becomes [redacted], hash chains and hashes of what\nchanged are made anew, and each run has it on record. Commits are never rewritten: the answer says which ones still hold it.\nRevoke the secret first: Forge cannot take it back from anybody who saw it.':
    'Para um segredo que foi impresso antes que alguém dissesse ao Forge que é um. É pedido sem ser mostrado, ou lido de uma variável, de um arquivo ou de um pipe; nunca da linha de comando, que outros podem ver. Suas formas em base64, URL e JSON saem junto. Nenhuma execução pode estar sendo conduzida. O diário mantém sua ordem e seu sentido: o texto vira [redacted], as cadeias de hash e os hashes do que mudou são refeitos, e cada execução o registra. Commits nunca são reescritos: a resposta diz quais ainda o contêm. Troque antes o próprio segredo: quem o viu, viu.',
  'Take the secret from this variable of your environment': 'Pega o segredo desta variável do seu ambiente',
  'Take the secret from this file; /dev/stdin for what is piped in':
    'Pega o segredo deste arquivo; /dev/stdin para o que vem por um pipe',
  'Only show where it is, and how often': 'Só mostra onde está, e quantas vezes',
  'asks for the secret without showing it, and tells where it is': 'pede o segredo sem mostrá-lo e diz onde está',
  'take it out': 'retira-o',
  'another Forge drives a run': 'outro Forge conduz uma execução',
  // accounts
  'The key is read from a variable or from a file, never from the command line, which others can see. It goes to the keychain of\nyour system where there is one (secret-tool), otherwise to a file that only you can read. Agents never get it: they get a\nthrow-away key for the proxy of Forge.':
    'A chave é lida de uma variável ou de um arquivo, nunca da linha de comando, que outros podem ver. Vai para o chaveiro do seu sistema, onde houver um (secret-tool); senão, para um arquivo que só você pode ler. Agentes nunca a recebem: recebem uma chave descartável para o proxy do Forge.',
  'Name of the account, such as work': 'Nome da conta, como work',
  'The variable that the key is known by': 'A variável pela qual a chave é conhecida',
  'Take the key from this variable of your environment': 'Pega a chave desta variável do seu ambiente',
  'Take the key from this file; /dev/stdin for what is piped in':
    'Pega a chave deste arquivo; /dev/stdin para o que vem por um pipe',
  'the key that your shell has now': 'a chave que seu shell tem agora',
  'from a password manager': 'de um gerenciador de senhas',
  'A run begins with the account that is used, or with your own environment when none is. When the provider says that an\naccount has nothing left, the run moves on to the next one in this list, and waits only when all are spent.':
    'Uma execução começa com a conta em uso, ou com o seu próprio ambiente quando nenhuma está. Quando o provedor diz que uma conta se esgotou, a execução passa à próxima desta lista, e só espera quando todas se esgotaram.',
  'names, variables, where the keys are': 'nomes, variáveis, onde estão as chaves',
  'Name of the account; default for your own environment': 'Nome da conta; default para o seu próprio ambiente',
  'from the next run on': 'a partir da próxima execução',
  'your own environment again': 'o seu próprio ambiente de novo',
  'its key is gone from the file or the keychain': 'a chave some do arquivo ou do chaveiro',
  // config, preflight, doctor
  'Also show which file, variable or flag said it': 'Mostra também qual arquivo, variável ou opção definiu o valor',
  'and who said so': 'e quem disse isso',
  'Key, such as limits.maxCost': 'Chave, como limits.maxCost',
  'nothing is printed where nothing is set': 'nada é impresso onde nada está definido',
  'what a program should ask before it starts a run': 'o que um programa deve perguntar antes de começar uma execução',
  'a run could not be started here': 'uma execução não poderia começar aqui',
  'Repair what can be repaired safely': 'Conserta o que pode ser consertado com segurança',
  'when something is odd, and before asking for help': 'quando algo está estranho, e antes de pedir ajuda',
  'make the state directory private again': 'torna o diretório de estado privado de novo',
  'nobody has trusted yet what this repository brings': 'ninguém aprovou ainda o que este repositório traz',
  'Trust what this repository brings, by the name that Forge gave it':
    'Aprova o que este repositório traz, pelo nome que o Forge lhe deu',
  'a problem was found': 'um problema foi encontrado',
  // models
  'Without a word: the models that the configuration comes to, by tier and agent. With one: all models that have it in their name.\nPrices are dollars per million tokens. A model without a price is counted in tokens only; prices: of the configuration gives it one.':
    'Sem uma palavra: os modelos a que a configuração chega, por nível e agente. Com uma: todos os modelos que a têm no nome.\nPreços são dólares por milhão de tokens. Um modelo sem preço é contado só em tokens; prices: da configuração lhe dá um.',
  'A part of a name, such as sonnet or openai/': 'Uma parte de um nome, como sonnet ou openai/',
  'As if this agent did the work, such as codex': 'Como se este agente fizesse o trabalho, por exemplo codex',
  'what the next run would use': 'o que a próxima execução usaria',
  'everything that is known by that name': 'tudo o que se conhece por esse nome',
  // agents
  'Programs are looked for on PATH, so that your own login is used. Nothing is started but to ask its version.':
    'Programas são procurados no PATH, para que o seu próprio login seja usado. Nada é iniciado, a não ser para perguntar a versão.',
  'which agents are installed, in which version, and whether you are logged in':
    'instalado ou não, qual versão, se há alguém com sessão iniciada',
  'with every capability': 'com todas as capacidades',
  'The same as in a run: sandbox, meter, typed answer. Costs what one short attempt costs, and leaves nothing behind.':
    'O mesmo que em uma execução: sandbox, medidor, resposta tipada. Custa o que custa uma tentativa curta, e não deixa nada para trás.',
  'As agent: names one, such as claude-code or "command:my-agent"':
    'Como agent: o chama, por exemplo claude-code ou "command:my-agent"',
  "Exactly this model; the agent's own when left out": 'Exatamente este modelo; sem ele, o do próprio agente',
  'before the first run with it': 'antes da primeira execução com ele',
  'with a model of your choice': 'com um modelo à sua escolha',
  'the agent is not there, or did not do its task': 'o agente não está lá, ou não fez sua tarefa',
  'Speaks Anthropic Messages, OpenAI Responses, OpenAI Chat Completions and Gemini on 127.0.0.1, with streams, tool calls and\ntrouble on demand (429, hangs, cut streams). Answers come from a script file, or from a directive in the prompt:\nFAKE:{"steps":[{"write":["a.txt","hello"]},{"text":"done"}]}ENDFAKE. The format is in docs/fake-llm.md. Runs until Ctrl-C.':
    'Fala Anthropic Messages, OpenAI Responses, OpenAI Chat Completions e Gemini em 127.0.0.1, com streams, chamadas de ferramentas e problemas sob encomenda (429, travamentos, streams cortados). As respostas vêm de um roteiro, ou de uma diretiva no prompt: FAKE:{"steps":[{"write":["a.txt","hello"]},{"text":"done"}]}ENDFAKE. O formato está em docs/fake-llm.md. Roda até Ctrl-C.',
  'Port on 127.0.0.1; 0 takes a free one': 'Porta em 127.0.0.1; 0 pega uma livre',
  'A script file, YAML or JSON': 'Um arquivo de roteiro, YAML ou JSON',
  'Refuse requests that carry another key': 'Recusa pedidos que trazem outra chave',
  'Refuse requests of more tokens than this, as a model with a window of that size would':
    'Recusa pedidos com mais tokens que isto, como faria um modelo com uma janela desse tamanho',
  'Tell every request': 'Mostra cada pedido',
  'answer directives in prompts, and tell every request': 'responde a diretivas em prompts, e mostra cada pedido',
  'answer by the rules of a file': 'responde pelas regras de um arquivo',
  'A program that speaks the wire format of the agent stands in for the real one: it hangs, floods, lies, dies, answers twice,\nleaves processes behind, reaches for your repository. No model, no key, nothing of the real program is needed.\nA program of your own that drives another one is certified as command:<command line> or acp:<command line> with {agent:<format>}\nwhere the other program is named. Whoever writes an adapter runs the same catalogue by certify from forgeloop/testing.':
    'Um programa que fala o formato do agente faz as vezes do verdadeiro: trava, inunda, mente, morre, responde duas vezes, deixa processos para trás, tenta alcançar seu repositório. Sem modelo, sem chave, sem nada do programa verdadeiro. Um programa seu que conduz outro é certificado como command:<linha de comando> ou acp:<linha de comando>, com {agent:<formato>} onde o outro programa é nomeado. Quem escreve um adaptador roda o mesmo catálogo com certify, de forgeloop/testing.',
  'Name of the adapter, as forge agents shows it, or command:<command line>':
    'Nome do adaptador, como forge agents o mostra, ou command:<linha de comando>',
  'One behaviour of the catalogue': 'Um comportamento do catálogo',
  'one behaviour': 'um comportamento',
  'a bridge of your own to a program that speaks as Claude Code does':
    'uma ponte sua para um programa que fala como o Claude Code',
  'something was taken for what it is not': 'algo foi tomado pelo que não é',
  // completion, version
  'bash:  forge completion bash > ~/.local/share/bash-completion/completions/forge\nzsh:   forge completion zsh > "${fpath[1]}/_forge"\nfish:  forge completion fish > ~/.config/fish/completions/forge.fish':
    'bash:  forge completion bash > ~/.local/share/bash-completion/completions/forge\nzsh:   forge completion zsh > "${fpath[1]}/_forge"\nfish:  forge completion fish > ~/.config/fish/completions/forge.fish',
  'Which shell': 'Qual shell',
  'for this session': 'para esta sessão',
  'for a bug report': 'para um relato de bug',
}
