/**
 * The write boundary of a unit, decided from what Forge itself reads of the work: what must not be committed, by place
 * and rule.
 */
import { say, type Said } from '#messages/said.ts'
import type { Boundary } from '#model/boundary.ts'
import type { AddedLine, FoundSecret } from '#model/secret.ts'
import { matchesPattern } from '#core/graph/guarded.ts'

const mostSentences = 20

/** The lines that must hold no secret. */
export function linesToSearch({ secrets, secretsAllowedIn }: Boundary, added: readonly AddedLine[]): AddedLine[] {
  if (secrets === 'allow') return []
  return added.filter(({ path }) => !secretsAllowedIn.some((one) => matchesPattern(path, one)))
}

/** One sentence per place; empty when everything may be committed. */
export function boundaryFaults(found: readonly FoundSecret[]): Said[] {
  const places = new Map<string, FoundSecret>()
  for (const one of found) {
    const place = `${one.at.path}:${one.at.line}`
    if (!places.has(place)) places.set(place, one)
  }
  const sentences = [...places.values()].map(({ at: { path, line }, rule }) =>
    say('secret.mayNotBeCommitted', { path, line, rule }),
  )
  const more = sentences.length - mostSentences
  return [...sentences.slice(0, mostSentences), ...(more > 0 ? [say('land.more', { count: more })] : [])]
}
