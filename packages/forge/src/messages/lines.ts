/** Joins sentences, as many as fit: for reports of many findings. */
import { render } from '#messages/render.ts'
import { several, truncated, type Said } from '#messages/said.ts'

/** The longest text of a failure, with room to spare. */
const longest = 10_000

/** Each on a line of its own. */
export function linesOf(all: readonly Said[]): Said {
  return asManyAsFit(all, longest, '\n')
}

/** The first ones, up to about this many characters. */
export function asManyAsFit(all: readonly Said[], most: number, between: string): Said {
  const kept: Said[] = []
  let length = 0
  for (const one of all) {
    if (length >= most) break
    kept.push(truncated(one, most - length))
    length += render(one, 'en').length + between.length
  }
  return several(kept, between)
}

/** How many lines it has, whatever the language. */
export function linesIn(said: Said): number {
  if ('all' in said) return said.all.reduce((sum, one) => sum + linesIn(one), 0)
  if (!('raw' in said)) return 1
  const text = said.raw.trim()
  return text === '' ? 0 : text.split('\n').length
}
