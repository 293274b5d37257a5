/** The ports of one simulated process on the simulated machine. Each method is one numbered, crashable effect. */
import { raw } from '#messages/said.ts'
import { hooksName, type CheckResult } from '#model/evidence.ts'
import { hashText } from '#model/digest.ts'
import type { Agents, Git, Processes, Records, Trees, World } from '#engine/ports.ts'
import { behaviourOf, liveAgent, tellLevels, tellSession, usage } from './agents.ts'
import type { SimAgent } from './behaviour.ts'
import {
  addedLines,
  changedPaths,
  commitAt,
  filesAt,
  filesOf,
  findTrailer,
  isAncestor,
  mergeTree,
  sizesIn,
  textsIn,
  writeCommit,
  writeTree,
} from './git.ts'
import { run, type Machine } from './machine.ts'
import type { Process } from './process.ts'
import { randomOf } from './random.ts'
import { testsIn } from './tests.ts'
import { userOf } from './user-world.ts'

export function createWorld(machine: Machine, process: Process): World {
  const { timeline } = machine
  return {
    clock: {
      wall: () => timeline.wall(),
      monotonic: () => timeline.now(),
      sleep: (ms, signal) => process.sleep(ms, signal),
    },
    git: gitOf(machine, process),
    user: userOf(machine, process),
    trees: treesOf(machine, process),
    agents: agentsOf(machine, process),
    processes: processesOf(machine, process),
    equipment: {
      prepare: () => process.call('prepare', () => 'ready' as const),
      dismantle: () => process.call('dismantle', () => undefined),
      altered: (_, paths) => Promise.resolve(paths),
    },
    records: recordsOf(machine, process),
    texts: { read: () => Promise.resolve(undefined) },
    ownFiles: { faultsIn: () => [] },
    sources: { testsIn: (_, text) => Promise.resolve(testsIn(text)) },
    secrets: { find: () => Promise.resolve([]), mask: (sentence) => sentence },
    notices: {
      send: (key) => process.call('notify', () => void machine.notices.set(key, (machine.notices.get(key) ?? 0) + 1)),
    },
  }
}

function gitOf(machine: Machine, process: Process): Git {
  const { repository, watch } = machine
  const setRef = (ref: string, next: string | undefined, old: string | undefined): 'set' | 'moved' => {
    if (repository.refs.get(ref) !== old) {
      watch.reached('compare-and-swap refused')
      return 'moved'
    }
    if (next === undefined) repository.refs.delete(ref)
    else repository.refs.set(ref, next)
    watch.onUpdateRef(ref, next)
    return 'set'
  }
  /** Another program is writing the ref and holds its lock file. */
  const lockOf = (ref: string): { locked: string } | undefined => {
    if (!machine.scenario.locks || machine.healed) return undefined
    const isLeft = randomOf(`${machine.scenario.seed}/lock/${ref}`).chance(0.1)
    return isLeft || machine.random.chance(0.2) ? { locked: `${ref}.lock` } : undefined
  }
  return {
    directory: 'control.git',
    resolveRef: (ref) => process.call(`resolve ${ref}`, () => repository.refs.get(ref)),
    updateRef: (ref, next, old) =>
      process.call(
        `${old === undefined ? 'make' : 'update'} ${ref}`,
        () => lockOf(ref) ?? (setRef(ref, next, old) === 'set' ? 'updated' : 'moved'),
      ),
    deleteRef: (ref, old) =>
      process.call(`delete ${ref}`, () => (setRef(ref, undefined, old) === 'set' ? 'deleted' : 'moved')),
    mergeTree: (ours, theirs) => process.call('merge-tree', () => mergeTree(repository, ours, theirs)),
    commitTree: (commit) => process.call('commit-tree', () => writeCommit(repository, commit)),
    treeOf: (commit) => process.call('tree-of', () => commitAt(repository, commit).tree),
    addedLines: (from, to) =>
      process.call('added-lines', () => addedLines(filesOf(repository, from), filesOf(repository, to))),
    changedPaths: (from, to) =>
      process.call('changed-paths', () => changedPaths(filesOf(repository, from), filesOf(repository, to))),
    textsIn: (tree, paths) => process.call('texts', () => textsIn(filesOf(repository, tree), paths)),
    sizesIn: (tree, paths) => process.call('sizes', () => sizesIn(filesOf(repository, tree), paths)),
    isAncestor: (ancestor, of) => process.call('is-ancestor', () => isAncestor(repository, ancestor, of)),
    findTrailer: (from, until, trailer) =>
      process.call('find-trailer', () => {
        const found = findTrailer(repository, from, until, trailer)
        if (found !== undefined) watch.reached('merge found by its trailer')
        return found
      }),
  }
}

