/** `approve`: say yes to what a run asks. Bound to exactly what was shown: a plan that changed is asked about again. */
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
  summary: 'Say yes to what a run asks',
  details:
    'The approval counts for the plan exactly as it stands now. With --subject it counts only if that is still the plan\n' +
    'you looked at. When no Forge drives the run, this process resumes it; with --no-drive the approval waits for the next forge resume.',
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
    const choose: Choose = (state) => {
      const found = chooseQuestion(state, { question, subject })
      if (!found.ok) return found
      return success({ type: 'approve', question: found.value.key, subject: found.value.subject })
    }
    return answer(forge, { ...input, fits: asksSomething }, choose, talk)
  },
  render: renderAnswered,
})
