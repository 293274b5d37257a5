/** Secrets in work: the one place that searches, with Forge's own rules and those of a library. */
import { boundaryFaults, linesToSearch } from '#core/boundary/boundary.ts'
import { findSecrets, opensSomething, withoutSecrets } from '#core/boundary/secrets.ts'
import { withTexts, type Said } from '#messages/said.ts'
import type { Boundary } from '#model/boundary.ts'
import type { Oid } from '#model/ids.ts'
import type { AddedLine, FoundSecret } from '#model/secret.ts'
import type { World } from '#engine/ports.ts'

interface Rules {
  readonly secrets: Pick<World['secrets'], 'find'>
}

async function secretsIn({ secrets }: Rules, lines: readonly AddedLine[]): Promise<readonly FoundSecret[]> {
  return [...findSecrets(lines), ...(await secrets.find(lines)).filter(opensSomething)]
}

/** One sentence per place that looks like a secret in the added content. */
export async function findSecretsInWork(
  world: Rules & { readonly git: Pick<World['git'], 'addedLines'> },
  boundary: Boundary,
  { base, content }: { readonly base: Oid; readonly content: Oid },
): Promise<readonly Said[]> {
  if (boundary.secrets === 'allow') return []
  const added = await world.git.addedLines(base, content)
  return boundaryFaults(await secretsIn(world, linesToSearch(boundary, added)))
}

/** Sentences about work, which are recorded and shown, without secrets in the names of its files. */
export async function maskSecrets(world: Pick<World, 'secrets'>, sentences: readonly Said[]): Promise<Said[]> {
  const lines = sentences.flatMap(textsIn).map((text, index) => ({ path: '', line: index + 1, text }))
  const found = await secretsIn(world, lines)
  const foundIn = (line: AddedLine): readonly FoundSecret[] => found.filter(({ at }) => at === line)
  const masked = lines.map((line) => withoutSecrets(line.text, foundIn(line)))[Symbol.iterator]()
  return sentences.map((said) => world.secrets.mask(withTexts(said, (text) => masked.next().value ?? text)))
}

function textsIn(said: Said): string[] {
  const texts: string[] = []
  withTexts(said, (text) => {
    texts.push(text)
    return text
  })
  return texts
}
