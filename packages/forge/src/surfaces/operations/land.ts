/** `land`: fast-forwards your current branch to what a run has merged; only on request, and only forward. */
import { z } from 'zod'
import { raw } from '#messages/said.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation, RunName } from './operation.ts'
import type { Line } from './text/line.ts'
import { styledText } from './text/message.ts'

const Output = z.object({
  run: z.string(),
  state: z.enum(['landed', 'already', 'would-land']),
  branch: z.string(),
  from: z.string().describe('Commit that the branch was at'),
  to: z.string().describe('Commit that holds what the run has merged'),
  paths: z.array(z.string()).describe('Files that change'),
  next: Next,
})

export default operation({
  name: 'land',
  summary: 'Fast-forward your branch to the merged work of a run',
  details:
    'Fast-forward only. Forge refuses, with the reason and before it writes anything, when the branch has new commits (forge sync), when the run changed files that you have changed too, when HEAD is detached, or when you are on another branch than the run started from. Your other changes stay as they are; hooks do not run.',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({
    run: RunName,
    partial: z.boolean().default(false).describe('Land the work merged so far, even if the run is not done'),
    onto: z.string().min(1).optional().describe('The branch to move, if the run started from another one'),
    dryRun: z.boolean().default(false).describe('Show what would change'),
  }),
  positionals: ['run'],
  output: Output,
  examples: [
    { command: 'forge land 7f3a --dry-run', what: 'what would change' },
    { command: 'forge land 7f3a', what: 'move your branch to it' },
  ],
  async run(forge, { run, partial, onto, dryRun }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const landed = await forge.handover.land({
      run: chosen.value.run,
      what: partial ? 'merged' : 'done',
      onto,
      mode: dryRun ? 'show' : 'land',
    })
    if (!landed.ok) return landed
    const { state, from } = landed.value
    const next =
      state === 'would-land'
        ? [step('land', { run: chosen.value.run })]
        : [raw(`git log --oneline ${from.slice(0, 12)}..`)]
    return success({ value: { ...landed.value, paths: [...landed.value.paths], next } })
  },
  render: ({ state, branch, from, to, paths }): readonly Line[] => [
    [
      state === 'already'
        ? styledText('land.already', { branch })
        : styledText(state === 'landed' ? 'land.landed' : 'land.would', {
            branch,
            from: from.slice(0, 12),
            to: to.slice(0, 12),
            count: paths.length,
          }),
    ],
    ...paths.slice(0, 50).map((path): Line => ['  ', path]),
    ...(paths.length > 50 ? [['  ', styledText('land.more', { count: paths.length - 50 }, 'dim')] as Line] : []),
  ],
})
