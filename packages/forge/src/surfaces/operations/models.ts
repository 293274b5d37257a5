/** `models`: known models, their prices, and where these come from. */
import { z } from 'zod'
import type { SeenModels } from '#forge.ts'
import { defined } from '#model/defined.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { money } from './run-text.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { inFormat, styledText, textOf } from './text/message.ts'
import { table } from './text/table.ts'

const Dollars = z.number().optional().describe('Dollars per million tokens')
const Prices = z.object({ input: Dollars, output: Dollars, cacheRead: Dollars, cacheWrite: Dollars })

const Output = z.object({
  models: z.array(
    z.object({
      model: z.string(),
      provider: z.string().optional(),
      price: Prices.optional().describe('Absent: it has no price'),
      long: Prices.extend({ over: z.number() }).optional().describe('Of requests with more input than so many tokens'),
      contextWindow: z.number().optional(),
      deprecated: z.boolean(),
      usedFor: z.array(z.string()).describe('Tiers, phases, roles or agents of the configuration that come to it'),
      origin: z
        .object({
          kind: z.enum(['configuration', 'library', 'supplement']),
          where: z.string().optional().describe('The file and line of the configuration'),
          name: z.string().optional(),
          version: z.string().optional(),
          date: z.string().optional(),
          source: z.string().optional(),
        })
        .optional(),
    }),
  ),
  book: z.object({ name: z.string(), version: z.string(), date: z.string() }).describe('The price library'),
  part: z.string().optional(),
  next: Next,
})
type Output = z.output<typeof Output>
type Shown = Output['models'][number]

export default operation({
  name: 'models',
  summary: 'Show which models are known, what they cost, and who says so',
  details:
    'Without an argument: the models that the configuration selects, by tier and agent. With one: all models with it in their name.\n' +
    'Prices are dollars per million tokens. Forge counts a model without a price in tokens only; set its price under prices:.',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    part: z.string().min(1).max(200).optional().describe('A part of a name, such as sonnet or openai/'),
    agent: z.string().optional().describe('As if this agent did the work, such as codex'),
  }),
  positionals: ['part'],
  output: Output,
  examples: [
    { command: 'forge models', what: 'what the next run would use' },
    { command: 'forge models sonnet', what: 'all models with that name' },
  ],
  async run(forge, { part, agent }) {
    const seen = await forge.models(part, defined({ agent }))
    if (!seen.ok) return seen
    const { models, book } = seen.value
    const next =
      models.length === 0 && part !== undefined
        ? [step('models')]
        : [step('models', { part: 'claude' }), step('route', { name: 'worker' })]
    return success({
      value: { models: models.map(shownOf), book: { ...book }, ...defined({ part }), next },
    })
  },
  render: renderModels,
})

function shownOf({ usedFor, price, long, origin, ...model }: SeenModels['models'][number]): Shown {
  return {
    ...model,
    ...(price === undefined ? {} : { price: { ...price } }),
    ...(long === undefined ? {} : { long: { ...long } }),
    ...(origin === undefined ? {} : { origin: { ...origin } }),
    usedFor: [...usedFor],
  }
}

function renderModels({ models, book, part }: Output): readonly Line[] {
  const [nobody, dated] = [
    styledText('models.none', { part: part ?? '' }),
    styledText('models.book', { ...book }, 'dim'),
  ]
  if (models.length === 0) return [[part === undefined ? styledText('models.choosing') : nobody], [dated]]
  const head = ['model', 'provider', 'input', 'output', 'cache', 'context', 'origin'] as const
  return [
    ...table([head.map((name) => dim(textOf(`models.${name}`))), ...models.map(cellsOf)]),
    '',
    ...sourcesOf(models),
    [styledText('models.perMillion', {}, 'dim')],
    [dated],
  ]
}

/** Too long for a table cell. */
function sourcesOf(models: Output['models']): readonly Line[] {
  return models.flatMap(({ model, origin }): Line[] =>
    origin?.source === undefined ? [] : [[styledText('models.source', { model, source: origin.source }, 'dim')]],
  )
}

function cellsOf(model: Shown) {
  const { price, long, contextWindow, provider = '–', usedFor, deprecated } = model
  const shown = (dollars: number | undefined): string =>
    dollars === undefined ? '–' : money(Math.round(dollars * 1_000_000))
  const cache = price === undefined ? '–' : `${shown(price.cacheRead)} / ${shown(price.cacheWrite)}`
  const longer =
    long === undefined
      ? ''
      : ` ${textOf('models.long', { price: shown(long.input), over: inFormat().number(long.over) })}`
  return [
    strong(usedFor.length === 0 ? model.model : `${model.model} (${usedFor.join(', ')})`),
    provider,
    price === undefined ? toned('warn', textOf('models.unpriced')) : `${shown(price.input)}${longer}`,
    shown(price?.output),
    cache,
    contextWindow === undefined ? '–' : inFormat().number(contextWindow),
    dim(`${originText(model.origin)}${deprecated ? `, ${textOf('models.deprecated')}` : ''}`),
  ]
}

function originText(origin: Shown['origin']): string {
  if (origin === undefined) return textOf('models.noOrigin')
  const { kind, where = '', name = '', version = '', date = '' } = origin
  if (kind === 'configuration') return where
  return kind === 'library'
    ? `${name.split('/').at(-1) ?? name} ${version}, ${date}`
    : textOf('models.supplement', { date })
}
