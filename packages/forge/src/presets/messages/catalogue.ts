/** Everything that Forge says to people, in every language that it speaks: one catalogue, a file for each kind of view. */
import { driving } from './families/driving.ts'
import { events } from './families/events.ts'
import { handover } from './families/handover.ts'
import { help } from './families/help.ts'
import { plan } from './families/plan.ts'
import { presets } from './families/presets.ts'
import { setUp } from './families/set-up.ts'
import { standing } from './families/standing.ts'
import { status } from './families/status.ts'
import { views } from './families/views.ts'

export const catalogue = {
  ...driving,
  ...events,
  ...handover,
  ...help,
  ...plan,
  ...presets,
  ...setUp,
  ...standing,
  ...status,
  ...views,
} as const

export type MessageKey = keyof typeof catalogue

/** Messages that are also made into data, in English, and shown to a person later. */
const kept =
  /^(wait|who|state|failure|outcome|reported|event|doctor|init\.found|agents\.(shipped|argument)|question\.answered|plan\.(hidden|alphabets))\b/

export const recognised: readonly MessageKey[] = (Object.keys(catalogue) as MessageKey[]).filter((key) =>
  kept.test(key),
)
