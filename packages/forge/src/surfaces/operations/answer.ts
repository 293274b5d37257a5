/** `answer`: gives one of the options of an open question, of any kind. Bound to exactly what was asked about. */
import { z } from 'zod'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'
import type { QueuedCommand } from '#forge.ts'
import { nearest } from '#model/nearest.ts'
import { say } from '#messages/said.ts'
import type { Question } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import { chooseQuestion, runOfKey, Subject } from './answers.ts'
import { operation } from './operation.ts'
import {
  answer,
  Answered,
  answeringExits,
  answeringFlags,
  asksSomething,
  renderAnswered,
  runFlag,
  type Choose,
} from './queue.ts'

export default operation({
  name: 'answer',
  summary: 'Answer an open question of a run with one of its options',
  details:
    'With one argument it answers the only open question. forge questions lists the open questions and their options. When no\n' +
    'process is working on the run, this one resumes it; with --no-drive the answer waits for the next forge resume.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    question: z
      .string()
      .min(1)
      .max(400)
      .describe('Which question: its unit, path or key; may be left out if only one is open'),
    option: z.string().min(1).max(400).optional().describe('One of its options, such as approve or reject'),
    note: z
      .string()
      .min(1)
      .max(4000)
      .optional()
      .describe('With reject: what should be different; the agent that made it reads this'),
    subject: Subject,
    ...runFlag,
    ...answeringFlags,
  }),
  positionals: ['question', 'option'],
  output: Answered,
  examples: [
    { command: 'forge answer approve', what: 'the only open question of the only run' },
    { command: 'forge answer api reject --note "keep the old route"', what: 'the question about one unit' },
    { command: 'forge answer 7f3a/0/plan/approve#1 approve', what: 'by its key, which also names the run' },
  ],
  exits: answeringExits,
  run(forge, { question, option, note, subject, run, ...input }, talk) {
    const named = option === undefined ? undefined : question
    const choose: Choose = (view) => {
      const found = chooseQuestion(view, { question: named, subject })
      return found.ok ? wordOf(found.value, option ?? question, note) : found
    }
    return answer(forge, { ...input, run: run ?? runOfKey(named), fits: asksSomething }, choose, talk)
  },
  render: renderAnswered,
})

/** The option as a command to the run; an unknown option is refused with a list of the valid ones. */
function wordOf(asked: Question, option: string, note: string | undefined): Result<QueuedCommand, Refusal> {
  const { key, path, subject, options } = asked
  if (!options.includes(option)) {
    const meant = nearest(option, options)
    const hint =
      meant === undefined
        ? say('question.itsOptions', { options: options.join(', ') })
        : say('hint.didYouMeanThis', { meant })
    return failed(usageRefusal('unknown-option', say('question.noSuchOption', { option, path }), hint))
  }
  if (option === 'reject') return success({ type: 'reject', question: key, subject, note: note ?? '' })
  if (note !== undefined)
    return failed(
      usageRefusal('note-unread', say('question.optionTakesNoNote', { option }), say('question.onlyRejectTakesNote')),
    )
  if (option === 'approve') return success({ type: 'approve', question: key, subject })
  return failed(refusal('option-unknown', say('question.optionUnknownToForge', { option }), say('hint.updateForge')))
}
