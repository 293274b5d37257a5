/** Help of the commands that decide, in Brazilian Portuguese, by the English text beside the command. */
export const helpOfDecide: Readonly<Record<string, string>> = {
  // plan
  'what forge approve would allow': 'o que forge approve permitiria',
  'to change it; then forge plan edit plan.json': 'para mudá-lo; depois forge plan edit plan.json',
  'The file is YAML or JSON: the plan itself, or the output of forge plan show --json. Forge checks it like any other plan,\ngives it a new hash and asks again: earlier approvals do not cover it.':
    'O arquivo é YAML ou JSON: o próprio plano, ou a saída de forge plan show --json. O Forge o verifica como qualquer outro plano, dá a ele um novo hash e pergunta de novo: aprovações anteriores não valem para ele.',
  'File with the plan, YAML or JSON': 'Arquivo com o plano, YAML ou JSON',
  'then change it': 'depois mude-o',
  'and approve the result': 'e aprove o resultado',
  // questions, answer, approve, reject
  'all open questions of this repository': 'todas as perguntas abertas deste repositório',
  'answer one of them': 'responde a uma delas',
  'With one argument it answers the only open question. forge questions lists the open questions and their options. When no\nprocess is working on the run, this one resumes it; with --no-drive the answer waits for the next forge resume.':
    'Com um só argumento, responde à única pergunta aberta. forge questions lista as perguntas abertas e suas opções. Quando nenhum processo trabalha na execução, este a retoma; com --no-drive a resposta espera pelo próximo forge resume.',
  'Which question: its unit, path or key; may be left out if only one is open':
    'Qual pergunta: sua unidade, caminho ou chave; dispensável se só uma está aberta',
  'One of its options, such as approve or reject': 'Uma de suas opções, como approve ou reject',
  'With reject: what should be different; the agent that made it reads this':
    'Com reject: o que deve ser diferente; o agente que o fez lê isto',
  'Hash (or its beginning) of what you looked at; Forge refuses the answer if it has changed since':
    'Hash (ou seu começo) daquilo que você viu; o Forge recusa a resposta se isso mudou desde então',
  'the only open question of the only run': 'a única pergunta aberta da única execução',
  'the question about one unit': 'a pergunta sobre uma unidade',
  'by its key, which also names the run': 'pela chave, que também identifica a execução',
  'The approval covers the plan exactly as it is now. With --subject it counts only if the plan has not changed since you looked\nat it. When no process is working on the run, this one resumes it; with --no-drive the approval waits for the next forge resume.':
    'A aprovação vale para o plano exatamente como está agora. Com --subject, só vale se o plano não mudou desde que você o viu. Quando nenhum processo trabalha na execução, este a retoma; com --no-drive a aprovação espera pelo próximo forge resume.',
  'Which question, when several are open: its unit, path or key':
    'Qual pergunta, quando há várias abertas: sua unidade, caminho ou chave',
  'look first': 'olhe antes',
  'approve the only open question of the only run': 'aprova a única pergunta aberta da única execução',
  'only if it is still the plan that was shown': 'só se ainda for o plano que foi mostrado',
  'What should be different; the planner reads this': 'O que deve ser diferente; quem planeja lê isto',
  'the planner makes a new plan, and Forge asks again': 'quem planeja faz um novo plano, e o Forge pergunta de novo',
  // pause, unpause, cancel, retry, reopen, raise
  'The reason; Forge records it': 'O motivo; o Forge o registra',
  'forge unpause 7f3a lets it continue': 'forge unpause 7f3a a deixa continuar',
  'Ends the pause. When no process is working on the run, this one resumes it.':
    'Encerra a pausa. Quando nenhum processo trabalha na execução, este a retoma.',
  'continue where it was paused': 'continua de onde foi pausada',
  'When no process is working on the run, this one ends it.':
    'Quando nenhum processo trabalha na execução, este a encerra.',
  'cannot be undone': 'não pode ser desfeito',
  'after you fixed what stopped it': 'depois que você corrigiu o que a parou',
  'What should be different; the agent of the unit reads this': 'O que deve ser diferente; o agente da unidade lê isto',
  'The phase that works again; all later phases run again. By default the phase where it stopped':
    'A fase que trabalha de novo; todas as fases seguintes rodam de novo. Por padrão, a fase em que parou',
  'the agent continues with this note': 'o agente continua com esta nota',
  'back to an earlier phase': 'volta a uma fase anterior',
  'Allow a limit that is lower than the current one': 'Permite um limite menor que o atual',
  '20 dollars in total, not 20 more': '20 dólares ao todo, não 20 a mais',
}
