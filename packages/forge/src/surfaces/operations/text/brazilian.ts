/** Brazilian Portuguese: sentences that are kept in English are recognised and said again, help and headlines are looked up. */
import { commandsPtBR } from '#presets/messages/pt-BR/commands.ts'
import { helpPtBR } from '#presets/messages/pt-BR/help.ts'
import { refusalsPtBR } from '#presets/messages/pt-BR/refusals.ts'
import { sentencesPtBR } from '#presets/messages/pt-BR/sentences.ts'
import { catalogue, recognised } from '#presets/messages/catalogue.ts'
import type { Speech } from './message.ts'
import { recogniserOf, type Pair } from './recognise.ts'

const fromCatalogue: readonly Pair[] = recognised.map((key) => [catalogue[key].en, catalogue[key]['pt-BR']])

const sentence = recogniserOf([...Object.entries(sentencesPtBR), ...fromCatalogue])

export const brazilian: Speech = {
  language: 'pt-BR',
  sentence,
  help: (text) => helpPtBR[text] ?? text,
  summary: (name) => commandsPtBR[name],
  headline: (code) => refusalsPtBR[code],
}
