/**
 * The result of an agent: one JSON line in a file that only this performance knows, outside the tree (T-8). Answers are
 * appended, never replaced, so that Forge sees two different answers as two: the last one does not win.
 */
import { parseStrictJson } from '#adapters/exec/index.ts'
import { openPlain } from '#adapters/files/unfollowed.ts'
import { say, type Said } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Json } from '#model/json.ts'

export type ResultReading =
  | { readonly found: 'none' }
  | { readonly found: 'one'; readonly answer: Json }
  | {
      readonly found: 'refused'
      readonly error: Said
      /** Several different answers: none of them counts, and there is nothing to fix. */
      readonly isContradiction?: true
    }

export const maxResultBytes = 8 * 1024 * 1024

export async function readResult(path: string): Promise<ResultReading> {
  const file = await openPlain(path)
  if (file === 'ENOENT') return { found: 'none' }
  if (typeof file === 'string') return { found: 'refused', error: say('answer.resultUnreadable', { code: file }) }
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return { found: 'refused', error: say('answer.resultNotFile') }
    if (stat.size > maxResultBytes)
      return { found: 'refused', error: say('answer.overLimit', { bytes: stat.size, most: maxResultBytes }) }
    return parseResult((await file.readFile()).toString('utf8'))
  } finally {
    await file.close()
  }
}

export function parseResult(text: string): ResultReading {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return { found: 'none' }
  // An answer over several lines counts too: many agents write it that way.
  const answer = parseStrictJson(text.trim())
  if (answer.ok) return { found: 'one', answer: answer.value }
  if (lines.length > 1 && lines.some((line) => isObject(line))) return readLines(lines)
  return { found: 'refused', error: say('answer.unreadable', { why: answer.failure }) }
}

/** The same answer on each line is one. */
function readLines(lines: readonly string[]): ResultReading {
  const answers = lines.map((line) => parseStrictJson(line))
  const [first] = answers
  const texts = new Set(answers.map((answer) => (answer.ok ? canonicalJson(answer.value) : undefined)))
  if (first?.ok === true && texts.size === 1) return { found: 'one', answer: first.value }
  return { found: 'refused', error: say('answer.several', { count: lines.length }), isContradiction: true }
}

function isObject(line: string): boolean {
  return line.trimStart().startsWith('{') && parseStrictJson(line).ok
}
