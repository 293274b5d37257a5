/**
 * The contract of `Log`, hostile by default: every adapter of the port runs it. It needs no test library: give it your
 * runner's `describe` and `it`, a property checker, and a way to make a store.
 */
import type { ContractKit } from './kit.ts'
import { appendContract } from './log-append.contract.ts'
import type { MakeHarness } from './log-harness.ts'
import { inboxContract } from './log-inbox.contract.ts'
import { ownershipContract } from './log-ownership.contract.ts'
import { randomContract } from './log-random.contract.ts'
import { readingContract } from './log-reading.contract.ts'

export function logContract(kit: ContractKit, name: string, makeHarness: MakeHarness): void {
  kit.describe(`log contract: ${name}`, () => {
    appendContract(kit, makeHarness)
    ownershipContract(kit, makeHarness)
    inboxContract(kit, makeHarness)
    readingContract(kit, makeHarness)
    randomContract(kit, makeHarness)
  })
}
