/** Reads the tests of both sides of a change, if it may have removed any; `core/tests` decides what that means. */
import { mostChanges } from '#core/graph/truncated-changes.ts'
import { testFileOf } from '#core/tests/file.ts'
import { lostTests, recordedLoss, type TestFile } from '#core/tests/lost.ts'
import { mayHoldTests } from '#core/tests/pattern.ts'
import { defined } from '#model/defined.ts'
import type { Oid } from '#model/ids.ts'
import type { LostTests } from '#model/tests.ts'
import type { World } from '#engine/ports.ts'

/** Only changed files are read; a truncated change leads to a question anyway. */
export async function readTestChanges(
  world: World,
  changed: readonly string[],
  { base, content }: { readonly base: Oid; readonly content: Oid },
): Promise<{ lostTests?: LostTests }> {
  const known = changed.slice(0, mostChanges)
  const paths = known.filter((path) => mayHoldTests(path))
  const before = await readTests(world, base, paths)
  if (before.every(({ tests }) => tests.length === 0)) return {}
  const after = await readTests(world, content, paths)
  if (lostTests(before, after).length === 0) return {}
  // Tests are gone: any other changed file may have them now.
  const others = known.filter((path) => !mayHoldTests(path))
  const lost = recordedLoss(lostTests(before, [...after, ...(await readTests(world, content, others))]))
  return defined({ lostTests: lost })
}

async function readTests({ git, sources }: World, tree: Oid, paths: readonly string[]): Promise<TestFile[]> {
  if (paths.length === 0) return []
  const files: TestFile[] = []
  for (const [path, text] of Object.entries(await git.textsIn(tree, paths)))
    files.push(testFileOf(path, text, await sources.testsIn(path, text)))
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
