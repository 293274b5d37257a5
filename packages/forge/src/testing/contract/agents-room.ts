/** The fixture of one contract test: an attempt with a key of its own, and nothing left behind. */
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { AgentEnd, AgentSession, AgentTask } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'
import { Failure } from '#model/failure.ts'
import { agentTaskOf } from '#testing/builders/agent-task.ts'
import type { AgentsHarness, AgentsRoom, Deed } from './agents-harness.ts'

export interface Attempt {
  readonly room: AgentsRoom
  readonly task: AgentTask
  readonly reports: readonly Report[]
  readonly start: () => Promise<AgentSession>
  /** Start, wait for the end, and check that nothing of it is left. */
  readonly perform: () => Promise<AgentEnd>
}

let keys = 0

export const nonce = 'b'.repeat(64)

export async function inAttempt(
  harness: AgentsHarness,
  deeds: readonly Deed[] | 'absent',
  act: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  const room = await harness.open(deeds)
  keys += 1
  const key = `contract-${process.pid}-${keys}/1/m1/implement#1`
  const task = agentTaskOf({ nonce, brief: 'the brief of the contract' }, { key, tree: room.tree.id })
  const reports: Report[] = []
  const sessions: AgentSession[] = []
  const start = async (): Promise<AgentSession> => {
    const session = await room.agents.start(task, (report) => reports.push(report))
    sessions.push(session)
    return session
  }
  try {
    await act({
      room,
      task,
      reports,
      start,
      async perform() {
        const end = await (await start()).ended
        if (end.end === 'failed') assert.deepEqual(Failure.parse(end.failure), end.failure)
        nothingLeft(room, key)
        return end
      },
    })
  } finally {
    for (const session of sessions) await session.kill()
    await room.dispose()
  }
}

export function nothingLeft(room: AgentsRoom, key: string): void {
  assert.deepEqual(room.living(key), [], 'processes are left')
  assert.deepEqual(room.leftovers(), [], 'private places are left')
}

export async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 10) {
    if (waited > 15_000) assert.fail(`not within 15 s: ${what}`)
    await setTimeout(10)
  }
}
