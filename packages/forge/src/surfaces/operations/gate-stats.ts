/**
 * `gate stats`: the effect of each gate, in one run or in all of them; shows a gate that never changes anything (U-06).
 */
import { z } from 'zod'
import type { GateUse } from '#core/views/gate-use.ts'
import { Effect } from '#model/phase.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { strong, type Line } from './text/line.ts'
import { styledText, textOf } from './text/message.ts'
import { table } from './text/table.ts'
import { runsMeant } from './which-runs.ts'

const Row = z.object({
  template: z.string(),
  phase: z.string(),
  gate: z.enum(['phase', 'before', 'after']).describe('The phase itself, or its directives before or after it'),
  effect: Effect,
  runs: z.number(),
  hits: z.number().describe('How often it did not let through'),
  changes: z.number().describe('How often the work came back different, or the unit did not go on'),
})

const Output = z.object({
  gates: z.array(Row),
  idle: z.array(z.string()).describe('Gates that ran and never changed anything'),
  next: Next,
})

export default operation({
  name: 'gate stats',
  summary: 'Show how often each gate ran, what it found and what that changed',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    run: z.string().min(1).max(63).optional().describe('Run id or its beginning; by default all runs'),
  }),
  positionals: ['run'],
  output: Output,
  examples: [
    { command: 'forge gate stats', what: 'of all runs: which gates are worth their cost' },
    { command: 'forge gate stats 7f3a --json', what: 'of one run, for a program' },
  ],
  async run(forge, { run }) {
    const names = await runsMeant(forge, run)
    if (!names.ok) return names
    const sums = new Map<string, GateUse>()
    for (const name of names.value) {
      const history = await forge.history(name)
      if (!history.ok) return history
      for (const use of history.value.gateUse()) add(sums, use)
    }
    const gates = [...sums.values()].filter(({ runs }) => runs > 0)
    const idle = gates.filter(({ changes }) => changes === 0).map(nameOf)
    return success({ value: { gates, idle, next: [step('report')] } })
  },
  render({ gates, idle }) {
    if (gates.length === 0) return [[styledText('gates.none')]]
    return [
      ...table(
        gates.map(({ changes, runs, hits, effect, ...gate }) => [
          changes === 0 ? styledText('gates.idle', {}, 'dim') : styledText('gates.useful', {}, 'good'),
          strong(nameOf(gate)),
          effect,
          textOf('gates.runs', { count: runs }),
          textOf('gates.hits', { count: hits }),
          textOf('gates.changes', { count: changes }),
        ]),
        '  ',
      ),
      ...(idle.length === 0 ? [] : ['', textOf('gates.never', { gates: idle.join(', ') })]),
    ] satisfies Line[]
  },
})

function nameOf({ template, phase, gate }: Pick<GateUse, 'template' | 'phase' | 'gate'>): string {
  return gate === 'phase' ? `${template}/${phase}` : `${template}/${phase} (${gate})`
}

function add(sums: Map<string, GateUse>, use: GateUse): void {
  const key = `${nameOf(use)} ${use.effect}`
  const known = sums.get(key)
  if (known === undefined) return void sums.set(key, use)
  const { runs, hits, changes } = known
  sums.set(key, { ...use, runs: runs + use.runs, hits: hits + use.hits, changes: changes + use.changes })
}
