/** `resume`: go on with a run from where it stands, after an answer, an interruption or a crash. */
import { z } from 'zod'
import { drive, DrivenItem, drivingExits, drivingFlags, renderDriven } from './driving.ts'
import { operation, RunName } from './operation.ts'

export default operation({
  name: 'resume',
  summary: 'Go on with a run from where it stands',
  details:
    'Nothing is done twice: what was under way when Forge ended is looked up in the world before it is repeated.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    run: RunName.describe('Run id or its beginning; the only unfinished run when left out'),
    ...drivingFlags,
  }),
  positionals: ['run'],
  output: DrivenItem,
  examples: [
    { command: 'forge resume', what: 'after Ctrl-C or a crash; the only run that has not ended' },
    { command: 'forge resume 7f3a', what: 'of several, this one' },
    {
      command: 'forge resume 7f3a --agent codex',
      what: 'at once with another agent, where the first has nothing left',
    },
    { command: 'forge resume 7f3a --account second', what: 'at once with another account' },
  ],
  exits: drivingExits,
  async run(forge, { run, ...input }, talk) {
    const chosen = await forge.chooseRun(run, ({ status }) => status !== 'finished')
    return chosen.ok ? drive(forge, { resume: chosen.value.run }, input, talk) : chosen
  },
  render: renderDriven,
})
