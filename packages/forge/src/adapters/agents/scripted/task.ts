/** What the scripted agent is told on its input, and by its environment. Types only: the agent's program reads it too. */
import type { AgentTask } from '#engine/ports.ts'
import type { Step } from './steps.ts'

export interface ScriptedTask {
  readonly attempt: number
  readonly performance: number
  readonly task: AgentTask['task']
  readonly steps: readonly Step[]
}

/** Where the answer goes. */
export const resultVariable = 'FORGE_RESULT'
