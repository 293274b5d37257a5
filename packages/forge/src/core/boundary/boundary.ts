/** The write boundary of a unit, decided from what Forge itself reads of the work: what must not be committed, by place and rule. */
import type { Boundary } from '#model/boundary.ts'
import { matchesPattern } from '#core/graph/guarded.ts'
import { findSecrets, type AddedLine } from './secrets.ts'

const mostSentences = 20

/** One sentence per place; empty when all of it may be committed. */
export function boundaryFaults({ secrets, secretsAllowedIn }: Boundary, added: readonly AddedLine[]): string[] {
  if (secrets === 'allow') return []
  const found = findSecrets(added.filter(({ path }) => !secretsAllowedIn.some((one) => matchesPattern(path, one))))
  const sentences = found.map(
    ({ path, line, rule }) => `${path}:${line}: looks like a secret (rule ${rule}), which may not be committed`,
  )
  const more = sentences.length - mostSentences
  return [...sentences.slice(0, mostSentences), ...(more > 0 ? [`and ${more} more`] : [])]
}
