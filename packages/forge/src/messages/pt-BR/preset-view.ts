import type { Translation } from '#messages/language.ts'
import type { presetView } from '#messages/en/preset-view.ts'

export const presetViewPtBR: Translation<typeof presetView> = {
  'preset.faults': '{count: # erro | # erros}: forge preset check {name}',
  'preset.project': 'projeto',
  'preset.configuration': 'configuração',
  'preset.shipped': 'do Forge',
  'preset.halts': 'uma parada interrompe a execução',
  'preset.starts': 'começa com {units}',
  'preset.closes': 'termina com {units}',
  'preset.policy': 'commit {commit}, isolamento {isolation}',
  'preset.on': '{what} sobre {phase}',
  'preset.checks': 'sobre {what}',
  'preset.asks': 'sobre {what}',
  'preset.sound': 'íntegro',
  'preset.broken': 'com furos',
  'preset.proven':
    'provado: nunca trava, nada é integrado sem passar por uma fase que bloqueia ou sem verificação, todo laço gasta um orçamento, ele tem fim; nada começa enquanto está pausado ou cancelado nem antes daquilo de que depende, e o caminho que uma parada indica está aberto',
  'preset.walked': 'percorrido: {what}',
  'preset.size': '{states: # estado | # estados}, {steps: # passo | # passos}',
  'preset.only': '{phase} só depois de {before}',
  'preset.hole': 'furo: ',
  'preset.by': 'por {trail}',
  'preset.back': '↻ {phase}, para na {limit}ª',
  'preset.itself': '↻ ela mesma, para na {limit}ª',
  'preset.wrote': 'escrito: {path}',
  'rehearse.path': '{what}; {count: # evento | # eventos}',
  'rehearse.open': 'aberta',
  'rehearse.phase': 'fase',
  'rehearse.back': 'devolve para',
  'rehearse.untaken': 'por onde não se passou:',
  'rehearse.total':
    'passou-se por {phases} de {allPhases: # fase | # fases} e por {edges} de {allEdges: # aresta | # arestas}',
}
