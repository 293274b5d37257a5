/** The adapters that `contract.test.ts` leaves out, against the published contract. */
import { describe, it } from 'vitest'
import { agentsContract } from '#testing/contract/agents.ts'
import { harnesses, inShort } from './adapters.ts'

// Real processes on a machine that may be busy.
const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body, 60_000) }

for (const [name, harness] of Object.entries(harnesses)) if (!inShort.includes(name)) agentsContract(kit, name, harness)
