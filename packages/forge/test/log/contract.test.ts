/** Both logs and their locks against the published contracts; `contract.proof.test.ts` has ten times as many programs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import * as memory from '#testing/memory-log/index.ts'
import * as sqlite from '#adapters/log/sqlite/index.ts'
import { locksContract } from '#testing/contract/locks.ts'
import { contractOfLogs } from './contracted.ts'

contractOfLogs({ memory: 100, sqlite: 15 })

const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body) }

locksContract(kit, 'memory', () => ({
  locks: memory.createLocks(memory.createMemoryStore()),
  end: () => undefined,
}))
locksContract(kit, 'sqlite', () => {
  const root = mkdtempSync(join(tmpdir(), 'forge-locks-'))
  const end = () => rmSync(root, { recursive: true, force: true })
  return { locks: sqlite.createLocks(join(root, 'locks')), end }
})
