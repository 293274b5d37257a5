/** A user who lands what is merged: by a message to the driver, or by a separate Forge process that holds the run. */
import { lockRun } from '#engine/exclusive-run.ts'
import { performForUser } from '#engine/perform/perform-for-user.ts'
import type { RunState } from '#core/state/state.ts'
import type { MessageOf } from '#model/message.ts'
import { editFile } from './checkout.ts'
import type { Forge, Shared } from './forge.ts'
import { filesAt, isAncestor, writeCommit, writeTree } from './git.ts'
import { simulatedLocks, simulatedLog } from './journal.ts'
import { run, type Machine } from './machine.ts'
import type { Process } from './process.ts'
import { checkedOut } from './user-world.ts'
import { createWorld } from './world.ts'

type Land = Omit<MessageOf<'land'>, 'id' | 'at'>

/** What `forge land` would answer now; undefined when there is nothing to fast-forward. */
export function landingNow({ repository }: Machine, state: RunState, what: Land['what']): Land | undefined {
  const from = repository.refs.get(`refs/heads/${checkedOut}`)
  const { tip } = state
  const isMerged = state.order.some((id) => state.units[id]?.merged !== undefined)
  if (from === undefined || tip === undefined || !isMerged || state.landing.open !== undefined) return undefined
  if (from === tip || !isAncestor(repository, from, tip)) return undefined
  return { type: 'land', what, branch: checkedOut, from, to: tip, tip, by: { kind: 'operator', name: 'human' } }
}

/** Leaves the user's own changes in the checkout, sometimes where a unit writes. */
export function leaveOwnWork({ checkout, scenario, random }: Machine): void {
  const inTheWay = scenario.units[0]?.writes?.[0]
  if (random.chance(0.5)) editFile(checkout, 'notes.txt', 'not committed')
  else if (random.chance(0.3) && inTheWay !== undefined) editFile(checkout, inTheWay, 'not committed')
}

/** The user commits on the branch that shows the run: from then on it is the user's. */
export function commitOnPublished({ repository, timeline, checkout }: Machine): void {
  const ref = `refs/heads/forge/${run}`
  const tip = repository.refs.get(ref)
  if (tip === undefined) return
  const files = new Map([...filesAt(repository, tip), ['theirs.txt', 'of the user']])
  const commit = { tree: writeTree(repository, files), parents: [tip], message: 'Theirs', at: timeline.wall() }
  const next = writeCommit(repository, commit)
  repository.refs.set(ref, next)
  checkout.objects.add(next)
}

/** `forge land` as a separate process; it dies when it is done. */
export function startLand(machine: Machine, process: Process, shared: Shared): Forge {
  const forge: Forge = { process, driver: undefined, logs: [], state: 'starting', end: undefined }
  const start = async (): Promise<void> => {
    const inner = await machine.journal.open(machine.codec)
    forge.logs.push(inner)
    const ports = {
      locks: simulatedLocks(shared.locks, process),
      log: simulatedLog(inner, process, shared.acknowledged),
    }
    const world = createWorld(machine, process)
    const self = { process: process.id, does: 'land' }
    const held = await lockRun(ports, run, self, async (actor) => {
      const landing = landingNow(machine, actor.view(), 'merged')
      const id = `land-${process.id}`
      const posted =
        landing === undefined ? undefined : await actor.post({ ...landing, id, at: machine.timeline.wall() })
      return posted === undefined || posted.ok ? performForUser({ run, world, actor }) : posted.failure
    })
    if (held.ok && held.value === undefined) machine.watch.reached('landed by a process of its own')
    if (held.ok && held.value !== undefined && held.value.why !== 'fenced')
      machine.watch.violated('log', held.value.why)
    forge.end = { why: 'closed' }
    forge.state = 'ended'
    process.die()
  }
  void start().catch((error: unknown) =>
    machine.watch.violated('no bug', String(error instanceof Error ? error.stack : error)),
  )
  return forge
}
