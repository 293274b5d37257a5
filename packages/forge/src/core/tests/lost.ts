/**
 * Which tests that ran at the base no longer do (I-22): gone, moved to a file that no runner runs, or marked so that
 * they cannot fail. Pure: the caller has read both sides from the sources.
 *
 * 1. A test is identified by its name, with the names of its groups. Its own file is searched first, then every other
 *    changed one that runners find by the same pattern: a file that is renamed, or a test that moves, is not lost.
 * 2. Names are counted: of two tests with one name, each needs its own at the head.
 * 3. A test that did not run at the base checked nothing, so that nothing is lost with it.
 */
import type { FoundTest, FoundTests, LostTest, LostTests, TestState } from '#model/tests.ts'
import { runnerPattern } from './pattern.ts'

/** A changed file with what was found in it at one side. */
export interface TestFile extends FoundTests {
  readonly path: string
  /** Distinguishes files whose tests have no names. */
  readonly content: string
}

const mostTests = 200
const longestName = 500

export function lostTests(base: readonly TestFile[], head: readonly TestFile[]): LostTest[] {
  const then = base.flatMap(placed)
  const now = head.flatMap(placed)
  const byName = Map.groupBy(now, ({ name }) => name)
  const candidates = ({ name }: Placed): readonly Placed[] => (name === '' ? now : (byName.get(name) ?? []))
  // Tests that are still in their own file are matched first, so that no test elsewhere takes their place.
  const kept = then.map((test) => take(test, candidates(test), ({ path }) => path === test.path))
  return then.flatMap((test, index): LostTest[] => {
    const isSame = (other: Placed): boolean => test.name !== '' || test.content === other.content
    const found =
      kept[index] ?? take(test, candidates(test), (other) => test.pattern === other.pattern && isSame(other))
    if (!decided(test) || (found !== undefined && isLeft(test, found))) return []
    if (found !== undefined) return [lost(test, found.state)]
    const elsewhere = candidates(test).find((other) => other.path !== test.path && !other.taken && isSame(other))
    return [elsewhere === undefined ? lost(test, 'runs') : { ...lost(test, 'runs'), what: 'moved', to: elsewhere.path }]
  })
}

/** As many as an event carries; undefined when none is lost. */
export function recordedLoss(lost: readonly LostTest[]): LostTests | undefined {
  if (lost.length === 0) return undefined
  return { tests: lost.slice(0, mostTests), more: Math.max(0, lost.length - mostTests) }
}

interface Placed extends FoundTest {
  readonly path: string
  /** Undefined: no runner reads this file. */
  readonly pattern: string | undefined
  readonly content: string
  taken: boolean
}

/** Outside of every pattern only files that import a runner count, as a pattern of its own. */
function placed({ path, tests, known, content }: TestFile): Placed[] {
  const pattern = runnerPattern(path) ?? (known === 'by import' ? 'imports a runner' : undefined)
  return tests.map((test) => ({ ...test, path, pattern, content, taken: false }))
}

function decided({ state, pattern }: Placed): boolean {
  return pattern !== undefined && (state === 'runs' || state === 'conditional')
}

/** Takes the matching test that is most like it; no other test can match that one then. */
function take(test: Placed, among: readonly Placed[], fits: (other: Placed) => boolean): Placed | undefined {
  const free = among.filter((other) => !other.taken && other.pattern !== undefined && fits(other))
  const found =
    free.find((other) => isLike(test, other)) ?? free.find(({ state }) => state === 'runs') ?? free.find(() => true)
  if (found !== undefined) found.taken = true
  return found
}

function isLike(test: Placed, other: Placed): boolean {
  return test.state === other.state && test.condition === other.condition
}

function isLeft(test: Placed, found: Placed): boolean {
  return found.state === 'runs' || (found.state === 'conditional' && isLike(test, found))
}

/** A test that would run at its old place is lost because of its new one. */
function lost({ path, name }: Placed, state: TestState): LostTest {
  return { path, name: name.slice(0, longestName), what: state === 'runs' ? 'deleted' : state }
}
