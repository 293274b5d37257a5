/** `questions`: everything that waits for a human's answer, in one run or in all of them. */
import { z } from 'zod'
import type { Forge } from '#forge.ts'
import { say } from '#messages/said.ts'
import { step, type NextStep } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { changeLines, changesToShow, GuardedChanges } from './guarded-changes.ts'
import { Next, type RunSummary, type RunView } from '#model/view.ts'
import { operation } from './operation.ts'
import { runFlag } from './queue.ts'
import { labelsOf } from './text/labels.ts'
import { strong, toned, type Line } from './text/line.ts'
import { renderNow, styledText } from './text/message.ts'

const Open = z.object({
  run: z.string(),
  key: z.string(),
  path: z.string(),
  text: Said,
  options: z.array(z.string()),
  changes: GuardedChanges.optional().describe('Of what decides whether work passes, where that is asked about'),
  subject: z.string().describe('Hash of what is asked about; an answer to anything else does not count'),
})
type Open = z.output<typeof Open>

const Output = z.object({ questions: z.array(Open), next: Next })

export default operation({
  name: 'questions',
  summary: 'List the questions that wait for your answer, with their options',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ ...runFlag }),
  positionals: ['run'],
  output: Output,
  examples: [
    { command: 'forge questions', what: 'all open questions of this repository' },
    { command: 'forge answer api approve', what: 'answer one of them' },
  ],
  async run(forge, { run }) {
    const rows = await forge.runs()
    if (!rows.ok) return rows
    const chosen = run === undefined ? success(asking(rows.value)) : await only(forge, run)
    if (!chosen.ok) return chosen
    const questions: Open[] = []
    for (const row of chosen.value) {
      const view = await forge.view(row.run)
      if (!view.ok) return view
      questions.push(...(await openIn(forge, view.value)))
    }
    return success({ value: { questions, next: nextOf(questions) } })
  },
  render: ({ questions }) =>
    questions.length === 0 ? [[styledText('question.none')]] : questions.flatMap(renderQuestion),
})

async function only(forge: Forge, run: string) {
  const row = await forge.chooseRun(run)
  return row.ok ? success([row.value]) : row
}

/** The row of a run has its number of questions, so that no other run is read. */
function asking(rows: readonly RunSummary[]): readonly RunSummary[] {
  return rows.filter(({ questions }) => questions > 0).toSorted((one, other) => other.at - one.at)
}

async function openIn(forge: Forge, { run, asked }: RunView): Promise<Open[]> {
  const open: Open[] = []
  for (const question of asked) {
    const { key, path, text, options, subject } = question
    open.push({ run, key, path, text, options, subject, ...(await changesToShow(forge, run, question)) })
  }
  return open
}

function nextOf(questions: readonly Open[]): NextStep[] {
  const [first] = questions
  if (first === undefined) return [step('status')]
  const [option] = first.options
  return option === undefined
    ? [step('answer', { question: first.key }, { option: say('placeholder.option') })]
    : [step('answer', { question: first.key, option })]
}

function renderQuestion({ run, key, path, text, options, subject, changes }: Open): Line[] {
  const label = labelsOf('question.key', 'question.options', 'question.subject')
  return [
    [toned('warn', '? '), strong(path), ' ', styledText('question.of', { run }, 'dim')],
    ['  ', renderNow(text)],
    ...(changes === undefined ? [] : changeLines(changes, '    ')),
    ['  ', label('question.key'), key],
    ['  ', label('question.options'), options.join(', ')],
    ['  ', label('question.subject'), subject.slice(0, 12)],
  ]
}
