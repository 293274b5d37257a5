/** `plan show`: everything that an approval would allow, with nothing hidden (T-28): order, paths, whole commands, worst case. */
import { z } from 'zod'
import { refusal } from '#forge/refusal.ts'
import { raw, say } from '#messages/said.ts'
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
    const read = await forge.readRun(chosen.value.run)
    if (!read.ok) return read
    const view = forge.planOf(read.value.state)
    if (view === undefined)
      return failed(
        refusal('no-plan', say('run.hasNoPlan', { run: chosen.value.run }), raw(`forge status ${chosen.value.run}`)),
      )
    return success({ value: shownOf(chosen.value.run, view) })
  },
  render: renderPlan,
})
