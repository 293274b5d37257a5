/** `raise`: new limits for a run; those not named stay. A run that a limit stopped continues. */
import { z } from 'zod'
import { limitsOf } from '#config/schema.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import type { Limits } from '#model/budget.ts'
import { limitFields } from '#model/next.ts'
import { failed, success } from '#model/result.ts'
import { limitFlags } from './limit-flags.ts'
import { operation, RunName } from './operation.ts'
import { money } from './run-text.ts'
import { flagOf } from './text/shell.ts'
import { answer, Answered, answeringExits, answeringFlags, renderAnswered, type Choose } from './queue.ts'

export default operation({
  name: 'raise',
  summary: 'Set new limits for a run',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    run: RunName,
    ...limitFlags,
    lower: z.boolean().default(false).describe('Allow a limit that is lower than the current one'),
    ...answeringFlags,
  }),
  positionals: ['run'],
  output: Answered,
  examples: [{ command: 'forge raise 7f3a --max-cost 20', what: '20 dollars in total, not 20 more' }],
  exits: answeringExits,
  run(forge, { run, drive, agent, lower, ...limits }, talk) {
    const given = Object.fromEntries(
      Object.entries(limits).filter(([, value]) => value !== undefined && value !== false),
    )
    if (Object.keys(given).length === 0) {
      const what = usageRefusal('bad-argument', say('limit.sayWhich'), say('limit.suchAsMaxCost'))
      return Promise.resolve(failed(what))
    }
    // A limit that was not named keeps the run's present value, not the default of the model.
    const wanted = Object.entries(limitsOf(given)).flatMap(([key, value]) =>
      value !== undefined && isNamed(key, given) ? [[key, value] as const] : [],
    )
    const choose: Choose = ({ ceilings }) => {
      const lowered = lower ? undefined : wanted.find((one) => isLower(ceilings, one))
      if (lowered !== undefined) return failed(lowerRefusal(ceilings, lowered))
      return success({ type: 'raise', limits: { ...ceilings, ...Object.fromEntries(wanted) } })
    }
    return answer(forge, { run, drive, agent }, choose, talk)
  },
  render: renderAnswered,
})

const names: Readonly<Record<string, string>> = { dispatches: 'maxAttempts', unitDispatches: 'maxUnitAttempts' }

/** Only these two have defaults, so only they can be present without having been named. */
function isNamed(key: string, given: Readonly<Record<string, unknown>>): boolean {
  const name = names[key]
  return name === undefined || given[name] !== undefined
}

function isLower(limits: Limits, [key, value]: LimitChange): boolean {
  return typeof value === 'number' && value < (limitIn(limits, key) ?? 0)
}

function limitIn(limits: Limits, key: string): number | undefined {
  const value = limits[key as keyof Limits]
  return typeof value === 'number' ? value : undefined
}

type LimitChange = readonly [string, NonNullable<Limits[keyof Limits]>]

/** A user who types a smaller number has most often forgotten the present value. */
function lowerRefusal(limits: Limits, [key, value]: LimitChange): Refusal {
  const shown = (number: number): string => (key.endsWith('Micros') ? money(number) : String(shownAs(key, number)))
  const name = flagOf(limitFields[key as keyof Limits])
  const now = shown(limitIn(limits, key) ?? 0)
  return usageRefusal(
    'lower',
    say('limit.lowerThanNow', { name, value: shown(Number(value)), now }),
    say('limit.addLowerOption'),
  )
}

function shownAs(key: string, number: number): number {
  return key.endsWith('ActiveMs') || key === 'activeMs' ? Math.round(number / 60_000) : number
}
