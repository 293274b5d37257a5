/** Both logs against the published contract, with so many random programs each. */
import { describe, it } from 'vitest'
import * as memory from '#testing/memory-log/index.ts'
import * as sqlite from '#adapters/log/sqlite/index.ts'
import { logContract } from '#testing/contract/log.ts'
import { memoryHarness, shrinkingProperty, sqliteHarness } from './harness.ts'

export function contractOfLogs(programs: { readonly memory: number; readonly sqlite: number }): void {
  const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body) }
  logContract({ ...kit, property: shrinkingProperty(programs.memory) }, 'memory', memoryHarness(memory))
  logContract({ ...kit, property: shrinkingProperty(programs.sqlite) }, 'sqlite', sqliteHarness(sqlite))
}
