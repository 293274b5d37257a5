/**
 * Asks once more for an answer that is missing or invalid, in the same conversation and with the errors, if the program
 * can take another prompt: it still knows what it did, and a new attempt would repeat the work.
 */
import type { AgentTask } from '#engine/ports.ts'
import { render } from '#messages/render.ts'
import { say, type Said } from '#messages/said.ts'
import { answerErrors } from '#model/answer-schema.ts'
import type { Json } from '#model/json.ts'
import type { SessionState } from './fold.ts'
import type { Launch } from './launch.ts'

export interface Again {
  /** The prompt to send instead of ending the session, and why; undefined: the end is final. */
  due(heard: SessionState): { readonly line: Json; readonly errors: readonly Said[] } | undefined
}

export function createAgain({ task }: Pick<AgentTask, 'task'>, { again }: Pick<Launch, 'again'>): Again {
  let isAsked = false
  return {
    due({ finished, failed }) {
      const [end] = finished
      if (isAsked || again === undefined || failed !== undefined || end === undefined || finished.length > 1)
        return undefined
      const errors = errorsOf(task, end.structured)
      const line = errors.length === 0 ? undefined : again(wordsOf(errors))
      if (line === undefined) return undefined
      isAsked = true
      return { line, errors }
    },
  }
}

export function errorsOf(task: AgentTask['task'], answer: Json | undefined): readonly Said[] {
  return answer === undefined ? [say('answer.notInForm')] : answerErrors(task, answer)
}

export function wordsOf(errors: readonly Said[]): string {
  const lines = errors.map((error) => `- ${render(error, 'en')}`)
  return [
    'Your answer cannot be used:',
    ...lines,
    'Your work stands as you left it: do not begin anew, finish what is not finished, and give your answer once, in the form that was asked for.',
  ].join('\n')
}
