/** What the words after `npm run simulate --` ask for. */
import { parseArgs } from 'node:util'
import type { JournalKind } from '#testing/simulator/journals.ts'
import { textSeed } from '#testing/simulator/random.ts'

export const usage = `Runs the production engine in a simulated world and crashes it everywhere.

  npm run simulate -- --schedules 10000 [--seed 1]   random schedules from a seed on
         [--fresh word]                              the second half of the seeds is derived from this word
         [--log sqlite]                              on a real SQLite journal instead of the one in memory
  npm run simulate -- --exhaustive                   every effect of three small graphs, crashed once and twice
  npm run simulate -- --planted                      planted bugs: each must be found within 1,000 schedules

Exit code 0: all held. 1: something was violated or not reached. 2: wrong words.`

export type Wish =
  | { readonly do: 'refuse'; readonly why?: string }
  | { readonly do: 'help' | 'exhaustive' | 'planted' }
  | { readonly do: 'random'; readonly seeds: readonly number[]; readonly journal: JournalKind }

const options = {
  schedules: { type: 'string' },
  seed: { type: 'string' },
  fresh: { type: 'string' },
  log: { type: 'string' },
  exhaustive: { type: 'boolean' },
  planted: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export function readWish(args: readonly string[]): Wish {
  try {
    const { values } = parseArgs({ args: [...args], options })
    const schedules = wholeNumber(values.schedules, 1000)
    const seed = wholeNumber(values.seed, 1)
    const journal = values.log ?? 'memory'
    if (schedules === undefined || schedules === 0 || seed === undefined || !isJournalKind(journal))
      return { do: 'refuse' }
    if (values.help === true) return { do: 'help' }
    if (values.exhaustive === true) return { do: 'exhaustive' }
    if (values.planted === true) return { do: 'planted' }
    return { do: 'random', seeds: seedsOf(schedules, seed, values.fresh), journal }
  } catch (error) {
    return { do: 'refuse', why: error instanceof Error ? error.message : String(error) }
  }
}

function wholeNumber(text: string | undefined, otherwise: number): number | undefined {
  if (text === undefined) return otherwise
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function isJournalKind(word: string): word is JournalKind {
  return word === 'memory' || word === 'sqlite'
}

/** Half of the seeds are always the same, so that results compare; half are new with each word, so that more is seen. */
function seedsOf(schedules: number, seed: number, fresh: string | undefined): number[] {
  const start = fresh === undefined ? undefined : 1_000_000 + (textSeed(fresh) % 1_000_000_000)
  const half = start === undefined ? schedules : Math.ceil(schedules / 2)
  return Array.from({ length: schedules }, (_, index) =>
    index < half || start === undefined ? seed + index : start + index,
  )
}
