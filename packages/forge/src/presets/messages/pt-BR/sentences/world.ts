/** What was found on the machine: git, sandbox, files, presets, configuration, and what an audit proves. */
export const sentencesOfWorld: Readonly<Record<string, string>> = {
  // git
  'git was not found. Install git 2.38 or newer and see that it is on PATH.':
    'o git não foi encontrado. Instale o git 2.38 ou mais novo e veja se está no PATH.',
  'Forge needs git 2.38 or newer (`git merge-tree --write-tree`). Update git.':
    'o Forge precisa do git 2.38 ou mais novo (`git merge-tree --write-tree`). Atualize o git.',
  'There is no git repository here. Go into one, or make one: git init && git add . && git commit.':
    'não há repositório git aqui. Vá até um, ou crie um: git init && git add . && git commit.',
  'git does not trust this repository because it belongs to somebody else. If you do: git config --global --add safe.directory <path>.':
    'o git não confia neste repositório porque ele pertence a outra pessoa. Se você confia: git config --global --add safe.directory <caminho>.',
  'A bare repository has no files to work on. Run Forge in a clone of it: git clone <path>.':
    'um repositório bare não tem arquivos em que trabalhar. Rode o Forge em um clone dele: git clone <caminho>.',
  'The configuration (core.worktree) puts the files of this repository somewhere else. Unset it: git config --unset core.worktree.':
    'a configuração (core.worktree) põe os arquivos deste repositório em outro lugar. Desfaça: git config --unset core.worktree.',
  'The repository has no commit yet. Make the first one: git add . && git commit -m "First commit".':
    'o repositório ainda não tem commits. Faça o primeiro: git add . && git commit -m "Primeiro commit".',
  'A partial clone fetches missing files when they are needed, and Forge opens no connection. Make a full clone: git clone <url> (without --filter).':
    'um clone parcial busca arquivos que faltam quando são necessários, e o Forge não abre conexões. Faça um clone completo: git clone <url> (sem --filter).',
  'The repository uses a format extension that this git does not know. Update git, or clone it without the extension.':
    'o repositório usa uma extensão de formato que este git não conhece. Atualize o git, ou clone-o sem a extensão.',
  'A file name in the repository is not UTF-8. Rename it: git mv.':
    'um nome de arquivo no repositório não é UTF-8. Renomeie-o: git mv.',
  'A path in the repository looks like git metadata (such as `.git`). Remove it from history first.':
    'um caminho no repositório parece metadado do git (como `.git`). Remova-o do histórico antes.',
  'git cannot read the repository. Try: git fsck.': 'o git não consegue ler o repositório. Tente: git fsck.',
  '{what~} (found {version})': '{what~} (encontrado: {version})',
  'has a path of more than {most} bytes': 'tem um caminho de mais de {most} bytes',
  'has {character} in its name, which is not seen or changes what is seen':
    'tem {character} no nome, que não se vê ou muda o que se vê',
  'has a backslash in its name': 'tem uma barra invertida no nome',
  'has a name that ends in a dot or a space': 'tem um nome que termina em ponto ou espaço',
  'has a name that Windows keeps for devices': 'tem um nome que o Windows reserva para dispositivos',
  'mixes letters of two alphabets that look alike in one word':
    'mistura em uma palavra letras de dois alfabetos que se parecem',
  '{path} cannot be removed and stays: {why~}': '{path} não pode ser removido e fica: {why~}',
  'has {size}, and a file may have {most} (size.file)': 'tem {size}, e um arquivo pode ter {most} (size.file)',
  'new and changed files have {size} in all, and may have {most} (size.change)':
    'arquivos novos e alterados têm {size} ao todo, e podem ter {most} (size.change)',
  '{line} … {count} characters more': '{line} … mais {count} caracteres',
  'this is inside a git directory': 'isto está dentro de um diretório do git',
  'its path has a line break': 'seu caminho tem uma quebra de linha',
  // doctor
  'install Node 24.15 or newer': 'instale o Node 24.15 ou mais novo',
  'before 3.51.3 a journal can be damaged: install Node 24.15 or newer':
    'antes da 3.51.3 um diário pode se danificar: instale o Node 24.15 ou mais novo',
  'install git 2.38 or newer': 'instale o git 2.38 ou mais novo',
  'git is not on PATH': 'o git não está no PATH',
  'git --version said: {text}': 'git --version disse: {text}',
  'bubblewrap: agents and checks write only their tree; network {network}':
    'bubblewrap: agentes e verificações escrevem apenas em sua árvore; rede {network}',
  'bubblewrap: agents and checks write only their tree; network {network} but for ports {ports} of this machine':
    'bubblewrap: agentes e verificações escrevem apenas em sua árvore; rede {network} exceto as portas {ports} desta máquina',
  '{what~}; open for {agents}, which uses a login of its own':
    '{what~}; aberta para {agents}, que usa um login próprio',
  'give Forge the key of its provider (forge accounts add), or set network: open':
    'dê ao Forge a chave do provedor dele (forge accounts add), ou defina network: open',
  'sandbox: require and network: closed, and {agents} uses a login of its own, which needs the internet':
    'sandbox: require e network: closed, e {agents} usa um login próprio, que precisa da internet',
  'give Forge the key of its provider (forge accounts add), choose another agent, or set network: open':
    'dê ao Forge a chave do provedor dele (forge accounts add), escolha outro agente, ou defina network: open',
  'it uses a login of its own, which needs the internet, and sandbox: require with network: closed allows none: give Forge the key of its provider (forge accounts add), or set network: open':
    'usa um login próprio, que precisa da internet, e sandbox: require com network: closed não a permite: dê ao Forge a chave do provedor dele (forge accounts add), ou defina network: open',
  'none: {why~}; {sweeping~}; held by its own program: {agents}':
    'nenhum: {why~}; {sweeping~}; contidos pelo próprio programa: {agents}',
  'none: {why~}; {sweeping~}': 'nenhum: {why~}; {sweeping~}',
  '; held by its own program: {agents}': '; contidos pelo próprio programa: {agents}',
  'their processes are in a namespace': 'seus processos ficam em um namespace',
  'their processes are found by a marker': 'seus processos são encontrados por uma marca',
  'set sandbox: auto': 'defina sandbox: auto',
  'install bubblewrap (apt install bubblewrap, dnf install bubblewrap)':
    'instale o bubblewrap (apt install bubblewrap, dnf install bubblewrap)',
  'state directory': 'estado',
  '{path} will be made by the first run': '{path} será criado pela primeira execução',
  '{path} is not a directory': '{path} não é um diretório',
  '{path} is not writable': 'não se pode escrever em {path}',
  '{path}, private': '{path}, privado',
  '{path} can be read by others (mode {mode})': '{path} pode ser lido por outros (modo {mode})',
  '{path} is private now': '{path} agora é privado',
  'run {run}: {why~}': 'execução {run}: {why~}',
  'restore the journal from a backup': 'restaure o diário de um backup',
  '{count} runs, {entries} entries, chain unbroken': '{count} execuções, {entries} registros, cadeia intacta',
  'forge on PATH': 'forge no PATH',
  'no command of that name is on PATH': 'nenhum comando com esse nome está no PATH',
  'call Forge as forgeloop, or put its directory first on PATH':
    'chame o Forge como forgeloop, ou ponha seu diretório primeiro no PATH',
  'another program of that name: {paths}': 'outro programa com esse nome: {paths}',
  '.forge folder': 'pasta .forge',
  'there is none yet': 'ainda não há',
  'not made by this Forge: {names}': 'não feitos por este Forge: {names}',
  'another product may use the same folder; Forge leaves those files alone':
    'outro produto pode usar a mesma pasta; o Forge não mexe nesses arquivos',
  '{folder} cannot be listed: {error}': '{folder} não pode ser listada: {error}',
  'runs from its sources: there is no manifest': 'roda a partir do código-fonte: não há manifesto',
  'install Forge again: npm install -g forgeloop': 'instale o Forge de novo: npm install -g forgeloop',
  'changed or gone: {paths~}': 'mudados ou sumidos: {paths~}',
  '{count} files of the package as they were built (SHA-256)':
    '{count} arquivos do pacote como foram construídos (SHA-256)',
  'stored texts': 'textos',
  '{count} blobs, each has the hash of its name': '{count} blobs, cada um com o hash de seu nome',
  'runs that were told these texts cannot be gone on with: begin them again':
    'execuções que receberam esses textos não podem continuar: comece-as de novo',
  'damaged: {paths~}': 'danificados: {paths~}',
  '{size} GB free for trees and journal': '{size} GB livres para árvores e diário',
  'make room: runs wait when the disk is full': 'libere espaço: execuções esperam quando o disco está cheio',
  'cannot be asked: {error}': 'não pode ser consultado: {error}',
  '{count} runs': '{count} execuções',
  '{what~}, none left in the middle': '{what~}, nenhuma deixada no meio',
  '{what~}; nobody drives {runs~}': '{what~}; ninguém conduz {runs~}',
  'run {run} was written by a newer Forge': 'a execução {run} foi escrita por um Forge mais novo',
  'run {run} cannot be read': 'a execução {run} não pode ser lida',
  'no step is needed': 'nenhum passo é preciso',
  'steps: {steps~}': 'passos: {steps~}',
  '{types} kinds of events, {chain~}; {count} runs read up to today':
    '{types} tipos de eventos, {chain~}; {count} execuções lidas até hoje',
  '{count} runs, {size} of {most} MB': '{count} execuções, {size} de {most} MB',
  'generated files': 'arquivos gerados',
  'none was written from here': 'nenhum foi escrito daqui',
  'as written': 'como escrito',
  '{path~} as written by Forge {version~}': '{path~} como o Forge escreveu, {version~}',
  '{path~} edited since Forge {version} wrote it': '{path~} editado desde que o Forge {version} o escreveu',
  '{path~} is gone since Forge {version} wrote it': '{path~} sumiu desde que o Forge {version} o escreveu',
  '{count} can be run': '{count} podem ser executados',
  '{count} files of the project': '{count} arquivos do projeto',
  configuration: 'configuração',
  agent: 'agente',
  journal: 'diário',
  disk: 'disco',
  runs: 'execuções',
  'the repository cannot be read': 'o repositório não pode ser lido',
  // Presets that come with Forge.
  'Plan, build, check, review and merge what you ask for':
    'Planeja, constrói, verifica, revisa e integra o que você pede',
  'Plan a sprint, then take each task from plan to commit': 'Planeja uma sprint e leva cada tarefa do plano ao commit',
  'Triage a bug, then fix it by the short or the long route':
    'Faz a triagem de um bug e o corrige pela rota curta ou longa',
  'An agent plans, a human approves, agents build the units in parallel in trees of their own. Forge runs the checks, has each unit reviewed, merges what passed, and verifies the whole.':
    'Um agente planeja, uma pessoa aprova, agentes constroem as unidades em paralelo, em suas próprias árvores. O Forge roda as verificações, manda revisar cada unidade, integra o que passou e verifica o todo.',
  'A goal becomes tasks that a human approves. Each task is planned, reviewed, built, reviewed, validated, approved, written back and committed. A task that cannot go on is escalated and stops itself only; the others go on.':
    'Um objetivo vira tarefas que uma pessoa aprova. Cada tarefa é planejada, revisada, construída, revisada, validada, aprovada, documentada e vira um commit. Uma tarefa que não pode continuar é encaminhada e só ela para; as outras continuam.',
  'Triage finds the cause and chooses: route A fixes at once, route B plans the fix and has the plan reviewed first. Both are reviewed, approved and committed.':
    'A triagem encontra a causa e escolhe: a rota A corrige já, a rota B planeja a correção e manda revisar o plano antes. Ambas são revisadas, aprovadas e viram commit.',
  'Run this plan?': 'Executar este plano?',
  'Fix it like this?': 'Corrigir assim?',
  'Let it change what decides?': 'Deixar que mude aquilo que decide?',
  'Make these the tasks of the sprint?': 'São estas as tarefas da sprint?',
  Plan: 'Planejar',
  'Plan the sprint': 'Planejar a sprint',
  'Triage the bug': 'Fazer a triagem do bug',
  'Verify the whole': 'Verificar o todo',
  'Change, verify, merge': 'Mudar, verificar, integrar',
  'Make the change': 'Fazer a mudança',
  'I plan what will be built before any code is written.': 'Planejo o que será construído antes de qualquer código.',
  'I build what was planned. I do not move forward until the code is clean.':
    'Construo o que foi planejado. Não sigo adiante até o código estar limpo.',
  'I address what the Supervisor found. No more, no less.': 'Trato do que o Supervisor encontrou. Nem mais, nem menos.',
  'I close out completed work with a clean, honest commit.': 'Encerro o trabalho pronto com um commit limpo e honesto.',
  'I review before things move forward. I read the actual task, not just the plan.':
    'Reviso antes de as coisas seguirem. Leio a tarefa de verdade, não só o plano.',
  'I review before things move forward. I read the actual code, not the report.':
    'Reviso antes de as coisas seguirem. Leio o código de verdade, não o relato.',
  'I validate against what was promised. The code compiling is not enough.':
    'Valido contra o que foi prometido. Compilar não basta.',
  'I hold the shape of the whole. I give the final sign-off before commit.':
    'Cuido da forma do todo. Dou a palavra final antes do commit.',
  'I gather what exists and arrange it into views.': 'Reúno o que existe e o arrumo em visões.',
  'I cut the work so that every piece can be built, checked and merged by itself.':
    'Corto o trabalho para que cada parte possa ser construída, verificada e integrada sozinha.',
  'I find the cause before I choose the way.': 'Encontro a causa antes de escolher o caminho.',
  // Audits.
  'entries are numbered 1 to n, and epochs never go back':
    'os registros são numerados de 1 a n, e as épocas nunca voltam',
  'every entry carries the hash of the one before it': 'cada registro traz o hash do anterior',
  'a unit has at most one open attempt': 'uma unidade tem no máximo uma tentativa aberta',
  'no unit starts before what it depends on is merged and in its base':
    'nenhuma unidade começa antes que aquilo de que depende esteja integrado e em sua base',
  'no phase starts before those in front of it have passed for the same input':
    'nenhuma fase começa antes que as anteriores tenham passado para a mesma entrada',
  'what is merged is what was verified and reviewed': 'o que se integra é o que foi verificado e revisado',
  'nothing that was refused is merged, and no two facts contradict each other':
    'nada do que foi recusado é integrado, e dois fatos nunca se contradizem',
  'approvals are of humans, and of exactly what was then done':
    'aprovações são de pessoas, e exatamente do que então foi feito',
  'each merged unit is in the history exactly once': 'cada unidade integrada está no histórico exatamente uma vez',
  'Forge moved nothing in your repository but its own branches and what was landed':
    'o Forge não moveu nada no seu repositório além dos próprios branches e do que foi entregue',
  'no tree of a merged unit is left': 'não resta árvore de nenhuma unidade integrada',
  'no counter has passed its limit': 'nenhum contador passou do limite',
  'the plan of {planner} takes away what was approved, and nobody was asked: {lost}':
    'o plano de {planner} retira o que foi aprovado, e ninguém foi perguntado: {lost}',
  'the plan of {planner} plans {unit} again, which is merged':
    'o plano de {planner} planeja de novo {unit}, que está integrada',
  '{unit} is merged, and a plan replaced it': '{unit} está integrada, e um plano a substituiu',
  'the plan of {planner} {verb~} {unit}, which {other~} planned':
    'o plano de {planner} {verb~} {unit}, que {other~} planejou',
  'no plan': 'nenhum plano',
  'the plan of {planner} has {unit}, and it became no unit': 'o plano de {planner} tem {unit}, que não virou unidade',
  'the plan of {planner} changes {unit}, which is merged': 'o plano de {planner} muda {unit}, que está integrada',
  '{unit} was planned by {planner} and never was there': '{unit} foi planejada por {planner} e nunca esteve lá',
  '{unit} was planned by {planner}, and is dropped at the end':
    '{unit} foi planejada por {planner}, e no fim está retirada',
  'the run is done, and {unit} is {status~}': 'a execução está feita, e {unit} está {status~}',
  'the plan of {planner} takes away {unit}, which {other~} planned':
    'o plano de {planner} retira {unit}, que {other~} planejou',
  'the run is done without {unit}, which {planner} planned': 'a execução está feita sem {unit}, que {planner} planejou',
  'what the repository brings was used on the trust of a human, on record before anything ran':
    'o que o repositório traz foi usado com a confiança de uma pessoa, registrada antes que algo fosse executado',
  '{event}: what the repository brings ({hash}) was trusted by the {kind} {name}, not by a human':
    '{event}: quem confiou no que o repositório traz ({hash}) foi {kind} {name}, não uma pessoa',
  '{path} was started, and nothing says on whose trust': '{path} começou, e nada diz com a confiança de quem',
  'approved scope is done, stopped, or dropped by a decision, and no plan takes the units of another':
    'o escopo aprovado está feito, parado ou retirado por uma decisão, e nenhum plano toma as unidades de outro',
  '{path} was started while {other} was open': '{path} começou enquanto {other} estava aberta',
  'the key {key} was used twice': 'a chave {key} foi usada duas vezes',
  '{path} was started, and there is no unit {unit}': '{path} começou, e não existe a unidade {unit}',
  '{path} was started when the run was {status~}': '{path} começou quando a execução estava {status~}',
  '{path} was started when {unit} was {status~}': '{path} começou quando {unit} estava {status~}',
  '{unit} was started before {dependency} was merged': '{unit} começou antes de {dependency} ser integrada',
  'the base of {unit} ({base}) does not contain {dependency}': 'a base de {unit} ({base}) não contém {dependency}',
  '{unit} has no phase {phase}': '{unit} não tem a fase {phase}',
  '{path} was started before {phase} had passed for what was there':
    '{path} começou antes de {phase} passar para o que estava lá',
  '{key} ended, and was not open': '{key} terminou, e não estava aberta',
  '{path} passed, and {key} never ended': '{path} passou, e {key} nunca terminou',
  '{path} passed, but {fault~}': '{path} passou, mas {fault~}',
  'its attempt failed ({tag})': 'sua tentativa falhou ({tag})',
  'its check {name} was red': 'sua verificação {name} falhou',
  'its answer does not count': 'sua resposta não vale',
  'its reviewer said {verdict}': 'seu revisor disse {verdict}',
  '{path} passed, and nobody approved it': '{path} passou, e ninguém o aprovou',
  'entry {seq} comes after entry {before}': 'o registro {seq} vem depois do registro {before}',
  'entry {seq} is of epoch {epoch}, after epoch {before}':
    'o registro {seq} é da época {epoch}, depois da época {before}',
  'entry {seq}: {detail~}': 'registro {seq}: {detail~}',
  'the run ended with {count} open attempts': 'a execução terminou com {count} tentativas abertas',
  'the integration ref is gone': 'a ref de integração sumiu',
  "{count} commits of the integration ref have '{trailer}'": "{count} commits da ref de integração têm '{trailer}'",
  'the journal names another commit as the merge of {unit}': 'o diário dá outro commit como a integração de {unit}',
  "'{trailer}' is on the integration ref and not in the journal":
    "'{trailer}' está na ref de integração e não no diário",
  "{count} commits of {branch} have '{trailer}'": "{count} commits de {branch} têm '{trailer}'",
  '{name} is in your repository': '{name} está em seu repositório',
  '{name} is on {oid}, which Forge never showed': '{name} está em {oid}, que o Forge nunca mostrou',
  'the tree {tree} is still there': 'a árvore {tree} ainda está lá',
  '{path} is dispatch {number} of its unit, the limit is {limit}':
    '{path} é a tentativa {number} de sua unidade, o limite é {limit}',
  '{unit} was stopped for a limit of the run, which is not its own':
    '{unit} foi parada por um limite da execução, que não é seu',
  '{path} was started with {name} of its unit at {spent}, the limit is {limit}':
    '{path} começou com {name} de sua unidade em {spent}, o limite é {limit}',
  '{path} was started with {name} at {spent}, the limit is {limit}':
    '{path} começou com {name} em {spent}, o limite é {limit}',
  '{count} {counts} of {path}, the budget is {allowed}': '{count} {counts} de {path}, o orçamento é {allowed}',
  'the plan {hash} was expanded and never proposed': 'o plano {hash} foi expandido e nunca proposto',
  'the plan {hash} was expanded and not approved': 'o plano {hash} foi expandido e não aprovado',
  'the unit {unit} is not the one that was approved': 'a unidade {unit} não é a que foi aprovada',
  'the plan of {unit} is not what its hash {hash} stands for':
    'o plano de {unit} não é o que seu hash {hash} representa',
  '{event} is by the {kind} {name}, not by a human': '{event} é de {kind} {name}, não de uma pessoa',
  '{key} was answered and never asked': '{key} foi respondida e nunca perguntada',
  '{key} was answered about something else than was asked':
    '{key} foi respondida sobre algo diferente do que se perguntou',
  '{unit} was merged, and there is no such unit': '{unit} foi integrada, e essa unidade não existe',
  '{unit} was merged when it was {status~}': '{unit} foi integrada quando estava {status~}',
  '{unit} was merged twice': '{unit} foi integrada duas vezes',
  'the merge of {unit} carries the trailer of another: {trailer}':
    'a integração de {unit} traz o trailer de outra: {trailer}',
  'the merge of {unit} ({commit}) does not exist': 'a integração de {unit} ({commit}) não existe',
  'the merged tree of {unit} was not verified': 'a árvore integrada de {unit} não foi verificada',
  '{unit} was merged from another head than its last': '{unit} foi integrada a partir de outra cabeça que não a última',
  '{unit} was merged without a yes of {phase}': '{unit} foi integrada sem um sim de {phase}',
  'nobody asked for the landing {key}': 'ninguém pediu a entrega {key}',
  'the landing {key} ended before it began': 'a entrega {key} terminou antes de começar',
  '{branch} was moved to {commit}, and the journal does not say so':
    '{branch} foi movido para {commit}, e o diário não diz isso',
  'the integration ref is at {found}, and the journal has it at {expected}':
    'a ref de integração está em {found}, e o diário a tem em {expected}',
  '{commit} is on the integration ref, and the journal never named it':
    '{commit} está na ref de integração, e o diário nunca o nomeou',
  'the synced base {tip} is not on the integration ref': 'a base sincronizada {tip} não está na ref de integração',
  // Configuration and texts.
  'holds something that JSON cannot carry': 'contém algo que JSON não representa',
  'is not YAML': 'não é YAML',
  'the file is too large to be a configuration': 'o arquivo é grande demais para ser uma configuração',
  'a tab is used for indentation; YAML wants spaces': 'há um tab na indentação; YAML quer espaços',
  'the same key stands here twice': 'a mesma chave aparece duas vezes aqui',
  'is not YAML: {message}; look at the indentation and for a missing quote or colon':
    'não é YAML: {message}; veja a indentação e se falta uma aspa ou dois-pontos',
  'must be one of {choices}': 'deve ser um destes: {choices}',
  '{value} is not to be had: {why~} ({choices})': '{value} não está disponível: {why~} ({choices})',
  '{value} is none of {choices}; did you mean {meant}?':
    '{value} não é nenhum destes: {choices}; você quis dizer {meant}?',
  '{value} is none of {choices}': '{value} não é nenhum destes: {choices}',
  'one of {choices}': 'um destes: {choices}',
  'is missing: {meaning~}': 'está faltando: {meaning~}',
  'must be {kinds~}, not {shown}; did you mean {meant}?': 'deve ser {kinds~}, não {shown}; você quis dizer {meant}?',
  'a group of keys': 'um grupo de chaves',
  // What a key that is missing means.
  'What it is called on the command line': 'Como se chama na linha de comando',
  'One line for lists': 'Uma linha para listas',
  'Kinds of units: each has its own phases': 'Tipos de unidades: cada um tem suas próprias fases',
  'Units that are there from the beginning': 'Unidades que existem desde o começo',
  'In the order in which they are done': 'Na ordem em que são feitas',
  'How reports call the phase; once per template': 'Como os relatórios chamam a fase; uma vez por modelo',
  'Who does it; the persona of that name speaks': 'Quem a faz; fala a persona com esse nome',
  'work changes a tree, plan proposes units, document writes a text, verdict judges':
    'work muda uma árvore, plan propõe unidades, document escreve um texto, verdict julga',
  'What is checked: the work, the merge to be, or what is merged':
    'O que é verificado: o trabalho, a integração por vir, ou o que foi integrado',
  'A shell line, run as it stands': 'Uma linha de shell, executada como está',
  'What must be true of the work': 'O que deve ser verdade sobre o trabalho',
  'What a human decides': 'O que uma pessoa decide',
  'What the human is asked': 'O que se pergunta à pessoa',
  'integrate prepares the merge, merge makes it': 'integrate prepara a integração, merge a faz',
  'The phases that it follows': 'As fases que segue',
  'Who works then': 'Quem trabalha então',
  'The program of the server': 'O programa do servidor',
  'Dollars per million tokens that go in': 'Dólares por milhão de tokens de entrada',
  'Dollars per million tokens that come out': 'Dólares por milhão de tokens de saída',
  'a name such as {names}': 'um nome como {names}',
  'the name of a variable': 'o nome de uma variável',
  'there is no such key; did you mean {meant}?': 'essa chave não existe; você quis dizer {meant}?',
  'there is no such key; known here: {known}': 'essa chave não existe; conhecidas aqui: {known}',
  'depends on the {kind} {name}, which is not there{hint~}': 'depende de {kind} {name}, que não está lá{hint~}',
  'depends on {path}, which is not there': 'depende de {path}, que não está lá',
  'depends on the setting {field}, which there is not{hint~}': 'depende da configuração {field}, que não existe{hint~}',
  'says nothing: a persona needs words': 'não diz nada: uma persona precisa de palavras',
  'there is no role {role}, and no persona of that name: make this file; did you mean {meant}?':
    'não existe o papel {role}, nem uma persona com esse nome: crie este arquivo; você quis dizer {meant}?',
  'is for the orchestrator only: no phase may load it': 'é só para o orquestrador: nenhuma fase pode carregá-lo',
  'there is no {kind} {name}: make this file{hint~}': 'não existe {kind} {name}: crie este arquivo{hint~}',
  'says nothing: a workflow needs instructions': 'não diz nada: um workflow precisa de instruções',
  'says nothing: this block is mandatory': 'não diz nada: este bloco é obrigatório',
  'prompts.{name} names this file, and it is not there': 'prompts.{name} menciona este arquivo, e ele não está lá',
  'is longer than 200,000 characters': 'tem mais de 200.000 caracteres',
  'the front matter is never closed by ---': 'o front matter nunca se fecha com ---',
  '{key~}: there is no such key{hint~}': '{key~}: essa chave não existe{hint~}',
  'none may stand here': 'nenhum pode estar aqui',
  'known here: {known}': 'conhecidos aqui: {known}',
  '{name} is no placeholder{hint~} ({known~})': '{name} não é um marcador{hint~} ({known~})',
  'must hold {name}': 'deve conter {name}',
  'package.json, script {name}': 'package.json, script {name}',
  'package.json, no lockfile': 'package.json, sem lockfile',
  'composer.json, script {name}': 'composer.json, script {name}',
  '{file}, target {name}': '{file}, alvo {name}',
  'Add slugs, word counts and a title case to this little text library.':
    'Acrescente slugs, contagem de palavras e title case a esta pequena biblioteca de texto.',
  // What is wrong with a tree.
  'is not UTF-8': 'não é UTF-8',
  'differs only in case from {path}': 'só difere de {path} em maiúsculas e minúsculas',
  'is kept by the filter {filter}, which Forge does not run': 'é mantido pelo filtro {filter}, que o Forge não roda',
  'cannot be read': 'não pode ser lido',
  'more than {count} files are new or changed': 'mais de {count} arquivos são novos ou mudaram',
  'is a link, and git does not follow it': 'é um link, e o git não o segue',
  'is neither a file nor a link': 'não é nem arquivo nem link',
  'its output is too long': 'sua saída é longa demais',
  'by signal or deadline': 'por sinal ou prazo',
  'no version': 'nenhuma versão',
  'the tree': 'a árvore',
  'no way up from {type} version {version}': 'não há como atualizar {type} da versão {version}',
  'is a repository of its own': 'é um repositório à parte',
  'is a link where Forge reads its own files': 'é um link onde o Forge lê os próprios arquivos',
  'is a link to an absolute path': 'é um link para um caminho absoluto',
  'is a link that leads out of the tree': 'é um link que sai da árvore',
  'is a link into git metadata': 'é um link para metadados do git',
  'has a control character in its name': 'tem um caractere de controle no nome',
  'is not a plain path': 'não é um caminho simples',
  'is named like git metadata': 'tem nome de metadado do git',
  'the repository has no pre-commit and no commit-msg hook': 'o repositório não tem hook pre-commit nem commit-msg',
  'did not end in time': 'não terminou a tempo',
  'failed with {code}': 'falhou com {code}',
  'not run: {why~}': 'não rodou: {why~}',
  'the tree is not there': 'a árvore não está lá',
  '{path} is no directory inside the tree': '{path} não é um diretório dentro da árvore',
  '{path} is no directory': '{path} não é um diretório',
}
