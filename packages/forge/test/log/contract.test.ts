/** Both logs and their locks against the published contracts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import * as memory from '#adapters/log/memory/index.ts'
import * as sqlite from '#adapters/log/sqlite/index.ts'
import { locksContract } from '#testing/contract/locks.ts'
import { logContract } from '#testing/contract/log.ts'
import { memoryHarness, shrinkingProperty, sqliteHarness } from './harness.ts'

const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body, 60_000) }

logContract({ ...kit, property: shrinkingProperty(1000) }, 'memory', memoryHarness(memory))
logContract({ ...kit, property: shrinkingProperty(150) }, 'sqlite', sqliteHarness(sqlite))

locksContract(kit, 'memory', () => ({
  locks: memory.createLocks(memory.createMemoryStore()),
  end: () => undefined,
}))
locksContract(kit, 'sqlite', () => {
  const root = mkdtempSync(join(tmpdir(), 'forge-locks-'))
  const end = () => rmSync(root, { recursive: true, force: true })
  return { locks: sqlite.createLocks(join(root, 'locks')), end }
})
