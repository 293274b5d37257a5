/** Published for tests of Forge's neighbours: contract suites of the ports, builders of valid values, the simulator. */
export { actorContract, type ActorHost } from './contract/actor.ts'
export { collectContract, seededProperty, type ContractKit, type ContractReport } from './contract/kit.ts'
export type { LogHarness, MakeHarness } from './contract/log-harness.ts'
export { logContract } from './contract/log.ts'
export * from './builders/index.ts'
export { runBatch, type BatchRequest, type BatchResult } from './simulator/batch.ts'
export { scenarioOf, type Scenario } from './simulator/scenario.ts'
export { runSchedule, type ScheduleResult } from './simulator/schedule.ts'
