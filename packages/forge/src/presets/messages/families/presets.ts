/** `preset list | show | check | new`, `rehearse`. */
import type { Family } from '#presets/messages/language.ts'

export const presets = {
  'preset.faults': {
    en: '{count: # fault | # faults}: forge preset check {name}',
    'pt-BR': '{count: # erro | # erros}: forge preset check {name}',
  },
  'preset.project': { en: 'project', 'pt-BR': 'projeto' },
  'preset.configuration': { en: 'configuration', 'pt-BR': 'configuração' },
  'preset.shipped': { en: 'shipped', 'pt-BR': 'do Forge' },
  'preset.halts': { en: 'a stop halts the run', 'pt-BR': 'uma parada interrompe a execução' },
  'preset.starts': { en: 'starts with {units}', 'pt-BR': 'começa com {units}' },
  'preset.closes': { en: 'closes with {units}', 'pt-BR': 'termina com {units}' },
  'preset.policy': {
    en: 'commit {commit}, isolation {isolation}',
    'pt-BR': 'commit {commit}, isolamento {isolation}',
  },
  'preset.on': { en: '{what} on {phase}', 'pt-BR': '{what} sobre {phase}' },
  'preset.checks': { en: 'on the {what}', 'pt-BR': 'sobre {what}' },
  'preset.asks': { en: 'about the {what}', 'pt-BR': 'sobre {what}' },
  'preset.sound': { en: 'sound', 'pt-BR': 'íntegro' },
  'preset.broken': { en: 'broken', 'pt-BR': 'com furos' },
  'preset.proven': {
    en: 'proven: it never hangs, nothing is merged past a blocking phase or unverified, every loop spends a budget, it has an end; nothing starts while it is paused or cancelled or before what it depends on, and the way forward that a stop names is open',
    'pt-BR':
      'provado: nunca trava, nada é integrado sem passar por uma fase que bloqueia ou sem verificação, todo laço gasta um orçamento, ele tem fim; nada começa enquanto está pausado ou cancelado nem antes daquilo de que depende, e o caminho que uma parada indica está aberto',
  },
  'preset.walked': { en: 'walked: {what~}', 'pt-BR': 'percorrido: {what~}' },
  'preset.size': {
    en: '{states: # state | # states}, {steps: # step | # steps}',
    'pt-BR': '{states: # estado | # estados}, {steps: # passo | # passos}',
  },
  'preset.only': { en: '{phase} only after {before}', 'pt-BR': '{phase} só depois de {before}' },
  'preset.hole': { en: 'hole: ', 'pt-BR': 'furo: ' },
  'preset.by': { en: 'by {trail}', 'pt-BR': 'por {trail}' },
  'preset.back': { en: '↻ {phase}, stops at {limit}', 'pt-BR': '↻ {phase}, para na {limit}ª' },
  'preset.itself': { en: '↻ itself, stops at {limit}', 'pt-BR': '↻ ela mesma, para na {limit}ª' },
  'preset.wrote': { en: 'wrote {path}', 'pt-BR': 'escrito: {path}' },
  'rehearse.path': { en: '{what~}; {count: # event | # events}', 'pt-BR': '{what~}; {count: # evento | # eventos}' },
  'rehearse.open': { en: 'open', 'pt-BR': 'aberta' },
  'rehearse.phase': { en: 'phase', 'pt-BR': 'fase' },
  'rehearse.back': { en: 'sends back to', 'pt-BR': 'devolve para' },
  'rehearse.untaken': { en: 'not taken:', 'pt-BR': 'por onde não se passou:' },
  'rehearse.total': {
    en: '{phases} of {allPhases: # phase | # phases}, {edges} of {allEdges: # edge | # edges} taken',
    'pt-BR':
      'passou-se por {phases} de {allPhases: # fase | # fases} e por {edges} de {allEdges: # aresta | # arestas}',
  },
} as const satisfies Family
