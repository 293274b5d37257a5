/** Help of the commands that work, in Brazilian Portuguese, by the English text beside the command. */
export const helpOfWork: Readonly<Record<string, string>> = {
  // build
  'An agent plans and you approve. Agents then build the units in parallel, each in its own working tree. Forge runs the checks,\nhas every unit reviewed, merges what passed onto a branch, and verifies the whole. It does not touch your checkout.':
    'Um agente planeja e você aprova. Agentes então constroem as unidades em paralelo, cada um em sua própria árvore de trabalho. O Forge roda as verificações, manda revisar cada unidade, integra em um branch o que passou e verifica o todo. Ele não toca na sua cópia de trabalho.',
  'What you want, in your own words': 'O que você quer, com suas palavras',
  'Which agent does the work, such as scripted:rehearsal.yaml':
    'Qual agente faz o trabalho, como scripted:rehearsal.yaml',
  'Approve plans; Forge still asks about commands that are not in the configuration':
    'Aprova planos; o Forge ainda pergunta sobre comandos que não estão na configuração',
  'With --yes: also run commands that are only in the plan': 'Com --yes: roda também comandos que estão só no plano',
  'After a halt, let a strong model with read-only access look for the cause':
    'Depois de uma parada, deixa um modelo forte, com acesso só de leitura, procurar a causa',
  'Do not ask when units disable tests or change test runners, package scripts, lockfiles, CI or the settings of Forge':
    'Não pergunta quando unidades desativam testes ou mudam executores de testes, scripts de pacote, lockfiles, CI ou as configurações do Forge',
  'Dollars that all agents may spend together': 'Dólares que todos os agentes juntos podem gastar',
  'Tokens that all agents may use together': 'Tokens que todos os agentes juntos podem usar',
  'Minutes of agent and check time': 'Minutos de trabalho de agentes e verificações',
  'Attempts of the whole run': 'Tentativas da execução inteira',
  'Dollars that one unit may spend': 'Dólares que uma unidade pode gastar',
  'Tokens that one unit may use': 'Tokens que uma unidade pode usar',
  'Minutes of agent and check time of one unit': 'Minutos de trabalho de agentes e verificações de uma unidade',
  'With --max-cost and --max-tokens: also use models without a price, limited by tokens only':
    'Com --max-cost e --max-tokens: usa também modelos sem preço, limitados só por tokens',
  'Attempts of one unit, in total': 'Tentativas de uma unidade, ao todo',
  'Start despite uncommitted changes; they stay as they are':
    'Começa apesar de mudanças sem commit; elas ficam como estão',
  'rehearse with a script': 'ensaia com um roteiro',
  'approve the plan in advance': 'aprova o plano de antemão',
  'stop at five dollars; forge raise lets it continue': 'para em cinco dólares; forge raise a deixa continuar',
  'a human must answer first; Forge prints the command':
    'uma pessoa precisa responder antes; o Forge imprime o comando',
  'no agent is configured, or it cannot be started': 'nenhum agente está configurado, ou ele não pode ser iniciado',
  'the run ended, and not all of it succeeded': 'a execução terminou, e nem tudo deu certo',
  'a limit was reached': 'um limite foi atingido',
  'another Forge process is working on the run': 'outro processo do Forge trabalha na execução',
  done: 'pronto',
  'it did not work': 'não deu certo',
  'the command line or the configuration is not valid': 'a linha de comando ou a configuração não é válida',
  // run
  'forge preset list shows all presets; docs/presets.md says how to write one.':
    'forge preset list mostra todos os presets; docs/presets.md diz como escrever um.',
  'Name of the preset': 'Nome do preset',
  'a preset from .forge/presets': 'um preset de .forge/presets',
  // bug
  'Triage finds the cause and proposes route A (fix at once) or route B (plan the fix, have the plan reviewed). You approve\nthe route; the fix is checked, reviewed, approved and committed.':
    'A triagem encontra a causa e propõe a rota A (corrigir já) ou a rota B (planejar a correção e revisar o plano). Você aprova a rota; a correção é verificada, revisada, aprovada e vira um commit.',
  'What is wrong, and how to see it': 'O que está errado, e como ver isso',
  'a short report is enough': 'um relato curto basta',
  // sprint
  'An agent splits the goal into tasks with dependencies, and you approve them. Forge builds nothing before forge sprint run.':
    'Um agente divide o objetivo em tarefas com dependências, e você as aprova. O Forge não constrói nada antes de forge sprint run.',
  'The goal of the sprint': 'O objetivo da sprint',
  'ends when the tasks are planned': 'termina quando as tarefas estão planejadas',
  'Run id or its beginning; may be left out if there is only one run':
    'Id da execução ou seu começo; dispensável se houver só uma execução',
  'Only this task; its dependencies must be done': 'Só esta tarefa; suas dependências já devem estar prontas',
  'every task as soon as its dependencies are done': 'cada tarefa assim que suas dependências estiverem prontas',
  'one task; the others wait': 'uma tarefa; as outras esperam',
  'What the task is, in one line': 'O que é a tarefa, em uma linha',
  'Its id; made from the title by default': 'Seu id; por padrão, feito a partir do título',
  'Brief for its agents; the title by default': 'Descrição para seus agentes; por padrão, o título',
  'Paths that it may write; without them, it runs alone': 'Caminhos em que pode escrever; sem eles, roda sozinha',
  'Tasks that must be committed before it starts': 'Tarefas que precisam estar em commit antes que ela comece',
  'Commands that must pass; by default those of the configuration':
    'Comandos que precisam passar; por padrão, os da configuração',
  'A pipeline of the configuration instead of the default one': 'Uma pipeline da configuração em vez da padrão',
  'before or during the run': 'antes ou durante a execução',
  'tasks by the states of a task': 'as tarefas, pelos estados de uma tarefa',
  'What was learned; it is recorded with the sprint': 'O que se aprendeu; fica registrado com a sprint',
  'Only record the command; do not resume the run': 'Só registra o comando; não retoma a execução',
  'Which agent does the work if this process resumes the run':
    'Qual agente faz o trabalho se este processo retomar a execução',
  'the sprint is then retrospective-done': 'a sprint passa então a retrospective-done',
  // demo, rehearse
  'Makes a small project with real tests in a temporary folder and runs a scripted agent on it: real git, real checks, two\nunits in parallel. One fails its tests and is repaired; the reviewer sends the other one back.':
    'Cria um pequeno projeto com testes reais em uma pasta temporária e roda nele um agente roteirizado: git de verdade, verificações de verdade, duas unidades em paralelo. Uma falha nos testes e é consertada; o revisor devolve a outra.',
  'takes about ten seconds': 'leva uns dez segundos',
  'Needs no model and no key, and changes nothing of yours. A rehearsal does not run the commands of your project: its checks look\nonly at the rehearsed files. At the end a table shows which phases and edges of the preset were reached.':
    'Não precisa de modelo nem de chave, e não muda nada seu. Um ensaio não roda os comandos do seu projeto: suas verificações olham apenas os arquivos ensaiados. No fim, uma tabela mostra quais fases e arestas do preset foram alcançadas.',
  'Name of the preset, as forge preset list shows it': 'Nome do preset, como forge preset list o mostra',
  'Only this path: approved, revision, gates, answers, clash, exhaustion, empty or crash':
    'Só este caminho: approved, revision, gates, answers, clash, exhaustion, empty ou crash',
  'all paths of a preset of Forge': 'todos os caminhos de um preset do Forge',
  'one path of your own preset': 'um caminho de um preset seu',
  'a path did not end': 'um caminho não terminou',
  // resume, sync, land
  'Forge does nothing twice: it checks what the interrupted step has already done before it repeats it.':
    'O Forge não faz nada duas vezes: confere o que o passo interrompido já fez antes de repeti-lo.',
  'Run id or its beginning; may be left out if only one run is unfinished':
    'Id da execução ou seu começo; dispensável se só uma execução não terminou',
  'Which account pays first (forge accounts list)': 'Qual conta paga primeiro (forge accounts list)',
  'after Ctrl-C or a crash; the only run that has not ended':
    'depois de um Ctrl-C ou de uma queda; a única execução que não terminou',
  'of several, this one': 'entre várias, esta',
  'resume now with another agent, when the account of the first one is exhausted':
    'retoma já com outro agente, quando a conta do primeiro se esgotou',
  'resume now with another account': 'retoma já com outra conta',
  'Works in the control repository and touches neither your checkout nor your branch. After a merge conflict or a failed check the run is unchanged. Only possible while no process is working on the run.':
    'Trabalha no repositório de controle e não toca nem na sua cópia de trabalho nem no seu branch. Depois de um conflito de merge ou de uma verificação que falhou, a execução não muda. Só é possível enquanto nenhum processo trabalha na execução.',
  'when forge land says that your branch has new commits': 'quando forge land diz que seu branch tem novos commits',
  'a merge conflict or a failed check; the run is unchanged':
    'um conflito de merge ou uma verificação que falhou; a execução não mudou',
  'Fast-forward only. Forge refuses, with the reason and before it writes anything, when the branch has new commits (forge sync), when the run changed files that you have changed too, when HEAD is detached, or when you are on another branch than the run started from. Your other changes stay as they are; hooks do not run.':
    'Só fast-forward. O Forge recusa, com o motivo e antes de escrever qualquer coisa, quando o branch tem novos commits (forge sync), quando a execução mudou arquivos que você também mudou, quando HEAD está solto, ou quando você está em outro branch que não o de onde a execução partiu. Suas outras mudanças ficam como estão; hooks não rodam.',
  'Land the work merged so far, even if the run is not done':
    'Entrega o trabalho já integrado, mesmo que a execução não esteja pronta',
  'The branch to move, if the run started from another one': 'O branch a mover, se a execução partiu de outro',
  'Show what would change': 'Mostra o que mudaria',
  'what would change': 'o que mudaria',
  'move your branch to it': 'move seu branch até lá',
}
