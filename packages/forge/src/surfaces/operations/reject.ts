/** `reject`: says no, with what should be different; the plan goes back to its planner with the note. */
import { z } from 'zod'
import { success } from '#model/result.ts'
import { chooseQuestion } from './answers.ts'
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
  name: 'reject',
  summary: 'Answer no to the question of a run, and say what should be different',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    run: RunName,
    note: z.string().min(1).max(4000).describe('What should be different; the planner reads this'),
    question: z.string().max(400).optional().describe('Which question, when several are open: its unit, path or key'),
    ...answeringFlags,
  }),
  positionals: ['run'],
  output: Answered,
  examples: [
    {
      command: 'forge reject --note "leave the public API as it is"',
      what: 'the planner makes a new plan, and Forge asks again',
    },
  ],
  exits: answeringExits,
  run(forge, { note, question, ...input }, talk) {
    const choose: Choose = (view) => {
      const found = chooseQuestion(view, { question })
      if (!found.ok) return found
      return success({ type: 'reject', question: found.value.key, subject: found.value.subject, note })
    }
    return answer(forge, { ...input, fits: asksSomething }, choose, talk)
  },
  render: renderAnswered,
})
