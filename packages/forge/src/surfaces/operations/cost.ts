/** `cost`: what a run has cost, by unit, phase or model; failed, late and lost attempts included. */
import { z } from 'zod'
import { costByPhase, costOf, type Cost, type CostView } from '#core/views/cost.ts'
import type { RunState } from '#forge.ts'
import { success } from '#model/result.ts'
import { Next, operation, RunName } from './operation.ts'
import { duration, money, spentMoney } from './run-words.ts'
import { dim, strong, type Line } from './text/line.ts'
import { said, words } from './text/message.ts'
import { table } from './text/table.ts'

const Sums = z.object({
  costMicros: z.number().describe('Millionths of a dollar'),
  tokens: z.number(),
  activeMs: z.number(),
  attempts: z.number().describe('How often agents tried'),
  steps: z.number().describe('How often Forge itself checked, merged or tidied'),
  estimatedMicros: z.number().describe('The part of the money that the agent did not tell and Forge estimated'),
  unpricedTokens: z.number().describe('Tokens without a known price; they are not in the money'),
  peakContext: z.number().describe('The most tokens that went into one attempt'),
})

const Output = z.object({
  run: z.string(),
  by: z.enum(['unit', 'phase', 'model']),
  total: Sums,
  fates: z
    .object({ good: Sums, failed: Sums, stale: Sums, lost: Sums })
    .describe('By what became of attempts; stale came too late to count, lost died with their driver'),
  advice: Sums.describe('What the advisor of a halted run used; it is in the total and of no unit'),
  rows: z.array(Sums.extend({ name: z.string() })),
  limits: z.object({
    costMicros: z.number().optional(),
    tokens: z.number().optional(),
    activeMs: z.number().optional(),
  }),
  next: Next,
})
type Output = z.output<typeof Output>

export default operation({
  name: 'cost',
  summary: 'Show what a run has cost, by unit, phase or model',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    run: RunName,
    by: z.enum(['unit', 'phase', 'model']).default('unit').describe('What the rows are'),
  }),
  positionals: ['run'],
  output: Output,
  examples: [
    { command: 'forge cost 7f3a', what: 'money, tokens and time of each unit' },
    { command: 'forge cost 7f3a --by model', what: 'which model took how much' },
  ],
  async run(forge, { run, by }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const read = await forge.readRun(chosen.value.run)
    if (!read.ok) return read
    const view = costOf(read.value.entries.map(({ event }) => event))
    return success({ value: outputOf(read.value.state, view, by) })
  },
  render,
})

function outputOf({ run, limits, status }: RunState, view: CostView, by: Output['by']): Output {
  const { costMicros, tokens, activeMs } = limits
  return {
    run,
    by,
    total: view.total,
    fates: view.byFate,
    advice: view.advice,
    rows: Object.entries(rowsBy(view, by))
      .map(([name, cost]) => ({ name, ...cost }))
      .toSorted((one, other) => other.costMicros - one.costMicros || other.tokens - one.tokens),
    limits: {
      ...(costMicros === undefined ? {} : { costMicros }),
      ...(tokens === undefined ? {} : { tokens }),
      ...(activeMs === undefined ? {} : { activeMs }),
    },
    next: [status === 'finished' ? `forge report ${run}` : `forge status ${run}`],
  }
}

function rowsBy(view: CostView, by: Output['by']): Readonly<Record<string, Cost>> {
  if (by === 'model') return view.models
  if (by === 'phase') return costByPhase(view)
  return Object.fromEntries(Object.entries(view.units).map(([id, { total }]) => [id, total]))
}

function render({ run, by, total, fates, advice, rows, limits }: Output): readonly Line[] {
  const wasted = (
    [
      ['cost.failed', fates.failed],
      ['cost.late', fates.stale],
      ['cost.lost', fates.lost],
    ] as const
  ).filter(([, cost]) => cost.attempts + cost.steps > 0)
  // By model it stands with its model.
  const advised = by === 'model' || advice.attempts === 0 ? [] : [{ name: '(advisor)', ...advice }]
  return [
    [strong(run), `  ${limitedText(total, limits.costMicros)}, ${words('count.tokens', { count: total.tokens })}`],
    '',
    ...table(
      [...rows, ...advised].map((row) => [
        row.name,
        spentMoney(row),
        words('count.tokens', { count: row.tokens }),
        words('count.attempts', { count: row.attempts }),
        row.steps === 0 ? '' : words('count.steps', { count: row.steps }),
        duration(row.activeMs),
        dim(row.peakContext === 0 ? '' : words('cost.most', { count: row.peakContext })),
      ]),
      '  ',
    ),
    ...(wasted.length === 0
      ? []
      : [
          words('cost.wasted', {
            parts: wasted
              .map(([key, cost]) => words(key, { count: cost.attempts + cost.steps, money: spentMoney(cost) }))
              .join(', '),
          }),
        ]),
    ...(total.unpricedTokens === 0 ? [] : [[said('cost.unpriced', { count: total.unpricedTokens }, 'warn')]]),
  ]
}

function limitedText(total: Cost, limit: number | undefined): string {
  const spent = spentMoney(total)
  return limit === undefined ? spent : words('cost.of', { money: spent, limit: money(limit) })
}
