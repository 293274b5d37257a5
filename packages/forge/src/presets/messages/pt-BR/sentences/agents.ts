/** What agents are, what they can be told, and how they did in the torture chamber. */
export const sentencesOfAgents: Readonly<Record<string, string>> = {
  // Agents.
  "there is no agent called '{name}'": "não existe um agente chamado '{name}'",
  'use one of {known}': 'use um destes: {known}',
  'the {name} agent needs {argument~}': 'o agente {name} precisa de {argument~}',
  'a command': 'um comando',
  '{file} is version {version}, and this Forge works with {first} and later: {install~}':
    '{file} está na versão {version}, e este Forge funciona com {first} e posteriores: {install~}',
  '{file} is version {version} and does not know {flags}; this Forge works with {driven}: {install~}':
    '{file} está na versão {version} e não conhece {flags}; este Forge funciona com {driven}: {install~}',
  'this Forge works with {file} {version}: {install~}': 'este Forge funciona com {file} {version}: {install~}',
  '{what~}; this Forge works with {file} {version}: {install~}':
    '{what~}; este Forge funciona com {file} {version}: {install~}',
  'install {file}, or name it by its path': 'instale {file}, ou indique-o pelo caminho',
  '{file} is not on PATH': '{file} não está no PATH',
  '{file} is not on PATH: {install~}': '{file} não está no PATH: {install~}',
  'the scripted agent needs a script': 'o agente scripted precisa de um roteiro',
  'paths of scripts are looked for from the root of the repository':
    'caminhos de roteiros são procurados a partir da raiz do repositório',
  'there is no script {path}': 'não existe o roteiro {path}',
  'docs/scripted-agent.md has every step and an example': 'docs/scripted-agent.md tem todos os passos e um exemplo',
  'the script {path} cannot be followed:{faults}': 'o roteiro {path} não pode ser seguido:{faults}',
  'this world was opened without an agent': 'este mundo foi aberto sem um agente',
  '{name} is not configured any more: routing names it': '{name} não está mais configurado: routing o menciona',
  'git {args} failed: {error}': 'git {args} falhou: {error}',
  'its tree is gone': 'sua árvore sumiu',
  'it changed nothing instead of hello.txt': 'não mudou nada em vez de hello.txt',
  'it changed {paths} instead of hello.txt': 'mudou {paths} em vez de hello.txt',
  'it answered {answer} instead of "done"': 'respondeu {answer} em vez de "done"',
  'no prompt: {why~}': 'sem prompt: {why~}',
  'follows a script: rehearsals without a model': 'segue um roteiro: ensaios sem modelo',
  'the script, a path from the root of the repository': 'o roteiro, um caminho a partir da raiz do repositório',
  'any agent that speaks ACP': 'qualquer agente que fale ACP',
  'path of the program, when it is not {program} on PATH': 'caminho do programa, quando não é {program} no PATH',
  'the command with its arguments, such as {command}': 'o comando com seus argumentos, como {command}',
  'the model, such as {models}': 'o modelo, como {models}',
  '{name}, over ACP': '{name}, por ACP',
  'a tool loop for any provider that is paid by key': 'um laço de ferramentas para qualquer provedor pago por chave',
  'Claude Code by its command line': 'Claude Code por sua linha de comando',
  'Codex by its app-server': 'Codex por seu app-server',
  'any program: the prompt in, one JSON object out': 'qualquer programa: entra o prompt, sai um objeto JSON',
  'run {program} once and log in, or set {variable}': 'rode {program} uma vez e faça login, ou defina {variable}',
  'run {program} once and log in': 'rode {program} uma vez e faça login',
  'run {command}, or set {variable}': 'rode {command}, ou defina {variable}',
  'run pi and log in': 'rode pi e faça login',
  'set COPILOT_GITHUB_TOKEN (gh auth token prints one) or OPENAI_API_KEY':
    'defina COPILOT_GITHUB_TOKEN (gh auth token mostra um) ou OPENAI_API_KEY',
  'run opencode auth login, or set OPENAI_API_KEY': 'rode opencode auth login, ou defina OPENAI_API_KEY',
  'run kilo auth login, or set OPENAI_API_KEY': 'rode kilo auth login, ou defina OPENAI_API_KEY',
  'set ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN (claude setup-token prints one)':
    'defina ANTHROPIC_API_KEY, ou CLAUDE_CODE_OAUTH_TOKEN (claude setup-token mostra um)',
  'set KIMI_MODEL_NAME and KIMI_MODEL_API_KEY, or OPENAI_API_KEY with a model':
    'defina KIMI_MODEL_NAME e KIMI_MODEL_API_KEY, ou OPENAI_API_KEY com um modelo',
  'see {address}': 'veja {address}',
  '{name} behind its ACP adapter': '{name} por trás do seu adaptador ACP',
  'agents.{name}: only an agent that speaks ACP takes login, pass, auth and door':
    'agents.{name}: só um agente que fala ACP aceita login, pass, auth e door',
  'what every agent sees stands in agents.pass; name an agent over ACP as you start it, by its name or the name of its program':
    'o que todo agente vê fica em agents.pass; dê a um agente por ACP o nome com que o inicia, o dele ou o do seu programa',
  'Which wire format it speaks to its provider': 'Que formato ele fala com o seu provedor',
  'Variables that point it at Forge: {url}, {key} and {model} in them are filled in':
    'Variáveis que o apontam para o Forge: {url}, {key} e {model} nelas são preenchidos',
  'nobody is logged in: {how~}': 'ninguém fez login: {how~}',
  'it offers no login without a person: {methods}': 'não oferece login sem uma pessoa: {methods}',
  'it offers several logins: {methods}; name one, such as {line}':
    'oferece vários logins: {methods}; escolha um, como {line}',
  'it does not offer the login {wanted}, only: {methods}': 'não oferece o login {wanted}, só: {methods}',
  'its login {wanted} needs a person at a terminal; Forge starts none':
    'seu login {wanted} precisa de uma pessoa em um terminal; o Forge não inicia nenhum',
  'it did not answer {method} within {seconds} s (if it waits for a login: {how~})':
    'não respondeu a {method} em {seconds} s (se espera por um login: {how~})',
  'it did not answer {method} within {seconds} s': 'não respondeu a {method} em {seconds} s',
  "{name} has no model of its own behind a provider's key: name one with models:, routing: or --model":
    '{name} não tem modelo próprio por trás da chave de um provedor: defina um com models:, routing: ou --model',
  'install {program}': 'instale {program}',
  'log in with {program} itself and name the files of its login: {line}':
    'faça login com o próprio {program} e indique os arquivos do login: {line}',
  'result file': 'arquivo de resultado',
  'result tool': 'ferramenta de resultado',
  'typed output': 'saída tipada',
  'by signal': 'por sinal',
  'by word': 'por palavra',
  'in the prompt': 'no prompt',
  'as it grows': 'conforme cresce',
  'at the end': 'no fim',
  'none known': 'nenhum conhecido',
  'where it offers it': 'onde oferece',
  'driven here': 'já conduzido aqui',
  'by its documentation': 'segundo a sua documentação',
  'ignored in the sandbox': 'ignorado no sandbox',
  'cannot be ignored': 'não pode ser ignorado',
  'on macOS': 'no macOS',
  'on Linux': 'no Linux',
  seen: 'vistos',
  migrations: 'migrações',
  integrity: 'integridade',
  transcripts: 'transcrições',
  metered: 'medido',
  reported: 'informado',
  estimated: 'estimado',
  yes: 'sim',
  no: 'não',
  none: 'nenhum',
  never: 'nunca',
  '{variable} is set: Forge does not meter {name}. Agents see that variable only when agents.pass names it with its credentials; then their own reports are booked':
    '{variable} está definida: o Forge não mede {name}. Agentes só veem essa variável quando agents.pass a menciona com suas credenciais; então valem os relatos deles mesmos',
  '{file} does not say its version; this Forge was tried with {tried}':
    '{file} não diz sua versão; este Forge foi testado com {tried}',
  '{file} is version {version}, and this Forge was tried with {tried}: lines that it does not know are counted and left alone':
    '{file} é da versão {version}, e este Forge foi testado com {tried}: linhas que ele não conhece são contadas e deixadas em paz',
  'the provider refuses the login: {text} (log in again: {how~})':
    'o provedor recusa o login: {text} (faça login de novo: {how~})',
  'the provider refuses the login: {text}': 'o provedor recusa o login: {text}',
  'the provider refuses the request: {text}': 'o provedor recusa o pedido: {text}',
  'the money of this attempt is spent: {text}': 'o dinheiro desta tentativa acabou: {text}',
  'there is no key for {provider}: {hint~}': 'não há chave para {provider}: {hint~}',
  'set {variable}': 'defina {variable}',
  'give its address: builtin:<model>@<url>': 'dê o endereço: builtin:<modelo>@<url>',
  'the built-in agent needs a model: {forms}': 'o agente embutido precisa de um modelo: {forms}',
  'nobody knows whose model {model} is: {forms}': 'ninguém sabe de quem é o modelo {model}: {forms}',
  '{program}: no such program': '{program}: esse programa não existe',
  'no program is named': 'nenhum programa foi nomeado',
  'the agent ended twice': 'o agente terminou duas vezes',
  'the agent removed its own tree': 'o agente removeu a própria árvore',
  'the setup failed: {why~}': 'a preparação falhou: {why~}',
  'the hooks changed {what~}; make these changes part of the work\n{rest}':
    'os hooks mudaram {what~}; faça dessas mudanças parte do trabalho\n{rest}',
  'the command {name} changed files of the commit: {what~}; a check leaves them as they are, so let it only look (without --write, --fix or --update) or write elsewhere, and make changes that belong to the work part of it\n{rest}':
    'o comando {name} mudou arquivos do commit: {what~}; uma verificação os deixa como estão: faça com que ele só olhe (sem --write, --fix ou --update) ou escreva em outro lugar, e faça das mudanças que pertencem ao trabalho parte dele\n{rest}',
  'the command {name} changed or added what later commands run or are set by: {what~}; leave installing to setup, and settings to the commit\n{rest}':
    'o comando {name} mudou ou acrescentou o que comandos seguintes executam ou seguem: {what~}; deixe a instalação para setup, e as configurações para o commit\n{rest}',
  'more files than can be looked at': 'mais arquivos do que se pode olhar',
  'the texts of role {role} that this run recorded are gone or damaged ({hash})':
    'os textos do papel {role} que esta execução registrou sumiram ou se danificaram ({hash})',
  'the block {block} of the prompt says nothing, and it is mandatory':
    'o bloco {block} do prompt não diz nada, e é obrigatório',
  'the prompt has {tokens} tokens without anything optional, more than the {budget} it may have; shorten the brief, or raise prompts.budget for the next run':
    'o prompt tem {tokens} tokens sem nada opcional, mais que os {budget} permitidos; encurte a descrição, ou aumente prompts.budget para a próxima execução',
  'the metering proxy cannot listen on {address}': 'o proxy medidor não consegue escutar em {address}',
  'cannot listen on {address}': 'não consegue escutar em {address}',
  'leave out --port to take a free one': 'sem --port, usa-se uma livre',
  'the script cannot be read': 'o roteiro não pode ser lido',
  'docs/fake-llm.md has the format': 'docs/fake-llm.md tem o formato',
  'the run has no commit to look at': 'a execução não tem commit para olhar',
  'no space is left': 'não há mais espaço',
  'its answer does not fit: {fault}': 'sua resposta não serve: {fault}',
  // Certifying.
  'there is no behaviour {name}': 'não existe o comportamento {name}',
  'the catalogue: {known}': 'o catálogo: {known}',
  'write {form} where it names the program that it drives; formats: {formats}':
    'escreva {form} onde nomeia o programa que conduz; formatos: {formats}',
  '{asked} does not say where its agent goes': '{asked} não diz onde entra seu agente',
  'there is no adapter {name} to certify': 'não existe o adaptador {name} para certificar',
  'adapters: {known}': 'adaptadores: {known}',
  '{count} processes outlived it': '{count} processos sobreviveram a ele',
  'it never got as far as its first change: the program was not started as its own':
    'nunca chegou à primeira mudança: o programa não foi iniciado como seu',
  "it changed the user's repository: the adapter does not start it behind walls":
    'mudou o repositório do usuário: o adaptador não o inicia isolado',
  '{what~}, not held: no sandbox': '{what~}, não contido: sem sandbox',
  'not held': 'não contido',
  'failed: {tag~}': 'falhou: {tag~}',
  'it waits {seconds} s, and was told {told} s': 'espera {seconds} s, e foi dito {told} s',
  'a forged answer passes for a real one': 'uma resposta forjada passa por verdadeira',
  'taken for an answer; expected {ends}': 'tomado por resposta; esperava-se {ends}',
  'the answer is not the one that was given': 'a resposta não é a que foi dada',
  'failed with {tag}; expected an answer': 'falhou com {tag}; esperava-se uma resposta',
  'failed with {tag}; expected {ends}': 'falhou com {tag}; esperava-se {ends}',
  'booked {booked}; it told {input} in, {output} out':
    'anotado {booked}; ele disse {input} de entrada, {output} de saída',
  '{input} in, {output} out': '{input} de entrada, {output} de saída',
  answered: 'respondeu',
  'edits a file, tells its tokens, answers': 'edita um arquivo, diz seus tokens, responde',
  'banners, escapes, U+2028, NUL and broken UTF-8 around its lines':
    'banners, escapes, U+2028, NUL e UTF-8 quebrado em volta de suas linhas',
  'is slow, and never silent for long': 'é lento, e nunca fica muito tempo calado',
  'prints 64 MiB before it answers': 'imprime 64 MiB antes de responder',
  'tells its tokens again and again, as its wire format does': 'diz seus tokens repetidamente, como faz o seu formato',
  'leaves a child that cleared its environment and its session':
    'deixa um processo filho que limpou seu ambiente e sua sessão',
  'starts, and says nothing more': 'começa, e não diz mais nada',
  'ignores every request to stop': 'ignora todo pedido para parar',
  'ends in the middle of a line, with exit code 0': 'termina no meio de uma linha, com código de saída 0',
  'exits with 0 and never said that it is done': 'sai com 0 e nunca disse que terminou',
  'changes a file and dies': 'muda um arquivo e morre',
  'says that all is well and exits with 3': 'diz que está tudo bem e sai com 3',
  'a request failed (500): its flag may say success, and it exits with 0':
    'um pedido falhou (500): sua marca pode dizer sucesso, e ele sai com 0',
  'ends because the provider said: too many, later': 'termina porque o provedor disse: demais, mais tarde',
  'ends because the account has nothing left, and says until when':
    'termina porque a conta se esgotou, e diz até quando',
  "writes into the user's checkout": 'escreve na cópia de trabalho do usuário',
  "deletes the tests, its own and the user's": 'apaga os testes, os seus e os do usuário',
  "commits, in its tree and in the user's repository": 'faz commits, em sua árvore e no repositório do usuário',
  "throws its .git away and writes hooks and settings into the user's":
    'joga fora seu .git e escreve hooks e configurações no do usuário',
  'ends twice': 'termina duas vezes',
  'answers twice, differently': 'responde duas vezes, de formas diferentes',
  'a helper that it started answers and ends before it does':
    'um ajudante que ele iniciou responde e termina antes dele',
  'ends well and answers nothing': 'termina bem e não responde nada',
  'answers in its text, and says that it is approved': 'responde em seu texto, e diz que está aprovado',
  'answers with the nonce of another attempt': 'responde com o nonce de outra tentativa',
  'obeys a file of the repository that tells it what to answer':
    'obedece a um arquivo do repositório que lhe diz o que responder',
}
