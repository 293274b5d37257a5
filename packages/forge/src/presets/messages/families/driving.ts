/** What is told while a run is driven, and what is asked. */
import type { Family } from '#presets/messages/language.ts'

export const driving = {
  'attempt.starts': { en: '{unit} {phase}', 'pt-BR': '{unit} {phase}' },
  'attempt.again': { en: '{unit} {phase} (attempt {attempt})', 'pt-BR': '{unit} {phase} (tentativa {attempt})' },
  'attempt.agent': { en: '{who}{unit} {phase} [{model}]  {name}', 'pt-BR': '{who}{unit} {phase} [{model}]  {name}' },
  'branch.merged': {
    en: 'merged work is on branch {branch}',
    'pt-BR': 'o trabalho integrado está no branch {branch}',
  },
  'checks.passed': {
    en: '{passed}/{total} checks passed, score {score}',
    'pt-BR': '{passed}/{total} verificações aprovadas, nota {score}',
  },
  'model.none': { en: 'no model', 'pt-BR': 'sem modelo' },
  'model.own': { en: "the agent's own default", 'pt-BR': 'o padrão do próprio agente' },
  'phase.approved': { en: '{unit} {phase}: approved', 'pt-BR': '{unit} {phase}: aprovado' },
  'phase.completed': { en: '{unit} {phase}: completed', 'pt-BR': '{unit} {phase}: concluído' },
  'phase.failed': { en: '{unit} {phase}: {why~}', 'pt-BR': '{unit} {phase}: {why~}' },
  'phase.recovery': { en: '{path}: {reason~}', 'pt-BR': '{path}: {reason~}' },
  'phase.revision': {
    en: '{unit} {phase}: revision required (iteration {iteration})',
    'pt-BR': '{unit} {phase}: revisão necessária (iteração {iteration})',
  },
  'phase.tries': { en: 'attempt {attempt} of {of}', 'pt-BR': 'tentativa {attempt} de {of}' },
  'phase.faults': { en: '{some}; and {count} more', 'pt-BR': '{some}; e mais {count}' },
  'plan.proposed': {
    en: 'plan of {count: # unit | # units}',
    'pt-BR': 'plano com {count: # unidade | # unidades}',
  },
  'progress.units': {
    en: 'Progress: {done}/{total} units done, {failed} failed, {left} left',
    'pt-BR': 'Progresso: {done}/{total} unidades prontas, {failed} com falha, {left: # restante | # restantes}',
  },
  'question.answered': { en: '{answer} by {name}', 'pt-BR': '{answer}, por {name}' },
  'route.differed': {
    en: '{name} runs on {launched}, was to run on {routed}',
    'pt-BR': '{name} roda em {launched}, deveria rodar em {routed}',
  },
  'run.named': { en: 'Forge {version}, run {run}', 'pt-BR': 'Forge {version}, execução {run}' },
  'run.begins': { en: 'begins with everything that is planned', 'pt-BR': 'começa com tudo o que está planejado' },
  'run.beginsWith': { en: 'begins with {units}', 'pt-BR': 'começa com {units}' },
  'run.skips': {
    en: '; {unit} is {status~} and is skipped',
    'pt-BR': '; {unit} está {status~} e fica de fora',
  },
  'run.cancelled': { en: 'cancelled: {reason~}', 'pt-BR': 'cancelada: {reason~}' },
  'run.paused': { en: 'paused: {reason~}', 'pt-BR': 'pausada: {reason~}' },
  'run.stopped': { en: '{reason~} → {hint~}', 'pt-BR': '{reason~} → {hint~}' },
  'unit.blocked': {
    en: '{unit} blocked "{title~}": {reason~}',
    'pt-BR': '{unit} bloqueada "{title~}": {reason~}',
  },
  'unit.done': { en: '{unit} done "{title~}"', 'pt-BR': '{unit} pronta "{title~}"' },
  'unit.escalated': {
    en: '{unit} escalated to a human: {hint~}',
    'pt-BR': '{unit} encaminhada a uma pessoa: {hint~}',
  },
  'unit.merged': { en: '{unit} merged "{title~}"', 'pt-BR': '{unit} integrada "{title~}"' },
  'unit.starts': { en: '{unit} starts "{title~}"', 'pt-BR': '{unit} começa "{title~}"' },
  'unit.again': {
    en: '{works} works again; asked again behind it: {again}',
    'pt-BR': '{works} trabalha de novo; perguntado de novo depois: {again}',
  },
  'unit.aloneAgain': {
    en: '{works} works again; asked again behind it: nothing',
    'pt-BR': '{works} trabalha de novo; nada depois dela é perguntado de novo',
  },
  'diagnosis.head': { en: 'Diagnosis', 'pt-BR': 'Diagnóstico' },
  'diagnosis.by': {
    en: 'by a model that only read; {tokens} tokens, {money}',
    'pt-BR': 'de um modelo que só leu; {tokens} tokens, {money}',
  },
  'diagnosis.none': { en: 'no diagnosis: {why~}', 'pt-BR': 'sem diagnóstico: {why~}' },
  'ask.yes': { en: '{question~} Say yes?', 'pt-BR': '{question~} Dizer sim?' },
  'ask.goOn': {
    en: 'run {run} is unfinished: {done} of {total: # unit | # units}, {age~}. Go on with it?',
    'pt-BR': 'a execução {run} não terminou: {done} de {total: # unidade | # unidades}, {age~}. Continuar com ela?',
  },
  'ask.goesOn': {
    en: 'run {run} is unfinished: {done} of {total: # unit | # units}, {age~}. forge resume {run} goes on with it',
    'pt-BR':
      'a execução {run} não terminou: {done} de {total: # unidade | # unidades}, {age~}. forge resume {run} a continua',
  },
  'ask.dirt': {
    en: '{what~}. They stay as they are and are no part of the run. [c]ommitted now, look again; [p]roceed; [A]bort: ',
    'pt-BR':
      '{what~}. Elas ficam como estão e não fazem parte da execução. [c]ommit já feito, olhe de novo; [p]rosseguir; [A]bortar: ',
  },
  'ask.choiceYes': { en: '[Y/n]', 'pt-BR': '[S/n]' },
  'ask.choiceNo': { en: '[y/N]', 'pt-BR': '[s/N]' },
  'ask.config': { en: '{found} Write .forge/config.yaml?', 'pt-BR': '{found} Escrever .forge/config.yaml?' },
  'demo.project': { en: 'a sample project: {path}', 'pt-BR': 'um projeto de exemplo: {path}' },
  'demo.request': { en: 'asked for: {request~}', 'pt-BR': 'pedido: {request~}' },
} as const satisfies Family
