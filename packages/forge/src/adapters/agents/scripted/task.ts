/** The scripted agent's input and environment. Types only, because the agent's program imports it too. */
import type { AgentTask } from '#engine/ports.ts'
import type { Step } from './steps.ts'

export interface ScriptedTask {
  readonly attempt: number
  readonly performance: number
  readonly task: AgentTask['task']
  readonly steps: readonly Step[]
}

/** Names the file for the answer. */
export const resultVariable = 'FORGE_RESULT'
