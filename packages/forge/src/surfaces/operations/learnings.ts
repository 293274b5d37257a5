/** `learnings`: what runs of this repository have learned, in one run or in all of them. */
import { z } from 'zod'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Learning } from '#model/learning.ts'
import { learningLine } from './learning-text.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { dim, spansOf, strong, type Line } from './text/line.ts'
import { styledText } from './text/message.ts'
import { runsMeant } from './which-runs.ts'

const Kind = z.enum(['test_command', 'failure_pattern', 'success_pattern'])

const Output = z.object({
  learnings: z.array(z.object({ run: z.string(), learning: Learning })),
  next: Next,
})

export default operation({
  name: 'learnings',
  summary: 'Show what runs have learned: commands that verify, failures and their fixes, how runs succeeded',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    run: z.string().min(1).max(63).optional().describe('Run id or its beginning; by default all runs'),
    kind: Kind.optional().describe('Only this kind'),
  }),
  positionals: ['run'],
  output: Output,
  examples: [
    { command: 'forge learnings', what: 'of all runs of this repository' },
    { command: 'forge learnings --kind failure_pattern', what: 'what went wrong here, and what fixed it' },
  ],
  async run(forge, { run, kind }) {
    const names = await runsMeant(forge, run)
    if (!names.ok) return names
    const learnings: z.output<typeof Output>['learnings'] = []
    for (const name of names.value) {
      const view = await forge.view(name)
      if (!view.ok) return view
      for (const learning of view.value.learnings)
        if ((kind ?? learning.kind) === learning.kind) learnings.push({ run: name, learning })
    }
    const [only] = names.value
    const isOne = only !== undefined && names.value.length === 1
    const next = [isOne ? step('report', { run: only }) : step('list', { of: 'runs' })]
    return success({ value: { learnings, next } })
  },
  render({ learnings }) {
    if (learnings.length === 0) return [[styledText('learned.none')]]
    const runs = [...new Set(learnings.map(({ run }) => run))]
    return runs.flatMap((run): Line[] => [
      [strong(run)],
      ...learnings
        .filter((one) => one.run === run)
        .map((one): Line => [dim('  '), ...spansOf(learningLine(one.learning))]),
    ])
  },
})
