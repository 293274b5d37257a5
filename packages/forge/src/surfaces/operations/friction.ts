/** `friction`: the obstacles that agents and Forge reported, in one run or in all of them. */
import { z } from 'zod'
import { FrictionWord } from '#model/friction.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { dim, type Line } from './text/line.ts'
import { renderNow, styledText } from './text/message.ts'
import { table } from './text/table.ts'
import { runsMeant } from './which-runs.ts'

const Signal = z.object({
  run: z.string(),
  at: z.number(),
  source: z.enum(['agent', 'forge']).describe('agent: told with an answer; forge: read from what was recorded'),
  workflow: z.string(),
  persona: z.string(),
  issue: FrictionWord,
  subkind: FrictionWord.optional(),
  evidence: Said.optional(),
  key: z.string().optional(),
  model: z.string().optional(),
})
type Signal = z.output<typeof Signal>

const Output = z.object({
  signals: z.array(Signal),
  counts: z.record(z.string(), z.number()).describe('How often each issue was met'),
  next: Next,
})

export default operation({
  name: 'friction',
  summary: 'Show problems that agents reported and that Forge ran into',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    run: z.string().min(1).max(63).optional().describe('Run id or its beginning; by default all runs'),
    issue: FrictionWord.optional().describe('Only this issue, such as skill_missing'),
    source: z.enum(['agent', 'forge']).optional().describe('Only what agents reported, or only what Forge ran into'),
  }),
  positionals: ['run'],
  output: Output,
  examples: [
    { command: 'forge friction', what: 'of all runs' },
    { command: 'forge friction 7f3a --issue skill_missing', what: 'what no skill of this run covered' },
  ],
  async run(forge, { run, issue, source }) {
    const names = await runsMeant(forge, run)
    if (!names.ok) return names
    const signals: Signal[] = []
    for (const name of names.value) {
      const history = await forge.history(name)
      if (!history.ok) return history
      for (const found of history.value.friction())
        if ((issue ?? found.issue) === found.issue && (source ?? found.source) === found.source)
          signals.push({ run: name, ...found })
    }
    const counts: Record<string, number> = {}
    for (const { issue: word } of signals) counts[word] = (counts[word] ?? 0) + 1
    const [only] = names.value
    const isOne = only !== undefined && names.value.length === 1
    const next = [isOne ? step('why', { about: only }) : step('list', { of: 'runs' })]
    return success({ value: { signals, counts, next } })
  },
  render({ signals, counts }) {
    if (signals.length === 0) return [[styledText('friction.none')]]
    const summary = Object.entries(counts)
      .toSorted(([, one], [, other]) => other - one)
      .map(([issue, count]) => `${count} ${issue}`)
    return [
      [styledText('friction.count', { count: signals.length }, 'strong'), summary.join(', ')],
      '',
      ...table(
        signals.map(({ at, source, issue, persona, workflow, run, key, evidence }) => [
          dim(isoTime(at)),
          issue,
          source === 'forge' ? dim('forge') : persona,
          source === 'forge' ? (key ?? run) : `${run} ${workflow}`,
          dim(evidence === undefined ? '' : renderNow(evidence)),
        ]),
        '  ',
      ),
    ] satisfies Line[]
  },
})
