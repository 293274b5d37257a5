/** Commands about one unit: retry and reopen. And choosing that unit. */
import { z } from 'zod'
import { refusal, type Refusal } from '#forge/refusal.ts'
import { invalidatedBy } from '#core/views/reopen.ts'
import { defined } from '#model/defined.ts'
import { nearest } from '#model/nearest.ts'
import { say } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { livingIn, unitsIn } from '#model/unit-tree.ts'
import type { RunView, UnitView } from '#model/view.ts'
import { operation } from './operation.ts'
import { answer, Answered, answeringExits, answeringFlags, renderAnswered, runFlag, type Choose } from './queue.ts'

export const UnitName = z.string().min(1).max(63).describe('Id of the unit, as forge status shows it')

/** The unit of that id, or a refusal that lists the units. */
export function chooseUnit({ run, units }: Pick<RunView, 'run' | 'units'>, wanted: string): Result<UnitView, Refusal> {
  const found = unitsIn(units).find(({ id }) => id === wanted)
  if (found !== undefined) return success(found)
  const known = livingIn(units).map(({ id }) => id)
  const meant = nearest(wanted, known)
  const hint =
    meant === undefined ? say('unit.known', { units: known.join(', ') }) : say('hint.didYouMeanThis', { meant })
  return failed(refusal('unknown-unit', say('unit.notInRun', { run, unit: wanted }), hint))
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
    const choose: Choose = (view) => {
      const found = chooseUnit(view, unit)
      return found.ok ? success({ type: 'retry', unit: found.value.id }) : found
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
    const choose: Choose = (view) => {
      const found = chooseUnit(view, unit)
      if (!found.ok) return found
      const taken = from === undefined ? undefined : invalidatedBy(found.value, from)
      if (taken !== undefined)
        talk.say(
          taken.again.length === 0
            ? say('unit.aloneAgain', { works: taken.works })
            : say('unit.again', { works: taken.works, again: taken.again.join(', ') }),
        )
      return success({ type: 'reopen', unit: found.value.id, reason, ...defined({ from }) })
    }
    return answer(forge, input, choose, talk)
  },
  render: renderAnswered,
})
