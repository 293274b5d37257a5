import type { Translation } from '#messages/language.ts'
import type { hint } from '#messages/en/hint.ts'

export const hintPtBR: Translation<typeof hint> = {
  'hint.raiseLimitThenRetry': 'aumente o limite de {what}, depois tente a unidade de novo',
  'hint.reopenOrChangeCostBudget':
    'reabra a unidade para dar a ela o mesmo orçamento mais uma vez, ou mude seu costBudget com plan edit',
  'hint.reopenWithReason': 'reabra a unidade com um motivo que diga o que fazer diferente',
  'hint.installOrLogInAgent': 'instale o agente ou faça login nele, depois retome a execução',
  'hint.setPriceOrLimitTokens':
    'defina seu preço em prices: na configuração e retome a execução, ou permita modelos sem preço e defina um limite de tokens',
  'hint.raiseLimitOrCancel': 'aumente o limite de {what}, ou cancele a execução',
  'hint.putRefBack': 'veja esse commit, depois restaure a ref: {command}',
  'hint.putRefBackThenResume': 'veja esse commit, restaure a ref com {command}, depois retome a execução',
  'hint.retryUnit': 'tente a unidade de novo',
  'hint.reportErrorThenResume': 'relate o erro, depois retome a execução',
  'hint.shortenPlanOrCancel': 'encurte o plano, suas instruções ou os documentos da unidade, ou cancele a execução',
  'hint.reopenOrStartNewRun':
    'veja o motivo, corrija-o e reabra a unidade, ou inicie uma nova execução que peça o que ainda falta',
  'hint.endLockHolderThenRetry':
    'encerre o programa que mantém {file}, ou remova o arquivo se nenhum o mantém, depois tente a unidade de novo',
  'hint.splitUnitOrLargerModel':
    'divida a unidade com plan edit, ou defina em models: um modelo com janela de contexto maior, depois reabra a unidade',
  'hint.splitUnitThenReopen': 'divida a unidade com plan edit, depois reabra-a',
  'hint.nameOtherModelOrReword': 'defina outro modelo em models:, ou reabra a unidade com o pedido em outras palavras',
  'hint.fixThenReopen': 'corrija o problema citado, depois reabra a unidade',
  'hint.provideThenReopen': 'providencie aquilo que ela espera, depois reabra a unidade',
  'hint.lookAtReasonThen': 'veja o motivo, depois use {word} na unidade',
  'hint.didYouMean': '; você quis dizer {meant}?',
  'hint.canBe': '; permitido: {known}',
  'hint.knownHere': '; conhecidas: {known}',
  'hint.putPlanningAgentBefore': 'ponha antes dela um agente com yields: plan',
  'hint.putWorkingAgentBefore': 'ponha antes dela um agente com yields: work',
  'hint.putIntegrateBefore': 'ponha {phase} antes dela',
  'hint.andMore': ' (e mais {count})',
  'hint.knownAfterSpace': ' (conhecidos: {known})',
  'hint.didYouMeanEquals': '; você quis dizer ==?',
  'hint.didYouMeanThis': 'você quis dizer {meant}?',
  'hint.showUnit': 'forge show {unit} mostra seu estado',
  'hint.logsListsOutput': 'agentes imprimem enquanto trabalham; forge logs lista as transcrições',
  'hint.addVerifyOption': 'acrescente --verify "<comando>"',
  'hint.updateForge': 'atualize o Forge',
  'hint.planShowJson': 'forge plan show {run} --json imprime o plano atual',
  'hint.planShowToFile': 'forge plan show --json > plan.json escreve um plano que você pode editar',
  'hint.initFindsVerify':
    'forge init encontra seus comandos de teste; ou acrescente verify: a .forge/config.yaml você mesmo',
  'hint.commitOrAcceptDirty':
    'faça o commit antes, ou acrescente --accept-dirty: as mudanças ficam então como estão e não fazem parte da execução',
  'hint.addCheckOrHooksNever': 'acrescente uma fase {phase} antes da integração, ou defina commit.hooks: never',
  'hint.rehearseOrSetAgent': 'ensaie com --agent scripted:<arquivo>, ou defina agent: em .forge/config.yaml',
  'hint.resumeAndReport': 'você pode retomar a execução; por favor, relate este bug',
  'hint.waitForItsEnd': 'espere que termine, depois tente de novo',
  'hint.redactAgain': 'rode forge redact de novo',
  'hint.alsoOthers': 'também: {others}',
  'hint.readGatesDocs': 'docs/gates.md descreve a linguagem dos gates',
  'hint.readPersonasDocs': 'docs/personas.md descreve esses arquivos',
  'hint.configListKeys': 'forge config list imprime todas as chaves',
  'hint.endHolderTryAgain': 'encerre o programa que a mantém, depois tente de novo',
  'hint.tryAgain': 'tente de novo',
  'hint.updateForgeTryAgain': 'atualize o Forge e tente de novo',
  'hint.addVerifyToConfig': 'acrescente um comando verify a .forge/config.yaml',
  'hint.useOneOf': 'use um destes: {known}',
  'hint.seeAddress': 'veja {address}',
}
