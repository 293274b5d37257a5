/** Which question an answer is about: the only open one, or the one named by its unit, path or key. */
import { z } from 'zod'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'
import { codeOf } from '#messages/issue.ts'
import { say, several, type Said } from '#messages/said.ts'
import type { Question } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { RunView } from '#model/view.ts'

/** The flag that binds an answer to the version that the user saw. */
export const Subject = z
  .string()
  .regex(/^[0-9a-f]{6,64}$/, codeOf('usage.expectedHashDigits'))
  .optional()
  .describe('Hash (or its beginning) of what you looked at; Forge refuses the answer if it has changed since')

export interface QuestionFilter {
  readonly question?: string | undefined
  /** Hash of the version that the user saw, or its beginning; an answer to any other version does not count. */
  readonly subject?: string | undefined
}

export function chooseQuestion(view: RunView, wanted: QuestionFilter): Result<Question, Refusal> {
  const open = view.asked
  const named = wanted.question
  const matching = named === undefined ? open : open.filter((question) => isMeant(question, named))
  const [only] = matching
  if (only === undefined) return failed(noQuestion(view, named))
  if (matching.length > 1)
    return failed(
      usageRefusal('which-question', say('question.severalSayWhich', { count: matching.length }), listed(matching)),
    )
  if (wanted.subject !== undefined && !only.subject.startsWith(wanted.subject))
    return failed(
      refusal(
        'subject-changed',
        say('question.subjectChangedTo', { hash: only.subject.slice(0, 12) }),
        // The first step shows the subject of the question.
        view.next[0],
      ),
    )
  return success(only)
}

/** A key names the run that asks; a unit or a path does not. */
export function runOfKey(question: string | undefined): string | undefined {
  return question?.includes('#') === true ? question.split('/')[0] : undefined
}

function isMeant({ key, path }: Question, name: string): boolean {
  return key === name || path === name || path.split('/')[0] === name
}

function noQuestion({ run, status, asked: open }: RunView, named: string | undefined): Refusal {
  const what = named === undefined ? say('question.noneOpen') : say('question.noOpenOneCalled', { name: named })
  const hint = open.length === 0 ? say('run.seeStatus', { status: say(`state.${status}`), run }) : listed(open)
  return refusal('unknown-question', what, hint)
}

function listed(questions: readonly Question[]): Said {
  const each = questions.map(({ path, text }) => say('question.named', { path, text }))
  return say('question.openNow', { questions: several(each, ', ') })
}
