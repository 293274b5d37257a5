/** `status`, `watch`, `report`, `sprint status`. */
import type { Family } from '#presets/messages/language.ts'

export const status = {
  'status.request': { en: 'request', 'pt-BR': 'pedido' },
  'status.driver': { en: 'driver', 'pt-BR': 'condução' },
  'status.limit': { en: 'limit', 'pt-BR': 'limite' },
  'status.before-requests': { en: 'checked before each request', 'pt-BR': 'verificado antes de cada pedido' },
  'status.between-attempts': {
    en: 'checked when agents say what they used: one attempt can pass it',
    'pt-BR': 'verificado quando os agentes dizem o que usaram: uma tentativa pode passar dele',
  },
  'status.left': { en: 'left', 'pt-BR': 'recados' },
  'status.alive': { en: 'alive', 'pt-BR': 'ativa' },
  'status.none': { en: 'none', 'pt-BR': 'nenhuma' },
  'status.eta': {
    en: 'about {minutes} min to go ({confidence} confidence)',
    'pt-BR': 'faltam uns {minutes} min (confiança {confidence})',
  },
  'status.etaShort': { en: 'about {minutes} min to go', 'pt-BR': 'faltam uns {minutes} min' },
  'status.low': { en: 'low', 'pt-BR': 'baixa' },
  'status.medium': { en: 'medium', 'pt-BR': 'média' },
  'status.high': { en: 'high', 'pt-BR': 'alta' },
  'status.words': {
    en: '{count: # word | # words} that no driver has read yet',
    'pt-BR': '{count: # recado que ninguém leu ainda | # recados que ninguém leu ainda}',
  },
  'status.runs': { en: '{phase} runs', 'pt-BR': '{phase} em andamento' },
  'status.goesOn': {
    en: '{phase} goes on with the next driver',
    'pt-BR': '{phase} continua quando alguém conduzir de novo',
  },
  'watch.alone': {
    en: 'nobody drives run {run} now; forge resume {run} goes on with it',
    'pt-BR': 'ninguém conduz a execução {run} agora; forge resume {run} a continua',
  },
  'report.priced': {
    en: '~ is an estimate from tokens, by prices of {date} ({name} {version})',
    'pt-BR': '~ é uma estimativa a partir de tokens, com preços de {date} ({name} {version})',
  },
  'report.summary': {
    en: '{done} of {total: # unit | # units}, {retries: # retry | # retries}, {money}, {tokens} tokens, {minutes} min of work',
    'pt-BR':
      '{done} de {total: # unidade | # unidades}, {retries: # nova tentativa | # novas tentativas}, {money}, {tokens} tokens, {minutes} min de trabalho',
  },
  'report.score': { en: 'score {score}', 'pt-BR': 'nota {score}' },
  'report.open': { en: 'open: ', 'pt-BR': 'em aberto: ' },
  'report.held': {
    en: '{count: # attempt | # attempts}: {how~}',
    'pt-BR': '{count: # tentativa | # tentativas}: {how~}',
  },
  'report.document': { en: '{unit} {phase} wrote', 'pt-BR': '{unit} {phase} escreveu' },
  'report.longer': {
    en: '  … {count: # more line | # more lines}: forge show {unit}',
    'pt-BR': '  … mais {count: # linha | # linhas}: forge show {unit}',
  },
  'report.learned': { en: 'Learned', 'pt-BR': 'Aprendido' },
  'report.saved': {
    en: '{count} saved in the journal (forge learnings)',
    'pt-BR': '{count: # item guardado | # itens guardados} no diário (forge learnings)',
  },
  'report.reopened': { en: 'reopened {count} times', 'pt-BR': 'reaberta {count: # vez | # vezes}' },
  'learned.none': {
    en: 'Nothing has been learned yet: no run of this repository has checked anything.',
    'pt-BR': 'Nada foi aprendido ainda: nenhuma execução deste repositório verificou algo.',
  },
  'learned.command': { en: 'command', 'pt-BR': 'comando' },
  'learned.failure': { en: 'failure', 'pt-BR': 'falha' },
  'learned.success': { en: 'success', 'pt-BR': 'sucesso' },
  'learned.in': { en: '{command} in {path}', 'pt-BR': '{command} em {path}' },
  'learned.passed': {
    en: '{command}: passed {passed: once | # times}, takes {time}',
    'pt-BR': '{command}: passou {passed: # vez | # vezes}, leva {time}',
  },
  'learned.mixed': {
    en: '{command}: passed {passed: once | # times}, failed {failed: once | # times}, takes {time}',
    'pt-BR': '{command}: passou {passed: # vez | # vezes}, falhou {failed: # vez | # vezes}, leva {time}',
  },
  'learned.times': { en: '{where} ({count} times)', 'pt-BR': '{where} ({count: # vez | # vezes})' },
  'learned.mended': {
    en: '{where}: {found~} → mended by attempt {attempt} of {phase}',
    'pt-BR': '{where}: {found~} → resolvido pela tentativa {attempt} de {phase}',
  },
  'learned.unmended': { en: '{where}: {found~} → not mended', 'pt-BR': '{where}: {found~} → não resolvido' },
  'learned.shape': {
    en: '{units: # unit | # units}, {depth} deep, {files: # file | # files}, {retries: # retry | # retries}, {active} of work in {wall}',
    'pt-BR':
      '{units: # unidade | # unidades}, profundidade {depth}, {files: # arquivo | # arquivos}, {retries: # nova tentativa | # novas tentativas}, {active} de trabalho em {wall}',
  },
} as const satisfies Family
