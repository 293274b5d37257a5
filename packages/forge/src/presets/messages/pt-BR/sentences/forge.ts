/** Why something is refused, what to do about it, and what a person is told besides the run itself. */
export const sentencesOfForge: Readonly<Record<string, string>> = {
  // Runs and units.
  'there are no runs in this repository yet': 'ainda não há execuções neste repositório',
  'there are {count} runs; say which': 'há {count} execuções; diga qual',
  "there is no run '{run}'": "não existe a execução '{run}'",
  "'{run}' is the beginning of {count} runs": "'{run}' é o começo de {count} execuções",
  'runs: {runs~}': 'execuções: {runs~}',
  "run {run} has no unit '{unit}'": "a execução {run} não tem a unidade '{unit}'",
  'units: {units~}': 'unidades: {units~}',
  'did you mean {meant}?': 'você quis dizer {meant}?',
  "unit {unit} has no phase '{phase}'": "a unidade {unit} não tem a fase '{phase}'",
  "no phase and no role is called '{name}'": "nenhuma fase e nenhum papel se chama '{name}'",
  'phases: {phases}': 'fases: {phases}',
  '{phase} asks no model: it is of kind {kind} and spends no token':
    '{phase} não consulta modelo: é do tipo {kind} e não gasta tokens',
  'forge show {unit} tells where it stands': 'forge show {unit} diz onde ela está',
  'there is nothing yet that {phase} of {unit} could be asked about':
    'ainda não há nada sobre o que perguntar a {phase} de {unit}',
  'no prompt of {phase} of {unit} was kept': 'nenhum prompt de {phase} de {unit} foi guardado',
  'leave out --sent for the next one': 'sem --sent, vem o próximo',
  'run {run} has no plan yet': 'a execução {run} ainda não tem plano',
  'no agent of run {run} has printed that': 'nenhum agente da execução {run} imprimiu isso',
  'agents print while they work; forge logs lists what there is':
    'agentes imprimem enquanto trabalham; forge logs lista o que há',
  'run {run} was begun without a choice of models': 'a execução {run} começou sem uma escolha de modelos',
  'nothing says how the task is checked': 'nada diz como a tarefa é verificada',
  'add --verify "<command>"': 'acrescente --verify "<comando>"',
  // Questions and answers.
  '{count} questions are open; say which': 'há {count} perguntas abertas; diga qual',
  'what was asked about has changed: it is now {hash}': 'o que foi perguntado mudou: agora é {hash}',
  'no question is open': 'nenhuma pergunta está aberta',
  "no open question is called '{name}'": "nenhuma pergunta aberta se chama '{name}'",
  'the run is {status~}; forge status {run}': 'a execução está {status~}; forge status {run}',
  'the run is {status~}; {rest~}': 'a execução está {status~}; {rest~}',
  'open now: {questions}': 'abertas agora: {questions}',
  'open: {questions~}': 'abertas: {questions~}',
  'stopped: {units}': 'paradas: {units}',
  'its options: {options}': 'suas opções: {options}',
  "'{option}' is no option of {path}": "'{option}' não é uma opção de {path}",
  'nobody reads a note with {option}': 'ninguém lê uma nota com {option}',
  'only reject takes --note': 'só reject aceita --note',
  'this Forge does not know how to answer {option}': 'este Forge não sabe responder {option}',
  'update Forge': 'atualize o Forge',
  'say which limit': 'diga qual limite',
  'such as --max-cost 20; see forge raise --help': 'como --max-cost 20; veja forge raise --help',
  '--{name} {value} is lower than it is now, {now}': '--{name} {value} é menor do que é agora, {now}',
  'add --lower if you mean it': 'acrescente --lower se é isso mesmo',
  'forge plan show {run} --json is the plan as it stands': 'forge plan show {run} --json é o plano como está',
  'forge plan show --json > plan.json is a plan to begin with':
    'forge plan show --json > plan.json dá um plano para começar',
  // Beginning and driving.
  'nothing says how the finished work is checked': 'nada diz como o trabalho pronto é verificado',
  'forge init finds your test commands; or write verify: in .forge/config.yaml':
    'forge init encontra seus comandos de teste; ou escreva verify: em .forge/config.yaml',
  'there are changes that are not committed: {paths~}': 'há mudanças sem commit: {paths~}',
  'commit them first, or add --accept-dirty: they stay as they are and are not part of the run':
    'faça o commit antes, ou acrescente --accept-dirty: elas ficam como estão e não fazem parte da execução',
  'nothing of {preset} could run the commit hooks': 'nada de {preset} poderia rodar os hooks de commit',
  'add a phase { kind: check, on: candidate } before its merge, or set commit.hooks: never':
    'acrescente uma fase { kind: check, on: candidate } antes da integração, ou defina commit.hooks: never',
  'no agent is configured': 'nenhum agente está configurado',
  'rehearse with --agent scripted:<file>, or set agent: in .forge/config.yaml':
    'ensaie com --agent scripted:<arquivo>, ou defina agent: em .forge/config.yaml',
  'another Forge drives run {run}': 'outro Forge conduz a execução {run}',
  'Forge made a mistake: {detail}': 'o Forge cometeu um erro: {detail}',
  'the run can be resumed; please report this': 'a execução pode ser retomada; por favor, relate isto',
  'the run was let go': 'a execução foi largada',
  'run {run} finished: {outcome~}': 'execução {run} terminada: {outcome~}',
  'run {run} stopped: {reason~}': 'execução {run} parada: {reason~}',
  'no reason': 'sem motivo',
  'run {run}: account {account} has nothing left for {minutes} min':
    'execução {run}: a conta {account} está esgotada por {minutes} min',
  'what other repositories know of accounts cannot be read ({why}): {path}':
    'o que outros repositórios sabem das contas não pode ser lido ({why}): {path}',
  'transcripts of {count} runs are gone: older than {days} days, or over {megabytes} MB (transcripts:)':
    'as transcrições de {count} execuções saíram: mais velhas que {days} dias, ou acima de {megabytes} MB (transcripts:)',
  'what decides was changed (--allow-gate-changes lets it without being asked)':
    'aquilo que decide foi mudado (--allow-gate-changes permite sem perguntar)',
  'the plan brings commands that the configuration does not have: {commands} (--allow-plan-commands lets them run without being asked)':
    'o plano traz comandos que a configuração não tem: {commands} (--allow-plan-commands os deixa rodar sem perguntar)',
  'the editor {editor} did not end well ({ended}); set EDITOR to the one you use':
    'o editor {editor} não terminou bem ({ended}); aponte EDITOR para o que você usa',
  'the text could not be edited: {error}': 'o texto não pôde ser editado: {error}',
  'nobody sits at a terminal': 'não há ninguém no terminal',
  'account {account} is limited for another {minutes} min, until {time}; {then~}':
    'a conta {account} está limitada por mais {minutes} min, até {time}; {then~}',
  'forge resume {run} goes on then ({why~})': 'forge resume {run} continua depois disso ({why~})',
  'a text of fewer than 8 characters cannot be told from ordinary words':
    'um texto com menos de 8 caracteres não se distingue de palavras comuns',
  '--from-env and --from-file exclude each other': '--from-env e --from-file se excluem',
  'nothing was typed': 'nada foi digitado',
  'run {run} began meanwhile': 'a execução {run} começou nesse meio-tempo',
  'wait for it to end, then again': 'espere que termine, e então de novo',
  'another Forge redacts the journal': 'outro Forge remove um segredo do diário',
  'run {run} could not be told': 'a execução {run} não pôde ser avisada',
  'forge redact again': 'forge redact de novo',
  'parking.resume is false': 'parking.resume é false',
  'that is later than parking.maxHours, {hours}': 'isso passa de parking.maxHours, {hours}',
  'it has spent what parking.maxCost allows, {money}': 'já gastou o que parking.maxCost permite, {money}',
  '{preset} is proven: {states} states walked, no hole; this is done once (forge preset check {name})':
    '{preset} está provado: {states} estados percorridos, nenhum furo; isso se faz uma vez só (forge preset check {name})',
  '{preset} cannot be run yet: {template}: {why~}': '{preset} ainda não pode ser executado: {template}: {why~}',
  'it goes on by itself': 'a execução continua sozinha',
  'run {run}: {words~}': 'execução {run}: {words~}',
  'finished: {outcome~}': 'terminada: {outcome~}',
  'stopped: {reason~}': 'parada: {reason~}',
  'the parser of TypeScript and JavaScript cannot be loaded, so tests are found by patterns: {why}':
    'o parser de TypeScript e JavaScript não pode ser carregado, então os testes são achados por padrões: {why}',
  'your repository could not be looked at, so what agents change in it is not seen: {error}':
    'seu repositório não pôde ser observado, então o que agentes mudam nele não é visto: {error}',
  'OUTSIDE: the agent of {unit} changed your repository: {paths~}. It is stopped.':
    'FORA DOS LIMITES: o agente de {unit} mudou seu repositório: {paths~}. Ele foi parado.',
  'your repository changed while {unit} was worked on: {paths~}. If that was not you, look at it.':
    'seu repositório mudou enquanto se trabalhava em {unit}: {paths~}. Se não foi você, dê uma olhada.',
  'switched off by sandbox: off': 'desligado por sandbox: off',
  'install bubblewrap, or set sandbox: auto to run without':
    'instale o bubblewrap, ou defina sandbox: auto para rodar sem ele',
  'sandbox: require, and there is none: {why~}': 'sandbox: require, e não há nenhum: {why~}',
  'Commands of {agents} are held by its own program.': 'Comandos de {agents} são contidos pelo próprio programa.',
  'Agents and checks': 'Agentes e verificações',
  'Other agents, and all checks,': 'Outros agentes, e todas as verificações,',
  'Commands of {agents} are held by its own program. Other agents, and all checks,':
    'Comandos de {agents} são contidos pelo próprio programa. Outros agentes, e todas as verificações,',
  'NO SANDBOX: {why~}. {who~} can read and write whatever you can.':
    'SEM SANDBOX: {why~}. {who~} podem ler e escrever tudo o que você pode.',
  'bubblewrap is for Linux, and this is {platform}': 'o bubblewrap é para Linux, e isto é {platform}',
  'bubblewrap (bwrap) is not installed': 'o bubblewrap (bwrap) não está instalado',
  'bubblewrap does not work here: {why~}': 'o bubblewrap não funciona aqui: {why~}',
  'it ended with {code}': 'terminou com {code}',
  'setting up {tree}: {commands}': 'preparando {tree}: {commands}',
  'teardown of {tree}: {failure~}': 'desmontagem de {tree}: {failure~}',
  'took too long': 'demorou demais',
  'exited {code}': 'saiu com {code}',
  'copied {size} MB of objects: the state directory is on another disk':
    'copiados {size} MB de objetos: o diretório de estado está em outro disco',
  'removed {path}: a git that no longer runs had left it': '{path} removido: um git que não roda mais o havia deixado',
  // Presets, gates, texts, configuration.
  'there is no preset {name}': 'não existe o preset {name}',
  'preset {name} is wrong': 'o preset {name} está errado',
  '{where} is called {name} too': '{where} também se chama {name}',
  'The pipeline {name} of the configuration': 'A pipeline {name} da configuração',
  'also: {others~}': 'também: {others~}',
  'look at what is listed above, then: {command~} --trust {name}':
    'olhe o que está listado acima, depois: {command~} --trust {name}',
  'show what it brings to a human, then call again with trust: {name}':
    'mostre a uma pessoa o que ele traz e chame de novo com trust: {name}',
  'nobody has trusted yet what this repository brings: commands, agents, presets or open walls':
    'ninguém aprovou ainda o que este repositório traz: comandos, agentes, presets ou barreiras abertas',
  '{what}: {days} days old, and prices change often': '{what}: {days} dias de idade, e preços mudam com frequência',
  'update Forge, or set prices: in the configuration': 'atualize o Forge, ou defina prices: na configuração',
  '{model} ({used}) is not listed': '{model} ({used}) não está na lista',
  '{model} ({used}) is deprecated': '{model} ({used}) foi descontinuado',
  'tiers of {day}, all of them listed': 'níveis de {day}, todos na lista',
  'name others in models: of the configuration, or set their prices: (forge models)':
    'nomeie outros em models: na configuração, ou defina seus prices: (forge models)',
  'by the price library, {faults~}': 'segundo a biblioteca de preços, {faults~}',
  'money is limited, and {models} has no price': 'o dinheiro é limitado, e {models} não tem preço',
  'write its price into the configuration, {row}, or add --allow-unpriced with --max-tokens <number>':
    'escreva seu preço na configuração, {row}, ou acrescente --allow-unpriced com --max-tokens <number>',
  'prices: { {model}: { input: <dollars per million tokens>, output: <dollars> } }':
    'prices: { {model}: { input: <dólares por milhão de tokens>, output: <dólares> } }',
  '{models} has no price: what it uses is counted in tokens and is in no sum of money (forge models)':
    '{models} não tem preço: o que usa é contado em tokens e não entra em nenhuma soma de dinheiro (forge models)',
  '{who}: with a login of its own an agent says what it used afterwards, so one attempt can pass a limit':
    '{who}: com um login próprio o agente diz depois o que usou, então uma tentativa pode passar de um limite',
  '{key} of this repository does not count: your own configuration is stricter':
    '{key} deste repositório não vale: sua própria configuração é mais rígida',
  '{path} is a link: Forge reads and writes only what lies in the repository itself':
    '{path} é um link: o Forge só lê e escreve o que está no próprio repositório',
  'put a real file or folder in its place: {path}': 'ponha um arquivo ou pasta de verdade em seu lugar: {path}',
  'what this repository brings is {found} now, not {given}': 'o que este repositório traz é {found} agora, não {given}',
  'may stand only in your own configuration, not in that of a repository':
    'só pode estar na sua própria configuração, não na de um repositório',
  'the configuration is wrong': 'a configuração está errada',
  'docs/gates.md describes the language': 'docs/gates.md descreve a linguagem',
  '{file} is wrong': '{file} está errado',
  'docs/personas.md tells what these files hold': 'docs/personas.md diz o que esses arquivos contêm',
  "there is no key '{key}'": "não existe a chave '{key}'",
  'keys: forge config list': 'chaves: forge config list',
  'there is no path {path}': 'não existe o caminho {path}',
  'paths: {paths~}': 'caminhos: {paths~}',
  'the project cannot be copied: {why}': 'o projeto não pode ser copiado: {why}',
  'commit something first': 'faça um commit antes',
  '{path} is there already': '{path} já existe',
  '{path} does not exist': '{path} não existe',
  '{path} is not a file': '{path} não é um arquivo',
  '{path} is too large': '{path} é grande demais',
  '{path} cannot be read ({code})': '{path} não pode ser lido ({code})',
  '{path} cannot be written: {error}': '{path} não pode ser escrito: {error}',
  'is not a file': 'não é um arquivo',
  'is too large': 'é grande demais',
  'cannot be read ({code})': 'não pode ser lido ({code})',
  'cannot be written: {error}': 'não pode ser escrito: {error}',
  'everything passes at once': 'tudo passa de primeira',
  'the first work fails its checks, and every reviewer sends it back once':
    'o primeiro trabalho falha nas verificações, e cada revisor o devolve uma vez',
  'the first plan is none; the first work changes nothing, the next what it must not':
    'o primeiro plano não é nenhum; o primeiro trabalho não muda nada, o seguinte muda o que não pode',
  'work changes what decides; a human says no to everything once, then yes':
    'o trabalho muda o que decide; uma pessoa diz não a tudo uma vez, depois sim',
  'units pass their checks alone and fail them together':
    'as unidades passam nas verificações sozinhas e falham juntas',
  'every reviewer sends it back for ever': 'cada revisor devolve para sempre',
  'every agent answers nothing the first time': 'cada agente não responde nada na primeira vez',
  'every agent dies the first time': 'cada agente morre na primeira vez',
  // Landing and syncing.
  'Forge started this process for an agent ({name}): an agent may look, and only a human decides':
    'o Forge iniciou este processo para um agente ({name}): um agente pode olhar, e só uma pessoa decide',
  'call it from a terminal of your own; an agent reports what it needs in its answer':
    'chame de um terminal seu; um agente informa na resposta do que precisa',
  'run {run} has merged nothing yet': 'a execução {run} ainda não integrou nada',
  'run {run} is {standing~}, not done': 'a execução {run} está {standing~}, não pronta',
  '--partial lands what is merged by now': '--partial traz o que já foi integrado',
  'HEAD is detached: there is no branch to move': 'HEAD está solto: não há branch para mover',
  'run {run} started from {wanted}, and you are on {branch}':
    'a execução {run} partiu de {wanted}, e você está em {branch}',
  'you are on {branch}, not on {onto}': 'você está em {branch}, não em {onto}',
  'git switch {branch} or forge land {run} --onto {other}': 'git switch {branch} ou forge land {run} --onto {other}',
  ' or forge land {run} --onto {branch}': ' ou forge land {run} --onto {branch}',
  'this checkout is sparse, and Forge would fill it': 'esta cópia de trabalho é esparsa, e o Forge a preencheria',
  'files here go through the filter {filter}, which Forge does not run':
    'os arquivos daqui passam pelo filtro {filter}, que o Forge não roda',
  '{what~} is not finished in this checkout': '{what~} não terminou nesta cópia de trabalho',
  'a merge': 'um merge',
  'a cherry-pick': 'um cherry-pick',
  'a revert': 'um revert',
  'a rebase': 'um rebase',
  'another git command': 'outro comando do git',
  '{branch} has commits that run {run} does not have': '{branch} tem commits que a execução {run} não tem',
  'branch {branch}: {why~}': 'branch {branch}: {why~}',
  'branch {branch} was not moved: {why~}': 'o branch {branch} não foi movido: {why~}',
  'switch away from {branch} first': 'saia de {branch} antes',
  '{branch} has commits that Forge did not make; rename or delete it':
    '{branch} tem commits que o Forge não fez; renomeie-o ou apague-o',
  'another Forge drives run {run} and has not landed it yet':
    'outro Forge conduz a execução {run} e ainda não a entregou',
  'another git holds a lock on {branch}': 'outro git segura uma trava em {branch}',
  'nothing was changed; look at git status and try again': 'nada foi mudado; veja git status e tente de novo',
  'git refused': 'o git recusou',
  'your own changes are where the run changed files: {paths~}':
    'há mudanças suas onde a execução mudou arquivos: {paths~}',
  'commit or move them first; they were not touched': 'faça o commit ou mova-as antes; elas não foram tocadas',
  'there is no branch {branch} to follow': 'não há branch {branch} para seguir',
  'run {run} was left in the middle of its work': 'a execução {run} foi deixada no meio de seu trabalho',
  'end whoever holds it, then try again': 'encerre quem a segura, depois tente de novo',
  'the provider says {status} {text}': 'o provedor diz {status} {text}',
  'not verified ({tag})': 'não verificado ({tag})',
  'try again': 'tente de novo',
  // Places and journal.
  '{folder} is a repository without a checkout: there are no files to work on':
    '{folder} é um repositório sem cópia de trabalho: não há arquivos em que trabalhar',
  'make one and go there: git worktree add ../work, or git clone':
    'crie uma e vá até ela: git worktree add ../work, ou git clone',
  '{cwd} is not inside a git repository': '{cwd} não está dentro de um repositório git',
  'go to your project, or make it one: git init && git add -A && git commit -m "Start"':
    'vá até o seu projeto, ou faça dele um: git init && git add -A && git commit -m "Start"',
  'go to your project, or git init': 'vá até o seu projeto, ou git init',
  'the journal is damaged at entry {seq}: {detail~}': 'o diário está danificado no registro {seq}: {detail~}',
  'a newer Forge wrote the journal: {detail~}': 'um Forge mais novo escreveu o diário: {detail~}',
  '{file} has format {format}; this Forge reads format {read}':
    '{file} tem o formato {format}; este Forge lê o formato {read}',
  'an older Forge wrote the journal: {detail~}': 'um Forge mais antigo escreveu o diário: {detail~}',
  'finish its runs with that Forge, or move the state directory aside (forge doctor names it)':
    'termine suas execuções com aquele Forge, ou mova o diretório de estado para outro lugar (forge doctor diz qual é)',
  'update Forge and try again': 'atualize o Forge e tente de novo',
  'another Forge took over this run': 'outro Forge assumiu esta execução',
  'the disk is full: {detail}': 'o disco está cheio: {detail}',
  'make room and try again': 'libere espaço e tente de novo',
  'the journal is busy: {detail~}': 'o diário está ocupado: {detail~}',
  'the journal cannot be used: {detail~}': 'o diário não pode ser usado: {detail~}',
  'the hash chain is broken': 'a cadeia de hashes está quebrada',
  'the entry is missing': 'o registro está faltando',
  'the entry is missing; {seq} follows': 'o registro está faltando; segue-se {seq}',
  'the last entry is not the recorded head': 'o último registro não é a cabeça gravada',
  'the entries do not end at the recorded head': 'os registros não terminam na cabeça gravada',
  'the log is closed': 'o diário está fechado',
  'the run is gone': 'a execução sumiu',
  'another process wrote for more than {ms} ms': 'outro processo escreveu por mais de {ms} ms',
  '{file} is empty, but a journal is never made empty': '{file} está vazio, mas um diário nunca nasce vazio',
  '{file} is gone, but a journal was made here; restore it, or remove the whole directory to start anew':
    '{file} sumiu, mas um diário foi feito aqui; restaure-o, ou remova o diretório inteiro para recomeçar',
  'not an event of today': 'não é um evento de hoje',
  'not an event': 'não é um evento',
  // Accounts.
  "'{name}' is no name for an account": "'{name}' não é nome para uma conta",
  'small letters, digits and -': 'letras minúsculas, dígitos e -',
  "'{variable}' is no name of a variable": "'{variable}' não é nome de variável",
  'such as ANTHROPIC_API_KEY': 'como ANTHROPIC_API_KEY',
  'the variable {variable} is not set': 'a variável {variable} não está definida',
  'set it, or use --from-file': 'defina-a, ou use --from-file',
  '{file} is empty': '{file} está vazio',
  '{file} cannot be read': '{file} não pode ser lido',
  'pipe the key in with --from-file /dev/stdin': 'passe a chave por um pipe com --from-file /dev/stdin',
  'the key comes from one place': 'a chave vem de um só lugar',
  'use --from-env or --from-file': 'use --from-env ou --from-file',
  'there is no account {name}': 'não existe a conta {name}',
  '{file} cannot be read: {code}': '{file} não pode ser lido: {code}',
  '{file} is not a file of accounts; move it away and add them again':
    '{file} não é um arquivo de contas; tire-o dali e acrescente-as de novo',
  // The command line.
  "unknown option '{option}'": "opção desconhecida '{option}'",
  "unknown command '{command}'": "comando desconhecido '{command}'",
  "missing required argument '{argument}'": "falta o argumento obrigatório '{argument}'",
  "option '{option}' argument missing": "falta o argumento da opção '{option}'",
  "required option '{option}' not specified": "a opção obrigatória '{option}' não foi dada",
  "option '{option}' argument '{value}' is invalid. Allowed choices are {choices}.":
    "o argumento '{value}' da opção '{option}' não serve. As escolhas são {choices}.",
  "too many arguments for '{command}'. Expected {most: # argument | # arguments} but got {count}.":
    "argumentos demais para '{command}': o máximo é {most}, e vieram {count}.",
  'too many arguments. Expected {most: # argument | # arguments} but got {count}.':
    'argumentos demais: o máximo é {most}, e vieram {count}.',
  '{name} needs a command': '{name} precisa de um comando',
  'see {help~}': 'veja {help~}',
  'did you mean {meant}? See {help~}': 'você quis dizer {meant}? Veja {help~}',
  "'{typed}' is not a number": "'{typed}' não é um número",
  "'{typed}' is none of {known}": "'{typed}' não é nenhum destes: {known}",
  "'{typed}' is none of {known}; did you mean {meant}?":
    "'{typed}' não é nenhum destes: {known}; você quis dizer {meant}?",
  'it must not be empty': 'não pode ficar vazio',
  '{typed} is too small: {why~}': '{typed} é pequeno demais: {why~}',
  'it is too long, the most is {most} characters': 'longo demais, o máximo é de {most} caracteres',
  'Too small: expected {kind} to be >={least}': 'o mínimo é {least} ({kind})',
  'Too small: expected {kind} to be >{least}': 'deve ser maior que {least} ({kind})',
  'Too big: expected {kind} to be <={most}': 'o máximo é {most} ({kind})',
  'Invalid input: expected {expected}, received {received}': 'esperava-se {expected}, veio {received}',
  'at least 6 digits of a hash': 'ao menos 6 dígitos de um hash',
  'a name such as review or implement': 'um nome como review ou implement',
  // Queries.
  "'{word}' does not belong there": "'{word}' não cabe ali",
  'conditions are joined by and': 'condições se unem com and',
  'nothing comes after and': 'nada vem depois de and',
  'such as status=stopped and attempts>3': 'como status=stopped and attempts>3',
  "'{text}' is no condition": "'{text}' não é uma condição",
  'write field, one of {operators}, and a value, such as status=stopped':
    'escreva campo, um destes: {operators}, e um valor, como status=stopped',
  "there is no field '{field}'": "não existe o campo '{field}'",
  'fields: {fields}': 'campos: {fields}',
  '{field} is text: {op} does not compare it': '{field} é texto: {op} não o compara',
  "{field} is a number: '{op}' does not compare it": "{field} é número: '{op}' não o compara",
  'such as {field}>3': 'como {field}>3',
  // Places to be filled in.
  '<what you want>': '<o que você quer>',
  '<what should be different>': '<o que deve ser diferente>',
  '<why>': '<por quê>',
  '<unit>': '<unidade>',
  '<number>': '<número>',
  '<file>': '<arquivo>',
  '<name>': '<nome>',
  '<note>': '<nota>',
  '<command>': '<comando>',
  '<request>': '<pedido>',
  '<preset>': '<preset>',
  '<option>': '<opção>',
  '<variable>': '<variável>',
  '<branch>': '<branch>',
  'edit .forge/config.yaml: add a verify command': 'edite .forge/config.yaml: acrescente um comando verify',
}
