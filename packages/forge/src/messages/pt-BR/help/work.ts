/** Help of the commands that work, in Brazilian Portuguese, by what it says in English where the command stands. */
export const helpOfWork: Readonly<Record<string, string>> = {
  // build
  'An agent plans, you approve, agents build the units in parallel in trees of their own. Forge runs the checks, has each\nunit reviewed, merges what passed, and verifies the whole. Your checkout is not touched: what is merged is on a branch.':
    'Um agente planeja, você aprova, e agentes constroem as unidades em paralelo, cada um em sua própria árvore. O Forge roda as verificações, manda revisar cada unidade, integra o que passou e verifica o todo. Sua cópia de trabalho não é tocada: o que foi integrado fica em um branch.',
  'What you want, in your own words': 'O que você quer, com suas palavras',
  'Which agent does the work, such as scripted:rehearsal.yaml':
    'Qual agente faz o trabalho, como scripted:rehearsal.yaml',
  'Approve plans; commands that are not in the configuration still wait':
    'Aprova planos; comandos que não estão na configuração continuam esperando',
  'With --yes: also run commands that only the plan has': 'Com --yes: roda também comandos que só o plano tem',
  'After a halt, have a strong model that may only read look for the cause':
    'Depois de uma parada, pede a um modelo forte, que só pode ler, que procure a causa',
  'Let units take tests away or change test runners, package scripts, lockfiles, CI or the settings of Forge without asking':
    'Deixa unidades tirarem testes ou mudarem executores de testes, scripts de pacote, lockfiles, CI ou as configurações do Forge sem perguntar',
  'Dollars that all agents may spend together': 'Dólares que todos os agentes juntos podem gastar',
  'Tokens that all agents may use together': 'Tokens que todos os agentes juntos podem usar',
  'Minutes of agent and check time': 'Minutos de trabalho de agentes e verificações',
  'Attempts of the whole run': 'Tentativas da execução inteira',
  'Dollars that one unit may spend': 'Dólares que uma unidade pode gastar',
  'Tokens that one unit may use': 'Tokens que uma unidade pode usar',
  'Minutes of agent and check time of one unit': 'Minutos de trabalho de agentes e verificações de uma unidade',
  'With --max-cost and --max-tokens: also use models without a price, held by tokens alone':
    'Com --max-cost e --max-tokens: usar também modelos sem preço, limitados apenas por tokens',
  'Attempts of one unit in its whole life': 'Tentativas de uma unidade em toda a sua vida',
  'Start although changes are not committed; they stay as they are':
    'Começa mesmo com mudanças sem commit; elas ficam como estão',
  'rehearse with a script': 'ensaia com um roteiro',
  'approve the plan beforehand': 'aprova o plano de antemão',
  'stop at five dollars; forge raise goes on': 'para em cinco dólares; forge raise segue adiante',
  'a human must answer first; the next command says how':
    'uma pessoa precisa responder antes; o próximo comando diz como',
  'no agent is configured or it cannot be started': 'nenhum agente está configurado, ou ele não pode ser iniciado',
  'the run ended, and not all of it succeeded': 'a execução terminou, e nem tudo deu certo',
  'a limit was reached': 'um limite foi atingido',
  'another Forge drives the run': 'outro Forge conduz a execução',
  done: 'pronto',
  'it did not work': 'não deu certo',
  'the command line or the configuration is wrong': 'a linha de comando ou a configuração está errada',
  // run
  'forge preset list shows which there are; docs/presets.md says how to write one.':
    'forge preset list mostra quais existem; docs/presets.md diz como escrever um.',
  'Name of the preset': 'Nome do preset',
  'a preset from .forge/presets': 'um preset de .forge/presets',
  // bug
  'Triage finds the cause and proposes route A (fix at once) or route B (plan the fix, have the plan reviewed). You approve\nthe route; the fix is checked, reviewed, approved and committed.':
    'A triagem encontra a causa e propõe a rota A (corrigir já) ou a rota B (planejar a correção e revisar o plano). Você aprova a rota; a correção é verificada, revisada, aprovada e vira um commit.',
  'What is wrong, and how to see it': 'O que está errado, e como ver isso',
  'a short report is enough': 'um relato curto basta',
  // sprint
  'An agent cuts the goal into tasks with their dependencies; you approve them. Nothing is built before forge sprint run.':
    'Um agente divide o objetivo em tarefas com suas dependências; você as aprova. Nada é construído antes de forge sprint run.',
  'What the sprint is to reach': 'O que a sprint deve alcançar',
  'ends when the tasks are planned': 'termina quando as tarefas estão planejadas',
  'Run id or its beginning; the only run when left out':
    'Id da execução ou seu começo; sem ele, a única execução que houver',
  'Just this task, and what it stands on must be done':
    'Só esta tarefa; aquilo de que ela depende já deve estar pronto',
  'every task as soon as it may begin': 'cada tarefa assim que puder começar',
  'one task; the others wait': 'uma tarefa; as outras esperam',
  'What the task is, in one line': 'O que é a tarefa, em uma linha',
  'How it is called; made from the title when left out': 'Como ela se chama; sem ele, é feito a partir do título',
  'Brief for its agents; the title when left out': 'O que se diz a seus agentes; sem ele, o título',
  'Paths that it may write; without, it runs alone': 'Caminhos em que pode escrever; sem eles, roda sozinha',
  'Tasks that must be committed before it starts': 'Tarefas que precisam estar em commit antes que ela comece',
  'Commands that it must pass; those of the configuration otherwise':
    'Comandos em que precisa passar; sem eles, os da configuração',
  'A pipeline of the configuration instead of the usual one': 'Uma pipeline da configuração em vez da habitual',
  'before or while it runs': 'antes ou enquanto ela roda',
  'tasks by the states of a task': 'as tarefas, pelos estados de uma tarefa',
  'What was learned; it is recorded with the sprint': 'O que se aprendeu; fica registrado com a sprint',
  'Only leave the word: do not go on with the run when nobody drives it':
    'Só deixa o recado: não continua a execução quando ninguém a conduz',
  'Which agent does the work when this process drives': 'Qual agente faz o trabalho quando é este processo que conduz',
  'the sprint is then retrospective-done': 'a sprint passa então a retrospective-done',
  // demo, rehearse
  'Makes a small project with real tests in a temporary folder and builds on it with a scripted agent: real git, real\nchecks, two units at once, one that fails its tests and is repaired, one that its reviewer sends back.':
    'Cria um pequeno projeto com testes reais em uma pasta temporária e constrói sobre ele com um agente roteirizado: git de verdade, verificações de verdade, duas unidades ao mesmo tempo, uma que falha nos testes e é consertada, outra que o revisor manda de volta.',
  'takes about ten seconds': 'leva uns dez segundos',
  'No model, no key, and nothing of yours is touched. The commands of your project are not run: checks of a rehearsal look\nat the rehearsed files only. At the end a table shows which phases and edges of the preset were taken.':
    'Sem modelo, sem chave, e nada seu é tocado. Os comandos do seu projeto não rodam: as verificações de um ensaio olham apenas os arquivos ensaiados. No fim, uma tabela mostra por quais fases e arestas do preset se passou.',
  'Name of the preset, as forge preset list shows it': 'Nome do preset, como forge preset list o mostra',
  'Only this path: approved, revision, gates, answers, clash, exhaustion, empty or crash':
    'Só este caminho: approved, revision, gates, answers, clash, exhaustion, empty ou crash',
  'all paths of the preset that comes with Forge': 'todos os caminhos do preset que vem com o Forge',
  'one path of your own preset': 'um caminho de um preset seu',
  'a path did not come to an end': 'um caminho não chegou ao fim',
  // resume, sync, land
  'Nothing is done twice: what was under way when Forge ended is looked up in the world before it is repeated.':
    'Nada é feito duas vezes: o que estava em andamento quando o Forge terminou é conferido no mundo antes de ser repetido.',
  'Run id or its beginning; the only unfinished run when left out':
    'Id da execução ou seu começo; sem ele, a única execução não terminada',
  'Which account pays first (forge accounts list)': 'Qual conta paga primeiro (forge accounts list)',
  'after Ctrl-C or a crash; the only run that has not ended':
    'depois de um Ctrl-C ou de uma queda; a única execução que não terminou',
  'of several, this one': 'entre várias, esta',
  'at once with another agent, where the first has nothing left': 'já com outro agente, quando o primeiro se esgotou',
  'at once with another account': 'já com outra conta',
  'Works in the control repository and touches neither your checkout nor your branch. Nothing moves when there is a conflict or a check is red. Only while nobody drives the run.':
    'Trabalha no repositório de controle e não toca nem na sua cópia de trabalho nem no seu branch. Nada se move quando há conflito ou uma verificação falha. Só enquanto ninguém conduz a execução.',
  'when forge land says that your branch has moved': 'quando forge land diz que seu branch avançou',
  'a conflict or a red check: nothing was moved': 'um conflito ou uma verificação que falhou: nada foi movido',
  'Fast-forward only. It is refused, with the reason and before anything is written, when the branch has moved (forge sync), when your own changes are where the run changed files, when HEAD is detached, or on another branch than the run started from. Other changes of yours stay as they are; hooks do not run.':
    'Só fast-forward. É recusado, com o motivo e antes que qualquer coisa seja escrita, quando o branch avançou (forge sync), quando há mudanças suas onde a execução mudou arquivos, quando HEAD está solto, ou em outro branch que não o de onde a execução partiu. Suas outras mudanças ficam como estão; hooks não rodam.',
  'Land what is merged, though the run is not done': 'Traz o que já foi integrado, embora a execução não esteja pronta',
  'The branch that is meant, when the run started from another one':
    'O branch que se quer, quando a execução partiu de outro',
  'Show what would change': 'Mostra o que mudaria',
  'what would change': 'o que mudaria',
  'move your branch to it': 'move seu branch até lá',
}
