/**
 * Rules for secrets of the library secretlint, in addition to Forge's own. It is loaded for the first line that could
 * contain a secret, and gets lines in windows of one file each, so that a large file neither blocks the loop nor costs
 * more than its size.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AddedLine, FoundSecret } from '#model/secret.ts'
import type { Secrets } from '#engine/ports.ts'
import type { Hit } from './library.ts'

/** Consecutive lines of one file; `starts` has the offset of each. */
interface Window {
  readonly lines: readonly AddedLine[]
  readonly starts: readonly number[]
  readonly text: string
}

const windowCharacters = 64 * 1024
/** A user reads no more findings than this, and the library compares each pair. */
const mostFound = 1000

export function createSecretRules(): Pick<Secrets, 'find'> {
  return {
    async find(lines) {
      const found: FoundSecret[] = []
      for (const window of windowsOf(lines.filter(({ text }) => mayHold(text)))) {
        const { hitsIn } = await import('./library.ts')
        const hits = await hitsIn(window.lines[0]?.path ?? '', window.text)
        found.push(...hits.flatMap((hit) => placedIn(window, hit)))
        if (found.length >= mostFound) break
        await nextTurn()
      }
      return found
    },
  }
}

/** Every kind of secret is a long word, or a password in an address or after its name. Most lines have neither. */
function mayHold(text: string): boolean {
  return /[\w=-]{16}|:\/\/[^\s/@]{1,300}@|_authToken=/.test(text)
}

function* windowsOf(lines: readonly AddedLine[]): Iterable<Window> {
  let [from, size] = [0, 0]
  for (const [index, { path, text }] of lines.entries()) {
    if (index > from && (path !== lines[from]?.path || size + text.length > windowCharacters)) {
      yield windowOf(lines.slice(from, index))
      from = index
      size = 0
    }
    size += text.length + 1
  }
  if (from < lines.length) yield windowOf(lines.slice(from))
}

function windowOf(lines: readonly AddedLine[]): Window {
  const starts: number[] = []
  let at = 0
  for (const { text } of lines) {
    starts.push(at)
    at += text.length + 1
  }
  return { lines, starts, text: lines.map(({ text }) => text).join('\n') }
}

/** The line in which it starts. */
function placedIn({ lines, starts }: Window, { rule, from, to }: Hit): readonly FoundSecret[] {
  const index = starts.findLastIndex((start) => start <= from)
  const [at, start] = [lines[index], starts[index]]
  if (at === undefined || start === undefined) return []
  return [{ at, rule, from: from - start, to: Math.min(to - start, at.text.length) }]
}