function treesOf(machine: Machine, process: Process): Trees {
  const { trees, repository, watch } = machine
  /** A crash in the middle leaves half of the files: Forge must not mistake them for all. */
  const half = (id: string, commit: string): void => {
    const files = [...filesAt(repository, commit)]
    trees.set(id, new Map(files.slice(0, Math.floor(files.length / 2))))
  }
  const isFull = (): boolean => machine.disk === 'full'
  return {
    list: () => process.call('list-trees', () => [...trees.keys()].filter((id) => id.startsWith(`${run}.`)).toSorted()),
    make: (id, commit) =>
      process.call(
        'make-tree',
        () => {
          if (trees.has(id)) return 'exists'
          if (isFull()) return 'disk'
          trees.set(id, new Map(filesAt(repository, commit)))
          return 'made'
        },
        () => half(id, commit),
      ),
    reset: (id, commit) =>
      process.call(
        'reset-tree',
        () => {
          if (!trees.has(id)) return 'missing'
          if (isFull()) return 'disk'
          trees.set(id, new Map(filesAt(repository, commit)))
          return 'reset'
        },
        () => half(id, commit),
      ),
    poise: () => process.call('poise-tree', () => undefined),
    snapshot: (id) =>
      process.call('snapshot', () => {
        const files = trees.get(id)
        return files === undefined ? 'missing' : writeTree(repository, files)
      }),
    edits: () => Promise.resolve(new Map()),
    others: () => Promise.resolve({ files: new Map(), folders: new Set(), isCutShort: false }),
    remove: (id) =>
      process.call('remove-tree', () => {
        if (trees.has(id)) watch.onRemoveTree(id)
        trees.delete(id)
      }),
    moveAside: (id) =>
      process.call('move-aside', () => {
        const files = trees.get(id)
        if (files === undefined) return
        watch.reached('tree moved aside')
        machine.aside.set(`${id}@${machine.aside.size}`, files)
        trees.delete(id)
      }),
  }
}

function agentsOf(machine: Machine, process: Process): Agents {
  const { timeline, watch } = machine
  return {
    start: (task, reports) =>
      process.call('spawn', () => {
        let settle: (end: Parameters<SimAgent['end']>[0]) => void = () => undefined
        const ended = new Promise<Parameters<SimAgent['end']>[0]>((resolve) => {
          settle = (end) => process.deliver(() => resolve(end))
        })
        const agent: SimAgent = {
          owner: process.id,
          key: task.key,
          task: task.task,
          tree: task.tree,
          behaviour: behaviourOf(machine, task),
          startedAt: timeline.now(),
          lastSign: timeline.now(),
          alive: true,
          told: 'nothing',
          end(end) {
            if (!agent.alive) return
            agent.alive = false
            settle(end)
          },
        }
        machine.agents.push(agent)
        watch.onSpawn(agent)
        watch.reached(`agent ${agent.behaviour}`)
        liveAgent(machine, agent)
        tellLevels(machine, agent, (report) => process.deliver(() => reports(report)))
        tellSession(agent, (report) => process.deliver(() => reports(report)))
        const cut = (told: 'interrupt' | 'kill') => (): void => {
          if (told === 'kill') watch.onKill(agent)
          agent.told = told
          if (told === 'interrupt' && agent.behaviour === 'stubborn') return
          agent.end({ end: 'failed', failure: { tag: 'crash', exitCode: null, signal: 'SIGTERM' }, usage })
        }
        return {
          ended,
          lastSign: () => agent.lastSign,
          interrupt: () => process.call('interrupt', cut('interrupt')),
          kill: () => process.call('kill', cut('kill')),
        }
      }),
  }
}

function processesOf(machine: Machine, process: Process): Processes {
  return {
    check: (key, tree, { name }) => process.call('check', () => resultOf(machine, key, tree, name)),
    hooks: (key, tree) => process.call('hooks', () => resultOf(machine, key, tree, hooksName)),
    sweep: (key) => process.call('sweep', () => sweepAgents(machine, (agent) => agent.key === key)),
    sweepTree: (tree) => process.call('sweep-tree', () => sweepAgents(machine, (agent) => agent.tree === tree)),
  }
}

function sweepAgents(machine: Machine, isMarked: (agent: SimAgent) => boolean): number {
  const left = machine.agents.filter((agent) => agent.alive && isMarked(agent))
  if (left.length > 0) machine.watch.reached('orphan swept')
  for (const agent of left) agent.end(killed)
  return left.length
}

const killed = { end: 'failed', failure: { tag: 'crash', exitCode: null, signal: 'SIGKILL' }, usage } as const

/** Agents die with the process that started them. */
export function killAgentsOf(machine: Machine, owner: number): void {
  for (const agent of machine.agents) if (agent.owner === owner) agent.end(killed)
}

/** A check passes when no file has a defect; two units that must agree fail together until one of them declares so. */
function resultOf(machine: Machine, key: string, tree: string, name: string): CheckResult {
  const content = [...(machine.trees.get(tree)?.values() ?? [])].join('\n').split('\n')
  const hasDefect = content.some((line) => line.startsWith('DEFECT'))
  const disagree =
    machine.scenario.faults.has('semantic-conflict') &&
    content.includes('u0') &&
    content.includes('u1') &&
    !content.includes('AGREED')
  if (disagree) machine.watch.reached('clean merge, red build')
  const isFlaky = machine.scenario.faults.has('flaky-check') && !machine.healed && machine.random.chance(0.15)
  if (isFlaky) machine.watch.reached('flaky check')
  const exitCode = hasDefect || disagree || isFlaky ? 1 : 0
  return {
    name,
    exitCode,
    timedOut: false,
    durationMs: 5,
    outputHash: hashText(key),
    excerpt: raw(exitCode === 0 ? 'ok' : 'not ok'),
  }
}

function recordsOf(machine: Machine, process: Process): Records {
  return {
    read: (key) =>
      process.call('read-record', () => {
        const record = machine.records.get(key)
        if (record?.end !== undefined) machine.watch.reached('outcome found on record')
        return record
      }),
    write: (key, record) =>
      process.call(
        record.end === undefined ? 'record-start' : 'record-end',
        () => void machine.records.set(key, record),
      ),
  }
}
