/** One Forge process that redacts a secret, and dies where it is told. Prints its points if it lives. */
import { createSteps, type RedactSteps } from '#forge/housekeeping/redact/steps.ts'
import { must } from '../driven/project.ts'
import { createPoints, type KillPlan, type Points } from './points.ts'
import { partsIn, redactIn } from './redact-place.ts'

const [cwd = '', home = '', at = '0', moment = 'before'] = process.argv.slice(2)
const killing = createPoints({ at: Number(at), moment: moment as KillPlan['moment'] })

/** Every method is one effect. */
function stepsWithPoints(steps: RedactSteps, points: Points): RedactSteps {
  const wrapped = Object.entries(steps).map(([name, step]: [string, (...args: never[]) => Promise<unknown>]) => [
    name,
    (...args: never[]) => points.around(name, () => step(...args)),
  ])
  return Object.fromEntries(wrapped) as RedactSteps
}

const { parts, close } = await partsIn(cwd, home)
must(await redactIn(parts, stepsWithPoints(createSteps(parts), killing)))
await close()
console.log(JSON.stringify(killing.labels))
