/** What all words of humans have in common: which run, what was left, and who will act on it. */
import { z } from 'zod'
import type { Forge, Refusal, RunState, Word } from '#forge.ts'
import { success, type Result } from '#model/result.ts'
import { Next, RunName } from './operation.ts'
import { whoActs } from './run-words.ts'
import type { Line } from './text/line.ts'

export const Said = z.object({
  run: z.string(),
  word: z.string(),
  about: z.string().optional().describe('The unit or question that it is about'),
  message: z.string().describe('Id of the message; saying the same again in the same situation is the same message'),
  again: z.boolean().describe('Whether exactly this was waiting already'),
  driver: z.boolean().describe('Whether a living process acts on it now'),
  who: z.string(),
  next: Next,
})
export type Said = z.output<typeof Said>

/** `--run`, for operations whose first argument is something else. */
export const runFlag = { run: RunName }

/** Says a word to the run that was meant. */
export async function say(
  forge: Forge,
  wanted: string | undefined,
  choose: (state: RunState) => Result<Word, Refusal>,
): Promise<Result<{ value: Said }, Refusal>> {
  const row = await forge.chooseRun(wanted)
  if (!row.ok) return row
  const { run } = row.value
  let said: Word | undefined
  const left = await forge.say(run, (state) => {
    const word = choose(state)
    if (word.ok) said = word.value
    return word
  })
  if (!left.ok) return left
  const driver = await forge.driverOf(run)
  const { text, next } = whoActs(run, driver)
  const about = said === undefined ? undefined : aboutOf(said)
  return success({
    value: {
      run,
      word: said?.type ?? '',
      ...(about === undefined ? {} : { about }),
      message: left.value.message,
      again: left.value.how === 'again',
      driver: driver.alive,
      who: text,
      next: [next],
    },
  })
}

function aboutOf(word: Word): string | undefined {
  if ('unit' in word) return word.unit
  return 'question' in word ? word.question : undefined
}

export function renderSaid({ run, word, about, again, who }: Said): readonly Line[] {
  return [
    `${word}${about === undefined ? '' : ` ${about}`}${again ? ' waits already in' : ': left for'} run ${run}.`,
    who,
  ]
}
