/** A plan, and what is asked about it. */
import type { Family } from '#presets/messages/language.ts'

export const plan = {
  'plan.of': { en: 'Plan of {run}', 'pt-BR': 'Plano de {run}' },
  'plan.module': { en: 'module', 'pt-BR': 'módulo' },
  'plan.complexity': { en: 'complexity', 'pt-BR': 'complexidade' },
  'plan.depends': { en: 'depends on', 'pt-BR': 'depende de' },
  'plan.files': { en: 'files', 'pt-BR': 'arquivos' },
  'plan.verify': { en: 'verify', 'pt-BR': 'verifica' },
  'plan.after': { en: 'after', 'pt-BR': 'após' },
  'plan.writes': { en: 'writes', 'pt-BR': 'escreve' },
  'plan.not': { en: 'not', 'pt-BR': 'não' },
  'plan.runs': { en: 'runs', 'pt-BR': 'executa' },
  'plan.setup': { en: 'setup', 'pt-BR': 'prepara' },
  'plan.teardown': { en: 'teardown', 'pt-BR': 'desfaz' },
  'plan.must': { en: 'must', 'pt-BR': 'deve' },
  'plan.shows': { en: 'shows', 'pt-BR': 'mostra' },
  'plan.costs': { en: 'costs', 'pt-BR': 'custa' },
  'plan.alone': { en: 'unknown: it runs alone', 'pt-BR': 'desconhecido: roda sozinha' },
  'plan.stops': { en: '{paths} (a change there stops it)', 'pt-BR': '{paths} (uma mudança ali a para)' },
  'plan.lenient': { en: '{check} → {expected} (not blocking)', 'pt-BR': '{check} → {expected} (não bloqueia)' },
  'plan.risk': { en: 'risk: ', 'pt-BR': 'risco: ' },
  'plan.serialised': {
    en: '{one} and {other} both write {paths}: they run one after the other.',
    'pt-BR': '{one} e {other} escrevem {paths}: rodam uma depois da outra.',
  },
  'plan.ordered': {
    en: '{one} and {other} both write {paths}, in the order of their dependency.',
    'pt-BR': '{one} e {other} escrevem {paths}, na ordem de sua dependência.',
  },
  'plan.size': {
    en: '{units: # unit | # units} in {waves: # wave | # waves}',
    'pt-BR': '{units: # unidade | # unidades} em {waves: # onda | # ondas}',
  },
  'plan.attempts': {
    en: 'at most {count: # attempt | # attempts} in all',
    'pt-BR': 'no máximo {count: # tentativa | # tentativas} ao todo',
  },
  'plan.money': { en: 'at most {money}', 'pt-BR': 'no máximo {money}' },
  'plan.tokens': { en: 'at most {count: # token | # tokens}', 'pt-BR': 'no máximo {count: # token | # tokens}' },
  'plan.retries': {
    en: 'at most {count: # retry | # retries}',
    'pt-BR': 'no máximo {count: # nova tentativa | # novas tentativas}',
  },
  'plan.both': {
    en: 'at most {tokens: # token | # tokens}, {retries: # retry | # retries}',
    'pt-BR': 'no máximo {tokens: # token | # tokens}, {retries: # nova tentativa | # novas tentativas}',
  },
  'plan.minutes': { en: 'at most {count} min of work', 'pt-BR': 'no máximo {count} min de trabalho' },
  'plan.ask': {
    en: 'Approve this plan, {hash}? [y]es, [m]odify, [A]bort: ',
    'pt-BR': 'Aprovar este plano, {hash}? [s]im, [m]odificar, [A]bortar: ',
  },
  'plan.different': {
    en: 'What should be different? Type it for the planner, or press Enter to change the plan yourself: ',
    'pt-BR': 'O que deve ser diferente? Escreva para quem planeja, ou tecle Enter para mudar o plano você mesmo: ',
  },
  'plan.notYaml': { en: 'that is not YAML: {why~}', 'pt-BR': 'isso não é YAML: {why~}' },
  'plan.unchanged': { en: 'nothing was changed', 'pt-BR': 'nada foi mudado' },
  'plan.draft': {
    en: 'The plan {hash}. Save it to have it checked and shown again; leave it as it is to change nothing.',
    'pt-BR': 'O plano {hash}. Salve para que seja verificado e mostrado de novo; deixe como está para não mudar nada.',
  },
  'plan.fields': {
    en: 'What each field means: docs/plans.md',
    'pt-BR': 'O que significa cada campo: docs/plans.md',
  },
  'plan.hidden': { en: '{unit}: hidden characters in: {text}', 'pt-BR': '{unit}: caracteres ocultos em: {text}' },
  'plan.alphabets': {
    en: '{unit}: letters of different alphabets in: {text}',
    'pt-BR': '{unit}: letras de alfabetos diferentes em: {text}',
  },
  'worst.agents': {
    en: 'Worst case by its budgets: {attempts: # agent attempt | # agent attempts}, {time} of agent time.',
    'pt-BR':
      'Pior caso pelos orçamentos: {attempts: # tentativa de agente | # tentativas de agentes}, {time} de tempo de agente.',
  },
  'worst.unlimited': {
    en: 'No limit of money is set (forge raise --max-cost).',
    'pt-BR': 'Nenhum limite de dinheiro foi definido (forge raise --max-cost).',
  },
} as const satisfies Family
