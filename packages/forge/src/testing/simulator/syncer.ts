/** A user whose branch has moved, and the Forge process that syncs it: the production protocol, simulated. */
import { lockRun } from '#engine/exclusive-run.ts'
import { bringBase, type SyncEnd } from '#engine/perform/sync.ts'
import { showCommit } from './checkout.ts'
import { filesAt, writeCommit, writeTree } from './git.ts'
import { simulatedLocks, simulatedLog } from './journal.ts'
import { run, type Machine } from './machine.ts'
import type { Process } from './process.ts'
import type { Forge, Shared } from './forge.ts'
import { createWorld } from './world.ts'

const branch = 'refs/heads/main'

/** The user commits a file of their own, one that a unit writes too, or one that breaks the whole. */
export function moveBranch(machine: Machine): void {
  const { repository, scenario, random, timeline } = machine
  const tip = repository.refs.get(branch) ?? machine.base
  const files = new Map(filesAt(repository, tip))
  const path = random.chance(0.25) ? (scenario.units[0]?.writes?.[0] ?? 'mine.txt') : 'mine.txt'
  files.set(path, random.chance(0.15) ? 'DEFECT of the user' : `of the user ${timeline.steps()}`)
  const commit = { tree: writeTree(repository, files), parents: [tip], message: 'Mine', at: timeline.wall() }
  const next = writeCommit(repository, commit)
  repository.refs.set(branch, next)
  showCommit(machine.checkout, repository, next)
}

/** `forge sync` as a separate process; it dies when it is done. */
export function startSync(machine: Machine, process: Process, shared: Shared): Forge {
  const forge: Forge = { process, driver: undefined, logs: [], state: 'starting', end: undefined }
  const start = async (): Promise<void> => {
    const inner = await machine.journal.open(machine.codec)
    forge.logs.push(inner)
    const ports = {
      locks: simulatedLocks(shared.locks, process),
      log: simulatedLog(inner, process, shared.acknowledged),
    }
    const base = machine.repository.refs.get(branch) ?? machine.base
    const self = { process: process.id, does: 'sync' }
    const held = await lockRun(ports, run, self, (actor) =>
      bringBase({
        run,
        world: createWorld(machine, process),
        actor,
        branch: 'main',
        base,
        commands: (actor.view().spec?.closing ?? []).flatMap((unit) => unit.verify),
        by: { kind: 'operator', name: 'human' },
        stopped: new AbortController().signal,
      }),
    )
    if (held.ok) noteEnd(machine, held.value)
    forge.end = { why: 'closed' }
    forge.state = 'ended'
    process.die()
  }
  void start().catch((error: unknown) =>
    machine.watch.violated('no bug', String(error instanceof Error ? error.stack : error)),
  )
  return forge
}

function noteEnd({ watch }: Machine, end: SyncEnd): void {
  if (end.end === 'stopped') {
    if (end.stop.why !== 'fenced') watch.violated('log', end.stop.why)
    return
  }
  watch.reached(`sync: ${end.end}`)
}
