/** Words about one unit: retry and reopen. And which unit was meant. */
import { z } from 'zod'
import type { RunState } from '#forge.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import { invalidatedBy } from '#core/views/reopen.ts'
import { nearest } from '#model/nearest.ts'
import { say } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { operation } from './operation.ts'

import { answer, Answered, answeringExits, answeringFlags, renderAnswered, runFlag, type Choose } from './queue.ts'

export const UnitName = z.string().min(1).max(63).describe('Id of the unit, as forge status shows it')

/** The unit of that id, or which ones there are. */
export function chooseUnit(state: RunState, wanted: string): Result<string, Refusal> {
  if (state.units[wanted] !== undefined) return success(wanted)
  const known = state.order.filter((id) => state.units[id]?.status !== 'dropped')
  const meant = nearest(wanted, known)
  const hint =
    meant === undefined ? say('unit.known', { units: known.join(', ') }) : say('hint.didYouMeanThis', { meant })
  return failed(refusal('unknown-unit', say('unit.notInRun', { run: state.run, unit: wanted }), hint))
}

export const retry = operation({
  name: 'retry',
  summary: 'Try a stopped unit again from the phase where it stopped',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({ unit: UnitName, ...runFlag, ...answeringFlags }),
  positionals: ['unit'],
  output: Answered,
  examples: [{ command: 'forge retry login-form', what: 'after you fixed what stopped it' }],
  exits: answeringExits,
  run(forge, { unit, ...input }, talk) {
    const choose: Choose = (state) => {
      const found = chooseUnit(state, unit)
      return found.ok ? success({ type: 'retry', unit: found.value }) : found
    }
    return answer(forge, input, choose, talk)
  },
  render: renderAnswered,
})

export const reopen = operation({
  name: 'reopen',
  summary: 'Reopen a stopped unit with a note for its agent',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    unit: UnitName,
    reason: z.string().min(1).max(2000).describe('What should be different; the agent of the unit reads this'),
    from: z
      .string()
      .max(63)
      .optional()
      .describe('The phase that works again; all later phases run again. By default the phase where it stopped'),
    ...runFlag,
    ...answeringFlags,
  }),
  positionals: ['unit'],
  output: Answered,
  examples: [
    {
      command: 'forge reopen login-form --reason "keep the old route alive"',
      what: 'the agent continues with this note',
    },
    { command: 'forge reopen login-form --from plan --reason "another way"', what: 'back to an earlier phase' },
  ],
  exits: answeringExits,
  run(forge, { unit, reason, from, ...input }, talk) {
    const choose: Choose = (state) => {
      const found = chooseUnit(state, unit)
      if (!found.ok) return found
      const taken = from === undefined ? undefined : invalidatedBy(state, found.value, from)
      if (taken !== undefined)
        talk.say(
          taken.again.length === 0
            ? say('unit.aloneAgain', { works: taken.works })
            : say('unit.again', { works: taken.works, again: taken.again.join(', ') }),
        )
      return success({ type: 'reopen', unit: found.value, reason, ...(from === undefined ? {} : { from }) })
    }
    return answer(forge, input, choose, talk)
  },
  render: renderAnswered,
})
