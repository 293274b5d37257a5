/** `config list` and `config get`: the effective values, and where each was set. */
import { z } from 'zod'
import type { Value } from '#config/load.ts'
import { keyRows } from '#config/keys.ts'
import { defined } from '#model/defined.ts'
import { nearest } from '#model/nearest.ts'
import { usageRefusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import { JsonValue } from '#model/json.ts'
import { step } from '#model/next.ts'
import { failed, success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { dim, strong, type Line } from './text/line.ts'

const Shown = z.object({
  key: z.string(),
  value: JsonValue,
  origin: z.object({ layer: z.string(), where: z.string(), line: z.number().optional() }).optional(),
})
type Shown = z.output<typeof Shown>

const showOrigin = z.boolean().default(false).describe('Also show which file, variable or flag set it')

export const list = operation({
  name: 'config list',
  summary: 'Show the effective configuration',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ showOrigin }),
  positionals: [],
  output: z.object({ values: z.array(Shown), next: Next }),
  examples: [{ command: 'forge config list --show-origin', what: 'and where each value comes from' }],
  async run(forge, { showOrigin }) {
    const config = await forge.config()
    if (!config.ok) return config
    const values = config.value.values.map((value) => shownOf(value, showOrigin ? 'with-origin' : 'bare'))
    return success({ value: { values, next: [step('doctor')] } })
  },
  render: ({ values }) => values.map(renderValue),
})

export const get = operation({
  name: 'config get',
  summary: 'Show one value of the configuration',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ key: z.string().min(1).max(200).describe('Key, such as limits.maxCost'), showOrigin }),
  positionals: ['key'],
  output: Shown,
  examples: [{ command: 'forge config get limits.maxCost', what: 'prints nothing if the key is not set' }],
  async run(forge, { key, showOrigin }) {
    const config = await forge.config()
    if (!config.ok) return config
    const { values } = config.value
    const known = [...keyRows().map((row) => row.key), ...values.map((value) => value.key)]
    if (!known.includes(key)) {
      const meant = nearest(key, known)
      const hint = meant === undefined ? say('hint.configListKeys') : say('hint.didYouMeanThis', { meant })
      return failed(usageRefusal('unknown-key', say('config.noSuchKey', { key }), hint))
    }
    const found = values.find((value) => value.key === key)
    if (found !== undefined) return success({ value: shownOf(found, showOrigin ? 'with-origin' : 'bare') })
    // Names that the user chose under a key: all of them, each with its own origin.
    const named = values.filter(({ path }) => path.slice(0, -1).join('.') === key)
    const entries = named.map(({ path, value }) => [path.at(-1) ?? '', value])
    const value =
      named.length === 0 ? null : (JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Shown['value'])
    return success({ value: { key, value } })
  },
  render: (shown) => [...valueLines(shown)],
})

function shownOf({ key, value, origin }: Value, form: 'with-origin' | 'bare'): Shown {
  const { layer, where, line } = origin
  const shown = { key, value: JSON.parse(JSON.stringify(value)) as Shown['value'] }
  return form === 'with-origin' ? { ...shown, origin: { layer, where, ...defined({ line }) } } : shown
}

function renderValue(shown: Shown): Line {
  const { key, value } = shown
  return [strong(key), ` = ${JSON.stringify(value)}`, dim(originText(shown))]
}

function valueLines({ value, ...shown }: Shown): Line[] {
  if (value === null) return []
  return [[typeof value === 'string' ? value : JSON.stringify(value), dim(originText({ value, ...shown }))]]
}

function originText({ origin }: Shown): string {
  if (origin === undefined) return ''
  return `  (${origin.layer}${origin.where === origin.layer ? '' : `, ${origin.where}${origin.line === undefined ? '' : `:${origin.line}`}`})`
}
