/** `status`: all runs of the repository, or one of them unit by unit. Reads; never waits for a driver. */
import { z } from 'zod'
import { Said } from '#model/said.ts'
import { Next, RunSummary, RunView, UnitStanding } from '#model/view.ts'
import { operation, RunName } from './operation.ts'
import { detailParts, render, run } from './status-run.ts'

const Output = z.object({
  runs: z.array(RunSummary.extend({ age: Said })).readonly(),
  /** The requested run, or the only one. */
  detail: RunView.pick(detailParts)
    .extend({ units: z.array(UnitStanding).readonly() })
    .optional(),
  next: Next,
})

export default operation({
  name: 'status',
  summary: 'Show all runs, or the status of one',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: Output,
  examples: [
    { command: 'forge status', what: 'all runs of this repository' },
    { command: 'forge status 7f3a', what: 'one run, unit by unit; the beginning of its id is enough' },
    { command: 'forge status --json', what: 'the same for a program' },
  ],
  run,
  render,
})
