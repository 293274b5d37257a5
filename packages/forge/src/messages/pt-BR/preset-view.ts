import type { Translation } from '#messages/language.ts'
import type { presetView } from '#messages/en/preset-view.ts'

export const presetViewPtBR: Translation<typeof presetView> = {
  'preset.faults': '{count: # erro | # erros}: forge preset check {name}',
  'preset.project': 'projeto',
  'preset.configuration': 'configuração',
  'preset.shipped': 'do Forge',
  'preset.halts': 'quando uma unidade para, a execução inteira para',
  'preset.starts': 'começa com {units}',
  'preset.closes': 'termina com {units}',
  'preset.policy': 'commit {commit}, isolamento {isolation}',
  'preset.on': '{what} sobre {phase}',
  'preset.checks': 'sobre {what}',
  'preset.asks': 'sobre {what}',
  'preset.sound': 'válido',
  'preset.broken': 'com furos',
  'preset.proven':
    'provado: a execução nunca trava e sempre tem um fim; nada é integrado sem verificação ou sem passar por uma fase que bloqueia; todo laço gasta um orçamento; nada começa enquanto a execução está pausada ou cancelada, nem antes de suas dependências; e quando uma unidade para, o comando sugerido é aceito',
  'preset.walked': 'explorado: {what}',
  'preset.size': '{states: # estado | # estados}, {steps: # passo | # passos}',
  'preset.only': '{phase} só depois de {before}',
  'preset.hole': 'furo: ',
  'preset.by': 'passos: {trail}',
  'preset.back': '↻ {phase}, para na {limit}ª',
  'preset.itself': '↻ ela mesma, para na {limit}ª',
  'preset.wrote': 'escrito: {path}',
  'rehearse.path': '{what}; {count: # evento | # eventos}',
  'rehearse.open': 'aberta',
  'rehearse.phase': 'fase',
  'rehearse.back': 'devolve para',
  'rehearse.untaken': 'não alcançadas:',
  'rehearse.total':
    'alcançadas {phases} de {allPhases: # fase | # fases} e {edges} de {allEdges: # aresta | # arestas}',
}
