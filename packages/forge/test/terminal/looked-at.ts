/** A build whose worker waits at the gate and prints what a terminal must not get, for the tests that look on. */
import { collect } from '../cli/stage.ts'
import { until } from '../processes/living.ts'
import { usualPlan, usualWork, waiting, type Habits, type Place, type Steps } from './place.ts'

const evil = '\u001B]52;c;ZXZpbA==\u0007\u001B[31mred\u202Eder'
export const slowly: Steps = [
  { do: 'print', text: `begins ${evil}`, to: 'stdout' },
  { do: 'print', text: 'complains', to: 'stderr' },
  ...waiting('obedient'),
  { do: 'print', text: 'goes on', to: 'stdout' },
  ...usualWork,
]
const [unit] = usualPlan.with.plan.units
const evilPlan: Steps = [
  {
    do: 'answer',
    with: { plan: { summary: `One ${evil}.`, units: [{ ...unit, title: 'The shop', brief: `Open ${evil}` }] } },
  },
]

export const waitingHabits: Habits = { worker: slowly, planner: evilPlan }

/** A build whose worker has come to the gate. */
export async function buildingIn(place: Place): Promise<{ readonly ran: ReturnType<typeof collect> }> {
  const child = place.start(['build', 'Open the \u202E shop', '--yes'])
  let out = ''
  const ran = collect(child)
  child.stdout?.on('data', (chunk: string) => (out += chunk))
  await until(() => out.includes('shop implement'), 60_000)
  return { ran }
}
