/**
 * The contract of `Agents`: every adapter runs it, with a scripted program that speaks its wire format. It needs no
 * test library. The author of an adapter gives it a harness and learns whether Forge can trust the adapter.
 */
import { agentAnswersContract } from './agents-answers.contract.ts'
import { agentFailuresContract } from './agents-failures.contract.ts'
import type { AgentsHarness } from './agents-harness.ts'
import { agentProcessesContract } from './agents-processes.contract.ts'
import type { ContractKit } from './kit.ts'

export function agentsContract(kit: Pick<ContractKit, 'describe' | 'it'>, name: string, harness: AgentsHarness): void {
  kit.describe(`agents contract: ${name}`, () => {
    agentAnswersContract(kit, harness)
    agentFailuresContract(kit, harness)
    agentProcessesContract(kit, harness)
  })
}
