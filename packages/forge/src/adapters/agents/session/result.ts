/**
 * The result of an agent: one JSON line in a file that only this performance knows, outside the tree (T-8). Answers are
 * added to it, never replaced, so that two answers are seen as two: the last one does not win.
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { parseStrictJson } from '#adapters/exec/index.ts'
import type { Json } from '#model/json.ts'

export type ResultReading =
  | { readonly found: 'none' }
  | { readonly found: 'one'; readonly answer: Json }
  | { readonly found: 'refused'; readonly error: string }

export const maxResultBytes = 8 * 1024 * 1024

export async function readResult(path: string): Promise<ResultReading> {
  // Neither through a link nor from a pipe that never ends: the agent owns this file until now.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => error.code ?? 'unreadable')
  if (file === 'ENOENT') return { found: 'none' }
  if (typeof file === 'string') return { found: 'refused', error: `the result cannot be read: ${file}` }
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return { found: 'refused', error: 'the result is not a file' }
    if (stat.size > maxResultBytes)
      return { found: 'refused', error: `the answer is over the limit: ${stat.size} of ${maxResultBytes} bytes` }
    return parseResult((await file.readFile()).toString('utf8'))
  } finally {
    await file.close()
  }
}

export function parseResult(text: string): ResultReading {
  const answers = text.split('\n').filter((line) => line.trim() !== '')
  const [only] = answers
  if (only === undefined) return { found: 'none' }
  if (answers.length > 1) return { found: 'refused', error: `${answers.length} answers instead of one` }
  const answer = parseStrictJson(only)
  return answer.ok
    ? { found: 'one', answer: answer.value }
    : { found: 'refused', error: `the answer cannot be read: ${answer.failure}` }
}
