/**
 * `approve`: says yes to a question of a run. Bound to exactly what was shown: Forge asks again about a changed plan.
 */
import { z } from 'zod'
import { success } from '#model/result.ts'
import { chooseQuestion, Subject } from './answers.ts'
import { operation, RunName } from './operation.ts'
import {
  answer,
  Answered,
  answeringExits,
  answeringFlags,
  asksSomething,
  renderAnswered,
  type Choose,
} from './queue.ts'

export default operation({
  name: 'approve',
  summary: 'Answer yes to the question of a run',
  details:
    'The approval covers the plan exactly as it is now. With --subject it counts only if the plan has not changed since you looked\n' +
    'at it. When no process is working on the run, this one resumes it; with --no-drive the approval waits for the next forge resume.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    run: RunName,
    question: z.string().max(400).optional().describe('Which question, when several are open: its unit, path or key'),
    subject: Subject,
    ...answeringFlags,
  }),
  positionals: ['run'],
  output: Answered,
  examples: [
    { command: 'forge plan show', what: 'look first' },
    { command: 'forge approve', what: 'approve the only open question of the only run' },
    { command: 'forge approve 7f3a --subject 1c2d3e4f', what: 'only if it is still the plan that was shown' },
  ],
  exits: answeringExits,
  run(forge, { question, subject, ...input }, talk) {
    const choose: Choose = (view) => {
      const found = chooseQuestion(view, { question, subject })
      if (!found.ok) return found
      return success({ type: 'approve', question: found.value.key, subject: found.value.subject })
    }
    return answer(forge, { ...input, fits: asksSomething }, choose, talk)
  },
  render: renderAnswered,
})
