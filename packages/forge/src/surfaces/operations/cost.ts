/** `cost`: what a run has cost, by unit, phase or model; failed, late and lost attempts included. */
import { z } from 'zod'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Cost, RunView } from '#model/view.ts'
import { operation, RunName } from './operation.ts'
import { duration, money, spentMoney } from './run-text.ts'
import { dim, strong, type Line } from './text/line.ts'
import { styledText, textOf } from './text/message.ts'
import { table } from './text/table.ts'

const Output = RunView.shape.cost.pick({ total: true, fates: true, advice: true }).extend({
  run: z.string(),
  by: z.enum(['unit', 'phase', 'model']),
  rows: z.array(Cost.extend({ name: z.string() })),
  limits: RunView.shape.ceilings.pick({ costMicros: true, tokens: true, activeMs: true }),
  next: RunView.shape.next,
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
    const view = await forge.view(chosen.value.run)
    return view.ok ? success({ value: outputOf(view.value, by) }) : view
  },
  render,
})

function outputOf({ run, ceilings, status, cost }: RunView, by: Output['by']): Output {
  const { costMicros, tokens, activeMs } = ceilings
  return {
    run,
    by,
    total: cost.total,
    fates: cost.fates,
    advice: cost.advice,
    rows: Object.entries(cost[`${by}s`])
      .map(([name, sum]) => ({ name, ...sum }))
      .toSorted((one, other) => other.costMicros - one.costMicros || other.tokens - one.tokens),
    limits: { costMicros, tokens, activeMs },
    next: [step(status === 'finished' ? 'report' : 'status', { run })],
  }
}

function render({ run, by, total, fates, advice, rows, limits }: Output): readonly Line[] {
  const wasted = (
    [
      ['cost.failed', fates.failed],
      ['cost.late', fates.stale],
      ['cost.lost', fates.lost],
    ] as const
  ).filter(([, cost]) => cost.attempts + cost.steps > 0)
  // By model, advice is listed with its model.
  const advised = by === 'model' || advice.attempts === 0 ? [] : [{ name: '(advisor)', ...advice }]
  return [
    [strong(run), `  ${limitedText(total, limits.costMicros)}, ${textOf('count.tokens', { count: total.tokens })}`],
    '',
    ...table(
      [...rows, ...advised].map((row) => [
        row.name,
        spentMoney(row),
        textOf('count.tokens', { count: row.tokens }),
        textOf('count.attempts', { count: row.attempts }),
        row.steps === 0 ? '' : textOf('count.steps', { count: row.steps }),
        duration(row.activeMs),
        dim(row.peakContext === 0 ? '' : textOf('cost.most', { count: row.peakContext })),
      ]),
      '  ',
    ),
    ...(wasted.length === 0
      ? []
      : [
          textOf('cost.wasted', {
            parts: wasted
              .map(([key, cost]) => textOf(key, { count: cost.attempts + cost.steps, money: spentMoney(cost) }))
              .join(', '),
          }),
        ]),
    ...(total.unpricedTokens === 0 ? [] : [[styledText('cost.unpriced', { count: total.unpricedTokens }, 'warn')]]),
  ]
}

function limitedText(total: Cost, limit: number | undefined): string {
  const spent = spentMoney(total)
  return limit === undefined ? spent : textOf('cost.of', { money: spent, limit: money(limit) })
}
