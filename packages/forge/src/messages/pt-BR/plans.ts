import type { Translation } from '#messages/language.ts'
import type { plans } from '#messages/en/plans.ts'

export const plansPtBR: Translation<typeof plans> = {
  'plan.notSoundNothingChanged': 'o plano não se sustenta, e nada foi mudado:{faults}',
  'plan.editChangesNothing': 'esse já é o plano como está',
  'plan.noLongerHasUnit': 'o plano aceito não tem mais esta unidade',
  'plan.cycle': 'unidades dependem umas das outras em círculo: {cycle}',
  'plan.changesMergedUnit':
    'a unidade {unit} está integrada, e o que está integrado fica: deixe-a fora do plano e dê um id novo ao trabalho que falta',
  'plan.unitsWriteSamePaths': 'as unidades {one} e {other} escrevem {paths}: faça uma depender da outra, ou separe-as',
  'plan.notAnObject': 'um plano é um objeto com units, não {kind}',
  'plan.onlyOneUnit': 'só uma unidade: nada pode rodar ao mesmo tempo',
  'plan.tooManyUnits': '{count} unidades: mais de 7 são difíceis de manter separadas',
  'plan.unitWritesManyPaths': '{unit} escreve {count} caminhos: mais de {most} costumam ser duas unidades',
  'plan.expectedPathsNotDeclared': '{unit} deveria mudar {paths}, que não declara escrever',
  'plan.unitNoLongerWrites': '{unit} não escreve mais {path}',
  'plan.unitNoLongerRuns': '{unit} não roda mais {command}',
  'plan.unitNoLongerShows': '{unit} não precisa mais mostrar {check} → {expected}',
  'plan.unitNoLongerFollows': '{unit} não segue mais {pipeline}',
  'plan.usualPipeline': 'a pipeline de costume',
  'plan.bringsNewCommands':
    'o plano traz comandos que a configuração não tem: {commands} (--allow-plan-commands os deixa rodar sem perguntar)',
  'plan.takesUnitOfOther': 'o plano de {planner} retira {unit}, que {other} planejou',
  'plan.faultIndented': '\n  {fault}',
}
