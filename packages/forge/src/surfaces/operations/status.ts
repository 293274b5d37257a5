/** `status`: all runs of the repository, or one of them unit by unit. Reads; never waits for a driver. */
import { z } from 'zod'
import { operation, RunName } from './operation.ts'
import { StatusOutput } from './status-output.ts'
import { render, run } from './status-run.ts'

export default operation({
  name: 'status',
  summary: 'Show all runs, or the status of one',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: StatusOutput,
  examples: [
    { command: 'forge status', what: 'all runs of this repository' },
    { command: 'forge status 7f3a', what: 'one run, unit by unit; the beginning of its id is enough' },
    { command: 'forge status --json', what: 'the same for a program' },
  ],
  run,
  render,
})
