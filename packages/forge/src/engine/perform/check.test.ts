import { expect, it } from 'vitest'
import type { World } from '#engine/ports.ts'
import type { CheckCommand, CheckResult } from '#model/evidence.ts'
import { checkResult, oidOf } from '#testing/builders/index.ts'
import { check } from './check.ts'
import type { Performed } from './perform-context.ts'

const oid = oidOf('x')

interface Asked {
  /** By the name of the command. */
  readonly results: Readonly<Record<string, number | 'disk'>>
  /** Where the integration ref is, and which commits it contains. */
  readonly merged?: readonly string[]
  /** The paths that the command of this name writes into its tree. */
  readonly writes?: Readonly<Record<string, readonly string[]>>
  /** Files made by setup whose content has changed. */
  readonly altered?: readonly string[]
}

interface Seen {
  readonly ran: string[]
  readonly prepared: string[]
}

/** Files that setup made, which the commit does not have. */
const ofSetup = ['node_modules/lint.js', 'node_modules/lint.json']

async function performCheck(asked: Asked, seen: Seen): Promise<Performed> {
  const { results, merged = [], writes = {}, altered = [] } = asked
  const written = (): string[] => seen.ran.flatMap((name) => writes[name] ?? [])
  const isOther = (path: string): boolean => path.startsWith('node_modules/')
  const world = {
    trees: {
      make: () => Promise.resolve('made'),
      remove: () => Promise.resolve(),
      edits: () =>
        Promise.resolve(
          new Map(
            written()
              .filter((path) => !isOther(path))
              .map((path) => [path, 'changed']),
          ),
        ),
      others() {
        const stamp = (path: string): string => `${written().filter((one) => one === path).length}`
        const files = [...ofSetup, ...written().filter(isOther)].map(
          (path) => [path, { stamp: stamp(path), isExecutable: false }] as const,
        )
        return Promise.resolve({ files: new Map(files), folders: new Set(['', 'node_modules']), isCutShort: false })
      },
    },
    equipment: {
      prepare(_: string, content: string) {
        seen.prepared.push(content)
        return Promise.resolve('ready')
      },
      altered: (_: string, paths: readonly string[]) => Promise.resolve(paths.filter((path) => altered.includes(path))),
    },
    git: {
      resolveRef: () => Promise.resolve(merged.at(-1)),
      isAncestor: (commit: string) => Promise.resolve(merged.includes(commit)),
    },
    processes: {
      sweep: () => Promise.resolve(0),
      check(_: string, __: string, { name }: CheckCommand): Promise<CheckResult | 'disk'> {
        seen.ran.push(name)
        const result = results[name] ?? 0
        return Promise.resolve(result === 'disk' ? 'disk' : checkResult(name, result))
      },
    },
  } as unknown as World
  const nothing = (): Promise<void> => Promise.resolve()
  const site = { run: 'r', world, post: nothing, postToHost: nothing, postToRun: nothing }
  const at = { site, key: 'r/0/a/x#1', performance: 1, stopped: new AbortController().signal, report() {} }
  const commands = Object.keys(results).map((name) => ({ name, run: name, cwd: '.', timeoutMs: 1000 }))
  return check(at, { do: 'check', unit: 'a', commit: oid, commands })
}

it('U-14 commands run one after the other, and none after the first that fails', async () => {
  const seen: Seen = { ran: [], prepared: [] }
  const { outcome } = await performCheck({ results: { test: 0, lint: 4, never: 0 } }, seen)
  expect(seen.ran).toEqual(['test', 'lint'])
  expect(outcome).toMatchObject({ status: 'checked', results: [{ exitCode: 0 }, { exitCode: 4 }] })
})

it('F-10 a command that had no room on the disk has not failed: the check did', async () => {
  const { outcome } = await performCheck({ results: { test: 0, lint: 'disk' } }, { ran: [], prepared: [] })
  expect(outcome).toEqual({ status: 'failed', failure: { tag: 'disk' } })
})

it('setup is told that the content is not merged, unless the integration reaches it', async () => {
  const seen: Seen = { ran: [], prepared: [] }
  await performCheck({ results: {} }, seen)
  await performCheck({ results: {}, merged: [oidOf('other')] }, seen)
  await performCheck({ results: {}, merged: [oid, oidOf('tip')] }, seen)
  expect(seen.prepared).toEqual(['proposed', 'proposed', 'merged'])
})

it('a command that changes files of the commit is red by their names, and the next one does not judge them', async () => {
  const seen: Seen = { ran: [], prepared: [] }
  const { outcome } = await performCheck({ results: { test: 0, lint: 0 }, writes: { test: ['lint.js'] } }, seen)
  expect(seen.ran).toEqual(['test'])
  const excerpt = expect.saying(/^the command test changed files of the commit: lint\.js\. /)
  expect(outcome).toMatchObject({ status: 'checked', results: [{ name: 'test', exitCode: 1, excerpt }] })
})

it('also the last one: what was judged is what is there', async () => {
  const asked = { results: { test: 0, format: 0 }, writes: { format: ['a.ts', 'b.ts'] } }
  const { outcome } = await performCheck(asked, { ran: [], prepared: [] })
  const excerpt = expect.saying('the command format changed files of the commit: a.ts, b.ts. ')
  expect(outcome).toMatchObject({ results: [{ exitCode: 0 }, { exitCode: 1, excerpt }] })
})

it('what setup made is compared before another command runs it, by content where only its stamp is another one', async () => {
  const writes = { test: ['node_modules/lint.js', 'node_modules/lint.json', 'node_modules/new.js'] }
  const asked = { results: { test: 0, lint: 0 }, writes, altered: ['node_modules/lint.js'] }
  const { outcome } = await performCheck(asked, { ran: [], prepared: [] })
  const names = 'node_modules/lint.js, node_modules/new.js. '
  const excerpt = expect.saying(`later commands execute or read as settings: ${names}`)
  expect(outcome).toMatchObject({ results: [{ name: 'test', exitCode: 1, excerpt }] })
  const touching = { results: { test: 0, lint: 0 }, writes: { test: ['node_modules/lint.json'] } }
  const untouched = await performCheck(touching, { ran: [], prepared: [] })
  expect(untouched.outcome).toMatchObject({ results: [{ exitCode: 0 }, { exitCode: 0 }] })
  // After the last command nothing runs any more.
  const alone = await performCheck({ results: { test: 0 }, writes }, { ran: [], prepared: [] })
  expect(alone.outcome).toMatchObject({ results: [{ exitCode: 0 }] })
})
