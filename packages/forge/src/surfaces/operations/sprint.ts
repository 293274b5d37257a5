/** A sprint is a run that opens in planning: `new` plans it, `run` begins with its tasks. */
import { z } from 'zod'
import { success } from '#model/result.ts'
import { begin } from './beginning.ts'
import { chooseSprint } from './choose-sprint.ts'
import { drive, DrivenItem, drivingExits, drivingFlags, renderDriven } from './driving.ts'
import { limitFlags } from './limit-flags.ts'
import { operation, RunName } from './operation.ts'
import { queue } from './queue.ts'
import { chooseUnit } from './units.ts'

export const create = operation({
  name: 'sprint new',
  summary: 'Plan a sprint: from a goal to tasks that you approve',
  details:
    'An agent splits the goal into tasks with dependencies, and you approve them. Forge builds nothing before forge sprint run.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    goal: z.string().trim().min(1).max(100_000).describe('The goal of the sprint'),
    ...drivingFlags,
    ...limitFlags,
    acceptDirty: z.boolean().default(false).describe('Start despite uncommitted changes; they stay as they are'),
  }),
  positionals: ['goal'],
  output: DrivenItem,
  examples: [
    { command: 'forge sprint new "people can reset their password"', what: 'ends when the tasks are planned' },
  ],
  exits: drivingExits,
  run: (forge, { goal, acceptDirty, ...input }, talk) =>
    begin(forge, { preset: 'sprint', request: goal, acceptDirty }, input, talk),
  render: renderDriven,
})

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
    const read = await forge.readRun(id)
    if (!read.ok) return read
    const { begun, only: before } = read.value.state
    // What has begun already is only gone on with.
    if (!begun || before?.join() !== only) {
      const said = await queue(forge, id, (state) => {
        const unit = only === undefined ? success(undefined) : chooseUnit(state, only)
        if (!unit.ok) return unit
        return success({ type: 'begin', ...(unit.value === undefined ? {} : { only: [unit.value] }) })
      })
      if (!said.ok) return said
      if (said.value.value.driver) return success({ next: [`forge watch ${id}`] })
    }
    return drive(forge, { resume: id }, input, talk)
  },
  render: renderDriven,
})
