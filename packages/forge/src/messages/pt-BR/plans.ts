import type { Translation } from '#messages/language.ts'
import type { plans } from '#messages/en/plans.ts'

export const plansPtBR: Translation<typeof plans> = {
  'plan.notValid': 'o plano não é válido e não foi mudado:{faults}',
  'plan.editChangesNothing': 'o plano editado é igual ao atual',
  'plan.noLongerHasUnit': 'o plano aceito não tem mais esta unidade',
  'plan.cycle': 'as dependências destas unidades formam um ciclo: {cycle}',
  'plan.changesMergedUnit':
    'a unidade {unit} já está integrada e não pode mudar: deixe-a fora do plano e dê um id novo ao trabalho que falta',
  'plan.unitsWriteSamePaths':
    'as unidades {one} e {other} escrevem {paths}: faça uma depender da outra, ou dê a elas caminhos diferentes',
  'plan.notAnObject': 'um plano deve ser um objeto com units, não {kind}',
  'plan.onlyOneUnit': 'o plano tem só uma unidade, então nada pode rodar em paralelo',
  'plan.tooManyUnits': 'o plano tem {count} unidades; mais de 7 são difíceis de manter independentes',
  'plan.unitWritesManyPaths': '{unit} escreve {count} caminhos; uma unidade com mais de {most} costuma ser duas',
  'plan.expectedPathsNotDeclared': '{unit} espera mudanças em {paths}, mas não declara escrever ali',
  'plan.unitNoLongerWrites': '{unit} não escreve mais {path}',
  'plan.unitNoLongerRuns': '{unit} não roda mais {command}',
  'plan.unitNoLongerShows': '{unit} não precisa mais mostrar {check} → {expected}',
  'plan.unitNoLongerFollows': '{unit} não usa mais {pipeline}',
  'plan.usualPipeline': 'a pipeline padrão',
  'plan.bringsNewCommands':
    'o plano contém comandos que não estão na configuração: {commands} (para permitir sem perguntar: --allow-plan-commands)',
  'plan.takesUnitOfOther': 'o plano de {planner} retira {unit}, que {other} planejou',
  'plan.faultIndented': '\n  {fault}',
}
