/** `raise`: new ceilings for a run; those that are not named stay. A run that a ceiling stopped goes on. */
import { z } from 'zod'
import { limitsOf } from '#config/schema.ts'
import { usageRefusal } from '#forge/refusal.ts'
import { failed, success } from '#model/result.ts'
import { operation, RunName } from './operation.ts'
import { answer, Answered, answeringExits, answeringFlags, renderAnswered, type Choose } from './say.ts'

const Count = z.number().int().nonnegative().optional()

export default operation({
  name: 'raise',
  summary: 'Set new limits for a run',
  shape: 'stream',
  input: z.strictObject({
    run: RunName,
    maxCost: z.number().nonnegative().optional().describe('Dollars that all agents may spend together'),
    maxTokens: Count.describe('Tokens that all agents may use together'),
    maxMinutes: z.number().nonnegative().optional().describe('Minutes of agent and check time'),
    maxAttempts: Count.describe('Attempts of the whole run'),
    maxUnitAttempts: Count.describe('Attempts of one unit in its whole life'),
    ...answeringFlags,
  }),
  positionals: ['run'],
  output: Answered,
  examples: [{ command: 'forge raise 7f3a --max-cost 20', what: 'up to 20 dollars in all, not 20 more' }],
  exits: answeringExits,
  run(forge, { run, drive, agent, ...limits }, talk) {
    const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length === 0) {
      const what = usageRefusal('bad-argument', 'say which limit', 'such as --max-cost 20; see forge raise --help')
      return Promise.resolve(failed(what))
    }
    // What was not named keeps the value that the run has now, not the default of the model.
    const wanted = Object.entries(limitsOf(given)).filter(([key]) => isNamed(key, given))
    const choose: Choose = (state) =>
      success({ type: 'raise', limits: { ...state.limits, ...Object.fromEntries(wanted) } })
    return answer(forge, { run, drive, agent }, choose, talk)
  },
  render: renderAnswered,
})

const names: Readonly<Record<string, string>> = { dispatches: 'maxAttempts', unitDispatches: 'maxUnitAttempts' }

/** Only these two have defaults, so only they can be there without having been named. */
function isNamed(key: string, given: Readonly<Record<string, unknown>>): boolean {
  const name = names[key]
  return name === undefined || given[name] !== undefined
}
