/** The cost of each node of the graph: only nodes of kind `agent` start an agent. */
import { expect, it } from 'vitest'
import type { World } from '#engine/ports.ts'
import type { Task } from '#model/attempt.ts'
import { Phase } from '#model/phase.ts'
import { tokensOf } from '#model/tokens.ts'
import { noUsage } from '#model/usage.ts'
import { agentTaskOf } from '#testing/builders/agent-task.ts'
import { checkResult, oidOf } from '#testing/builders/index.ts'
import { protocols } from './protocols.ts'
import type { Performed } from './perform-context.ts'

const oid = oidOf('x')

/** A world in which everything works, and every agent uses 10 tokens. */
function worldOf(asked: string[]): World {
  const ended = Promise.resolve({ end: 'answered', answer: {}, usage: { ...noUsage, inputTokens: 10 } })
  const same = (): Promise<string> => Promise.resolve(oid)
  const nothing = (): Promise<void> => Promise.resolve()
  return {
    clock: { wall: () => 1, monotonic: () => 1, sleep: () => new Promise((resolve) => setImmediate(resolve)) },
    trees: {
      make: () => Promise.resolve('made'),
      snapshot: same,
      remove: nothing,
      edits: () => Promise.resolve(new Map()),
    },
    equipment: { prepare: () => Promise.resolve('ready'), dismantle: nothing },
    processes: { check: () => Promise.resolve([checkResult('test', 0)]), sweep: nothing, sweepTree: nothing },
    git: {
      treeOf: same,
      commitTree: same,
      resolveRef: same,
      updateRef: () => Promise.resolve('updated'),
      mergeTree: () => Promise.resolve({ tree: oid }),
      changedPaths: () => Promise.resolve(['a']),
      isAncestor: () => Promise.resolve(true),
    },
    agents: {
      start({ task }: { task: Task }) {
        asked.push(task.do)
        return Promise.resolve({ ended, lastSign: () => 1, interrupt: nothing, kill: nothing })
      },
    },
  } as unknown as World
}

const tasks: readonly Task[] = [
  ...(['work', 'plan', 'document', 'judge'] as const).map((what) => agentTaskOf({ do: what }).task),
  { do: 'check', unit: 'a', commit: oid, commands: [] },
  { do: 'integrate', unit: 'a', title: 'A', head: oid, tip: oid, trailer: 'T: 1', at: 1 },
  { do: 'merge', unit: 'a', tip: oid, commit: oid, trailer: 'T: 1' },
  { do: 'remove-tree', unit: 'a', head: oid },
]

async function performAll(asked: string[]): Promise<(Performed & { readonly did: Task['do'] })[]> {
  const nothing = (): Promise<void> => Promise.resolve()
  const site = { run: 'r', world: worldOf(asked), post: nothing, postToHost: nothing, postToRun: nothing }
  const at = { site, key: 'r/0/a/x#1', performance: 1, stopped: new AbortController().signal, report() {} }
  return Promise.all(tasks.map(async (task) => ({ did: task.do, ...(await protocols(task)(at)) })))
}

it('U-02 there are six kinds of nodes', () => {
  const kinds = Phase.options.map(({ shape }) => shape.kind.value)
  expect(kinds.toSorted()).toEqual(['agent', 'ask', 'check', 'chore', 'gate', 'git'])
})

it('U-02 only nodes that ask an agent cost tokens: checks, merges and chores cost none', async () => {
  const asked: string[] = []
  const costs = (await performAll(asked)).map(({ did, usage }) => [did, tokensOf(usage)])
  expect(Object.fromEntries(costs)).toEqual({
    work: 10,
    plan: 10,
    document: 10,
    judge: 10,
    check: 0,
    integrate: 0,
    merge: 0,
    'remove-tree': 0,
  })
  expect(asked.toSorted()).toEqual(['document', 'judge', 'plan', 'work'])
})

it('every task ends as its kind ends', async () => {
  const ends = (await performAll([])).map(({ outcome }) => outcome.status)
  expect(ends).toEqual(['worked', 'planned', 'documented', 'judged', 'checked', 'integrated', 'merged', 'tidied'])
})
