/** A valid, complete task for an agent, with the overrides of a test. */
import { promptOf } from '#core/context/prompt.ts'
import type { AgentTask } from '#engine/ports.ts'
import { answerSchemaOf } from '#model/answer-schema.ts'

const oid = '0'.repeat(40)

export function agentTaskOf(
  more: Partial<AgentTask['task']> = {},
  around: Partial<Omit<AgentTask, 'task' | 'prompt' | 'schema'>> = {},
): AgentTask {
  const task = {
    role: 'engineer',
    unit: 'm1',
    nonce: 'a'.repeat(64),
    account: 'main',
    wallMs: 60_000,
    idleMs: 30_000,
    brief: 'do it',
    variant: 'plain',
    do: 'work',
    base: oid,
    start: oid,
    at: 0,
    head: oid,
    ...more,
  } as AgentTask['task']
  const schema = answerSchemaOf(task)
  const made = promptOf(task, undefined)
  if (!made.ok) throw new Error(`no prompt: ${made.failure.fault}`)
  return {
    key: 'r/1/m1/work#1',
    performance: 1,
    tree: 'r.unit.m1',
    ...around,
    task,
    schema,
    prompt: made.value,
  }
}
