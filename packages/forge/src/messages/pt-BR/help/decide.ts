/** Help of the commands that decide, in Brazilian Portuguese, by what it says in English where the command stands. */
export const helpOfDecide: Readonly<Record<string, string>> = {
  // plan
  'what forge approve would allow': 'o que forge approve permitiria',
  'to change it; then forge plan edit plan.json': 'para mudá-lo; depois forge plan edit plan.json',
  'The file is YAML or JSON: the plan itself, or what forge plan show --json prints. It is checked like any other plan,\ngets a new hash, and is asked about again: earlier approvals do not cover it.':
    'O arquivo é YAML ou JSON: o próprio plano, ou o que forge plan show --json imprime. Ele é verificado como qualquer outro plano, ganha um novo hash e volta a ser perguntado: aprovações anteriores não valem para ele.',
  'File with the plan, YAML or JSON': 'Arquivo com o plano, YAML ou JSON',
  'then change it': 'depois mude-o',
  'and approve what comes of it': 'e aprove o resultado',
  // questions, answer, approve, reject
  'everything that is open in this repository': 'tudo o que está em aberto neste repositório',
  'answer one of them': 'responde a uma delas',
  'With one word it answers the only open question. forge questions lists what is open, and the options of each. When no\nForge drives the run, this process resumes it; with --no-drive the answer waits for the next forge resume.':
    'Com uma só palavra, responde à única pergunta aberta. forge questions lista o que está em aberto e as opções de cada uma. Quando nenhum Forge conduz a execução, este a continua; com --no-drive a resposta fica guardada para o próximo início.',
  'Which question: its unit, path or key; left out when only one is open':
    'Qual pergunta: sua unidade, caminho ou chave; dispensável quando só há uma aberta',
  'One of its options, such as approve or reject': 'Uma de suas opções, como approve ou reject',
  'With reject: what should be different; the author reads it': 'Com reject: o que deve ser diferente; o autor vai ler',
  'Hash (or its beginning) of what you looked at; an answer to anything else is refused':
    'Hash (ou seu começo) daquilo que você viu; uma resposta a qualquer outra coisa é recusada',
  'the only open question of the only run': 'a única pergunta aberta da única execução',
  'the question about one unit': 'a pergunta sobre uma unidade',
  'by its key, which also names the run': 'pela chave, que também identifica a execução',
  'The approval counts for the plan exactly as it stands now. With --subject it counts only if that is still the plan\nyou looked at. When no Forge drives the run, this process resumes it; with --no-drive the approval waits for the next forge resume.':
    'A aprovação vale para o plano exatamente como está agora. Com --subject, só vale se ainda for o plano que você viu. Quando nenhum Forge conduz a execução, este a continua; com --no-drive ela fica guardada para o próximo início.',
  'Which question, when several are open: its unit, path or key':
    'Qual pergunta, quando há várias abertas: sua unidade, caminho ou chave',
  'look first': 'olhe antes',
  'approve the only open question of the only run': 'aprova a única pergunta aberta da única execução',
  'only if it is still the plan that was shown': 'só se ainda for o plano que foi mostrado',
  'What should be different; the author of the plan reads it': 'O que deve ser diferente; o autor do plano vai ler',
  'a new plan comes, and a new question': 'vem um novo plano, e uma nova pergunta',
  // pause, unpause, cancel, retry, reopen, raise
  'Why; it is recorded': 'Por quê; fica registrado',
  'forge unpause 7f3a lets it go on': 'forge unpause 7f3a a deixa continuar',
  'This lifts the pause. When no process drives the run, this one resumes it.':
    'Encerra a pausa. Quando nenhum Forge conduz a execução, este a continua.',
  'go on where it was paused': 'continua de onde foi pausada',
  'When no Forge drives the run, this one ends it.': 'Quando nenhum Forge conduz a execução, este a encerra.',
  'cannot be taken back': 'não dá para voltar atrás',
  'after what stopped it was repaired': 'depois de consertar o que a parou',
  'What should be different; the agent of the unit reads it': 'O que deve ser diferente; o agente da unidade vai ler',
  'The phase that works again; everything behind it is judged again. Left out: where it stopped':
    'A fase que trabalha de novo; tudo depois dela é julgado de novo. Sem ela: onde parou',
  'works on with that': 'segue trabalhando com isso',
  'back to an earlier phase': 'volta a uma fase anterior',
  'Let a limit be lower than it is now': 'Permite que um limite fique menor do que é agora',
  'up to 20 dollars in all, not 20 more': 'até 20 dólares ao todo, não 20 a mais',
}
