/** The conversation of an agent that was lost with its process is on record, and the next performance gets it. */
import { expect, it } from 'vitest'
import type { AgentTask, PerformanceRecord, World } from '#engine/ports.ts'
import type { Message } from '#model/message.ts'
import { noUsage } from '#model/usage.ts'
import { agentTaskOf } from '#testing/builders/agent-task.ts'
import { performAttempt, type AttemptCommand } from './perform-attempt.ts'

const key = 'r/0/plan/draft#1'
const { task } = agentTaskOf({ do: 'plan', role: 'planner', unit: 'plan' })
const command = { kind: 'attempt', key, task } as AttemptCommand

function siteOf(records: Map<string, PerformanceRecord>, agents: World['agents'], posted: Message[]) {
  const world = {
    clock: { wall: () => 1, monotonic: () => 1, sleep: () => new Promise((resolve) => setImmediate(resolve)) },
    trees: { make: () => Promise.resolve('made'), remove: () => Promise.resolve() },
    processes: { sweep: () => Promise.resolve(0) },
    records: {
      read: (name: string) => Promise.resolve(records.get(name)),
      write: (name: string, record: PerformanceRecord) => Promise.resolve(void records.set(name, record)),
    },
    agents,
  } as unknown as World
  const post = (message: Message): Promise<void> => Promise.resolve(void posted.push(message))
  return { run: 'r', world, post, postToHost: () => Promise.resolve(), postToRun: () => Promise.resolve() }
}

it('the next performance goes on with the recorded conversation, and one that ended is not asked again', async () => {
  const records = new Map<string, PerformanceRecord>()
  const posted: Message[] = []
  const never = new AbortController().signal
  const lost: World['agents'] = {
    start(_, reports) {
      reports({ kind: 'session', session: 's-1' })
      return new Promise(() => undefined) // Forge dies while it works
    },
  }
  void performAttempt(siteOf(records, lost, posted), command, never)
  await new Promise((resolve) => setImmediate(resolve))
  expect(records.get(key)).toEqual({ performance: 1, session: 's-1' })

  const started: AgentTask[] = []
  const good: World['agents'] = {
    start(asked) {
      started.push(asked)
      const ended = Promise.resolve({ end: 'answered', answer: {}, usage: noUsage } as const)
      return Promise.resolve({
        ended,
        lastSign: () => 1,
        interrupt: () => Promise.resolve(),
        kill: () => Promise.resolve(),
      })
    },
  }
  await performAttempt(siteOf(records, good, posted), command, never)
  expect(started).toMatchObject([{ performance: 2, resume: 's-1' }])
  expect(records.get(key)?.end?.outcome.status).toBe('planned')

  await performAttempt(siteOf(records, good, posted), command, never)
  expect(started).toHaveLength(1)
})

it('the conversation that a limit ended is gone on with, also by the next performance of the same attempt', async () => {
  const records = new Map<string, PerformanceRecord>()
  const started: AgentTask[] = []
  const lost: World['agents'] = {
    start(asked) {
      started.push(asked)
      return new Promise(() => undefined) // Forge dies before the agent has printed anything
    },
  }
  const limited = { ...command, task: { ...command.task, resumes: 's-1' } } as AttemptCommand
  const begin = async (): Promise<void> => {
    void performAttempt(siteOf(records, lost, []), limited, new AbortController().signal)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await begin()
  await begin()
  expect(started).toMatchObject([
    { performance: 1, resume: 's-1' },
    { performance: 2, resume: 's-1' },
  ])
})

it('whoever goes on after a limit finds the tree as it was left; after a performance that was lost it stands at its start', async () => {
  const started: AgentTask[] = []
  const done: string[] = []
  const { task: work } = agentTaskOf({ do: 'work', resumes: 's-1' })
  const agents: World['agents'] = {
    start(asked) {
      started.push(asked)
      return new Promise(() => undefined)
    },
  }
  const records = new Map<string, PerformanceRecord>()
  const site = siteOf(records, agents, [])
  const world = {
    ...site.world,
    trees: { make: () => Promise.resolve('exists'), reset: () => Promise.resolve(done.push('reset') && 'reset') },
    equipment: { prepare: (_: string, content: string) => Promise.resolve(done.push(content) && 'ready') },
  } as unknown as World
  const begin = async (): Promise<void> => {
    const command = { kind: 'attempt', key, task: work } as AttemptCommand
    void performAttempt({ ...site, world }, command, new AbortController().signal)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await begin()
  // Content that an agent has written is not merged, and is set up with less trust.
  expect(done).toEqual(['proposed'])
  await begin()
  expect(done).toEqual(['proposed', 'reset', 'merged'])
  expect(started.map(({ stands }) => stands)).toEqual(['as-left', undefined])
})
