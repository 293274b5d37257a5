/** Both logs against the published contract. */
import { describe, it } from 'vitest'
import * as memory from '#adapters/log/memory/index.ts'
import * as sqlite from '#adapters/log/sqlite/index.ts'
import { logContract } from '#testing/contract/log.ts'
import { memoryHarness, shrinkingProperty, sqliteHarness } from './harness.ts'

const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body, 60_000) }

logContract({ ...kit, property: shrinkingProperty(1000) }, 'memory', memoryHarness(memory))
logContract({ ...kit, property: shrinkingProperty(150) }, 'sqlite', sqliteHarness(sqlite))
