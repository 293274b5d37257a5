import { expect, it } from 'vitest'
import type { World } from '#engine/ports.ts'
import type { CheckCommand, CheckResult } from '#model/evidence.ts'
import { checkResult, oidOf } from '#testing/builders/index.ts'
import { check } from './check.ts'
import type { Performed } from './site.ts'

const oid = oidOf('x')

interface Asked {
  /** By the name of the command. */
  readonly results: Readonly<Record<string, number | 'disk'>>
  /** Where the integration ref is, and what it reaches. */
  readonly merged?: readonly string[]
}

interface Seen {
  readonly ran: string[]
  readonly prepared: string[]
}

async function performCheck({ results, merged = [] }: Asked, seen: Seen): Promise<Performed> {
  const world = {
    trees: { make: () => Promise.resolve('made'), remove: () => Promise.resolve() },
    equipment: {
      prepare(_: string, content: string) {
        seen.prepared.push(content)
        return Promise.resolve('ready')
      },
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

it('H1 setup is told that the content is not merged, unless the integration reaches it', async () => {
  const seen: Seen = { ran: [], prepared: [] }
  await performCheck({ results: {} }, seen)
  await performCheck({ results: {}, merged: [oidOf('other')] }, seen)
  await performCheck({ results: {}, merged: [oid, oidOf('tip')] }, seen)
  expect(seen.prepared).toEqual(['proposed', 'proposed', 'merged'])
})
