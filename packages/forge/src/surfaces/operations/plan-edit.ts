/** `plan edit`: the human's own version of the plan. It is checked like any other, and Forge asks about it again. */
import { z } from 'zod'
import { parseData } from '#config/data.ts'
import { refusal, usageRefusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import { step } from '#model/next.ts'
import { failed, success } from '#model/result.ts'
import { operation } from './operation.ts'
import { answer, Answered, answeringExits, answeringFlags, renderAnswered, runFlag, type Choose } from './queue.ts'

export default operation({
  name: 'plan edit',
  summary: 'Replace the plan with your own version',
  details:
    'The file is YAML or JSON: the plan itself, or the output of forge plan show --json. Forge checks it like any other plan,\n' +
    'gives it a new hash and asks again: earlier approvals do not cover it.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    file: z.string().min(1).max(4096).describe('File with the plan, YAML or JSON'),
    ...runFlag,
    ...answeringFlags,
  }),
  positionals: ['file'],
  output: Answered,
  examples: [
    { command: 'forge plan show --json > plan.json', what: 'then change it' },
    { command: 'forge plan edit plan.json', what: 'and approve the result' },
  ],
  exits: answeringExits,
  async run(forge, { file, ...input }, talk) {
    const text = forge.files.read(file)
    if (!text.ok) return failed(usageRefusal('bad-file', say('path.unusable', { path: file, why: text.failure })))
    if (text.value === undefined)
      return failed(usageRefusal('bad-file', say('path.doesNotExist', { path: file }), howToGet))
    const data = parseData(text.value)
    if (!data.ok)
      return failed(usageRefusal('bad-file', say('path.notData', { path: file, why: data.failure }), howToGet))
    const plan = planIn(data.value)
    const choose: Choose = ({ run }, known) => {
      if (known === undefined) return failed(refusal('no-plan', say('run.hasNoPlan', { run }), step('status', { run })))
      return success({ type: 'edit', unit: known.unit, plan })
    }
    return answer(forge, input, choose, talk)
  },
  render: renderAnswered,
})

const howToGet = say('hint.planShowToFile')

/** The output of `plan show --json` holds the plan among other things. */
function planIn(data: Json): Json {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const { plan, hash } = data as Readonly<Record<string, Json>>
  return plan !== undefined && hash !== undefined ? plan : data
}
