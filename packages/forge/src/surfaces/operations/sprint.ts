/** A sprint is a run that opens in planning: this starts its tasks. */
import { z } from 'zod'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { chooseSprint } from './choose-sprint.ts'
import { drive, DrivenItem, drivingExits, drivingFlags, renderDriven } from './driving.ts'
import { limitFlags } from './limit-flags.ts'
import { operation, RunName } from './operation.ts'
import { queue } from './queue.ts'
import { chooseUnit } from './units.ts'

export const run = operation({
  name: 'sprint run',
  summary: 'Start the tasks of a sprint, all or one of them',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    run: RunName,
    only: z.string().min(1).max(63).optional().describe('Only this task; its dependencies must be done'),
    ...drivingFlags,
    ...limitFlags,
  }),
  positionals: ['run'],
  output: DrivenItem,
  examples: [
    { command: 'forge sprint run', what: 'every task as soon as its dependencies are done' },
    { command: 'forge sprint run --only login-form', what: 'one task; the others wait' },
  ],
  exits: drivingExits,
  async run(forge, { run: wanted, only, ...input }, talk) {
    const chosen = await chooseSprint(forge, wanted)
    if (!chosen.ok) return chosen
    const id = chosen.value
    const view = await forge.view(id)
    if (!view.ok) return view
    const { hasBegun, only: before } = view.value
    // A task that has started is only resumed.
    if (!hasBegun || before?.join() !== only) {
      const said = await queue(forge, id, (now) => {
        const unit = only === undefined ? success(undefined) : chooseUnit(now, only)
        if (!unit.ok) return unit
        return success({ type: 'begin', ...(unit.value === undefined ? {} : { only: [unit.value.id] }) })
      })
      if (!said.ok) return said
      if (said.value.value.driver) return success({ next: [step('watch', { run: id })] })
    }
    return drive(forge, { resume: id }, input, talk)
  },
  render: renderDriven,
})
