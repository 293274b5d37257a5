/** `plan show`: everything that an approval would allow, with nothing hidden (T-28): order, paths, whole commands, worst case. */
import { z } from 'zod'
import { refusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import { step } from '#model/next.ts'
import { failed, success } from '#model/result.ts'
import { operation, RunName } from './operation.ts'
import { renderPlan } from './plan-lines.ts'
import { PlanShown, shownOf } from './plan-shown.ts'

export default operation({
  name: 'plan show',
  summary: 'Show the plan of a run: order, paths, commands, worst case',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: PlanShown,
  examples: [
    { command: 'forge plan show', what: 'what forge approve would allow' },
    { command: 'forge plan show --json > plan.json', what: 'to change it; then forge plan edit plan.json' },
  ],
  async run(forge, { run }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const { run: name } = chosen.value
    const plan = await forge.plan(name)
    if (!plan.ok) return plan
    if (plan.value === undefined)
      return failed(refusal('no-plan', say('run.hasNoPlan', { run: name }), step('status', { run: name })))
    return success({ value: shownOf(name, plan.value) })
  },
  render: renderPlan,
})
