/** `resume`: continues a run where it stopped, after an answer, an interruption or a crash. */
import { z } from 'zod'
import { drive, DrivenItem, drivingExits, drivingFlags, renderDriven } from './driving.ts'
import { operation, RunName } from './operation.ts'

export default operation({
  name: 'resume',
  summary: 'Resume a run',
  details: 'Forge does nothing twice: it checks what the interrupted step has already done before it repeats it.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    run: RunName.describe('Run id or its beginning; may be left out if only one run is unfinished'),
    ...drivingFlags,
  }),
  positionals: ['run'],
  output: DrivenItem,
  examples: [
    { command: 'forge resume', what: 'after Ctrl-C or a crash; the only run that has not ended' },
    { command: 'forge resume 7f3a', what: 'of several, this one' },
    {
      command: 'forge resume 7f3a --agent codex',
      what: 'resume now with another agent, when the account of the first one is exhausted',
    },
    { command: 'forge resume 7f3a --account second', what: 'resume now with another account' },
  ],
  exits: drivingExits,
  async run(forge, { run, ...input }, talk) {
    const chosen = await forge.chooseRun(run, ({ status }) => status !== 'finished')
    return chosen.ok ? drive(forge, { resume: chosen.value.run }, input, talk) : chosen
  },
  render: renderDriven,
})
