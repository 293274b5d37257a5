/** Adapters of each way of speaking against the published contract; `contract.proof.test.ts` has the others. */
import { describe, expect, it } from 'vitest'
import { agentsContract } from '#testing/contract/agents.ts'
import { harnesses, inShort } from './adapters.ts'

// Real processes on a machine that may be busy.
const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body, 60_000) }

for (const [name, harness] of Object.entries(harnesses)) if (inShort.includes(name)) agentsContract(kit, name, harness)

it('every adapter has a harness', () => {
  expect(Object.keys(harnesses)).toEqual(['scripted', 'command', 'claude-code', 'codex', 'builtin', 'acp'])
  expect(Object.keys(harnesses)).toEqual(expect.arrayContaining([...inShort]))
})
