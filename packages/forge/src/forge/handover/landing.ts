/**
 * `land` for surfaces: fast-forwards the user's current branch to what a run has merged.
 *
 * It is a message to the run. The process that drives the run performs it; if there is none, this process takes the
 * lease and performs it itself. Every reason against it is checked before the message is queued, and again before
 * anything is written. A landing that an earlier process was killed in is completed first, and is the answer.
 */
import { createClock } from '#adapters/clock/index.ts'
import { createGit, openControl } from '#adapters/git/index.ts'
import { createUserRepository } from '#adapters/user-repository/index.ts'
import { whyNotHere, whyNotNow, refuse } from '#core/landing/refuse.ts'
import { whyNotLandable } from '#core/landing/landable.ts'
import type { RunState } from '#core/state/state.ts'
import { lockRun } from '#engine/exclusive-run.ts'
import { performForUser } from '#engine/perform/perform-for-user.ts'
import type { UserWorld } from '#engine/perform/publish.ts'
import { commitToLand, hasLanded } from '#engine/perform/single-commit.ts'
import type { Locks, Log } from '#engine/ports.ts'
import { raw, say } from '#messages/said.ts'
import { hashOf } from '#model/digest.ts'
import type { Event, EventOf } from '#model/event.ts'
import type { Json } from '#model/json.ts'
import type { LandingPlan, LandingRefused } from '#model/landing.ts'
import type { MessageOf } from '#model/message.ts'
import type { Principal } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import { gitProgram } from '#forge/place/git-program.ts'
import { landingRefusal } from './landing-refusals.ts'
import type { Places, Repository } from '#forge/place/places.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import { readRun } from '#forge/look/run.ts'
import { readUser } from '#forge/world/world.ts'

export interface LandRequest {
  readonly run: string
  /** `done`: only a run that is. `merged`: whatever is merged by now. */
  readonly what: 'done' | 'merged'
  /** The requested branch, when it is not the one that the run started from. */
  readonly onto?: string | undefined
  readonly mode: 'land' | 'show'
}

export interface Landing {
  readonly run: string
  readonly state: 'landed' | 'already' | 'would-land'
  readonly branch: string
  readonly from: string
  readonly to: string
  readonly paths: readonly string[]
}

export interface LandParts {
  readonly repository: Repository
  readonly places: Places
  readonly log: Log<Event>
  readonly locks: Locks
  readonly by: Principal
  /** Absent: the real ones. */
  readonly openWorld?: (world: UserWorld) => UserWorld
}

interface Asking {
  readonly parts: LandParts
  readonly request: LandRequest
  readonly world: UserWorld
  readonly state: RunState
}

export async function land(parts: LandParts, request: LandRequest): Promise<Result<Landing, Refusal>> {
  const read = await readRun(parts.log, request.run)
  if (!read.ok) return read
  const { state } = read.value
  const refused = notLandable(state, request)
  if (refused !== undefined) return failed(refused)
  const user = await readUser(parts.repository)
  if (!user.ok) return user
  const control = await openControl({
    userRepository: user.value,
    stateDirectory: parts.places.state,
    run: gitProgram,
  })
  const real = { clock: createClock(), git: createGit(control), user: createUserRepository(control) }
  const world = parts.openWorld?.(real) ?? real
  const asking = { parts, request, world, state }
  return state.landing.open === undefined || request.mode === 'show' ? landHere(asking) : goOn(asking)
}

/** Whether the run has something to land. */
function notLandable(state: RunState, { run, what }: LandRequest): Refusal | undefined {
  switch (whyNotLandable(state, what)) {
    case 'nothing-merged':
      return refusal('nothing-merged', say('landing.nothingMergedYet', { run }), raw(`forge status ${run}`))
    case 'not-done': {
      const standing = state.outcome === undefined ? say(`state.${state.status}`) : say(`standing.${state.outcome}`)
      return refusal('not-done', say('landing.runNotDone', { run, standing }), say('landing.partialLandsMerged'))
    }
    case undefined:
      return undefined
  }
}

async function landHere(asking: Asking): Promise<Result<Landing, Refusal>> {
  const { request, world, state } = asking
  const { git, user } = world
  const { run } = request
  const sight = await user.look()
  const elsewhere = whyNotHere(sight, request.onto ?? state.spec?.branch)
  const refusedFor = (refused: LandingRefused) => failed(refusalIn(asking, refused, sight.branch))
  if (elsewhere !== undefined) return refusedFor(elsewhere)
  const { head: from, branch = '' } = sight
  const tip = state.tip ?? from
  const ends = { tip, onto: from }
  const landing = { run, branch, from, to: tip, paths: [] }
  if (await hasLanded(git, state, ends)) return success({ ...landing, state: 'already' })
  const busy = whyNotNow(sight)
  if (busy !== undefined) return refusedFor(busy)
  if (!(await git.isAncestor(from, tip))) return refusedFor(refuse({ code: 'branch-moved' }))
  const inTheWay = await user.pathsInTheWay(from, tip)
  if (inTheWay.length > 0) return refusedFor(refuse({ code: 'dirty', paths: [...inTheWay] }))
  const paths = await git.changedPaths(from, tip)
  if (request.mode === 'show') return success({ ...landing, paths, state: 'would-land' })
  const to = await commitToLand(git, state, ends)
  return ask(asking, { branch, from, to, tip })
}

function refusalIn({ request, state }: Asking, refused: LandingRefused, branch: string | undefined): Refusal {
  return landingRefusal(refused, { run: request.run, onto: request.onto, started: state.spec?.branch, branch })
}

/** Queues the message, and ensures that a process performs it. */
async function ask(asking: Asking, plan: LandingPlan): Promise<Result<Landing, Refusal>> {
  const { parts, request, world, state } = asking
  const id = `word:land:${hashOf([plan, parts.by, state.seq]).slice(0, 32)}`
  const message: MessageOf<'land'> = {
    type: 'land',
    id,
    at: world.clock.wall(),
    what: request.what,
    ...plan,
    by: parts.by,
  }
  const left = await parts.log.leave(request.run, { id, body: JSON.parse(JSON.stringify(message)) as Json })
  return left.ok ? performed(asking, message) : failed(journalRefusal(left.failure))
}

/** Completes the landing that was interrupted. */
function goOn(asking: Asking): Promise<Result<Landing, Refusal>> {
  return performed(asking, undefined)
}

const looks = 150
const lookMs = 200

/** The process that holds the run performs it: this one if it gets the lease, else the one that drives. */
async function performed(asking: Asking, message: MessageOf<'land'> | undefined): Promise<Result<Landing, Refusal>> {
  const { parts, request, world } = asking
  const { run } = request
  const self = { pid: process.pid, since: world.clock.wall(), does: 'land' }
  for (let look = 1; look <= looks; look += 1) {
    const held = await lockRun(parts, run, self, async (actor) => {
      const posted = message === undefined ? success(undefined) : await actor.post(message)
      return posted.ok ? performForUser({ run, world, actor }) : posted.failure
    })
    if (!held.ok && held.failure.why !== 'held') return failed(journalRefusal(held.failure))
    if (held.ok && held.value !== undefined) return failed(journalRefusal(held.value))
    const ended = await outcomeOf(asking, message)
    if (ended !== undefined) return ended
    await world.clock.sleep(lookMs)
  }
  const words = say('landing.drivenNotLandedYet', { run })
  return failed({ ...refusal('held', words, raw(`forge status ${run}`)), exit: 'held' })
}

/** The outcome of this landing in the journal; undefined while it is open. */
async function outcomeOf(
  asking: Asking,
  message: MessageOf<'land'> | undefined,
): Promise<Result<Landing, Refusal> | undefined> {
  const { parts, request, world } = asking
  const read = await readRun(parts.log, request.run)
  if (!read.ok) return read
  const events = read.value.entries.map(({ event }) => event)
  const refused = events.find((event) => event.type === 'command.refused' && event.message === message?.id)
  if (refused?.type === 'command.refused')
    return failed(refusal('refused', refused.why, raw(`forge status ${request.run}`)))
  const asked = read.value.entries
    .filter(({ messageId }) => message === undefined || messageId === message.id)
    .flatMap(({ event }) => (event.type === 'landing.asked' ? [event] : []))
    .at(-1)
  const finished = events
    .flatMap((event) => (event.type === 'landing.finished' ? [event] : []))
    .find(({ key }) => key === asked?.key)
  if (asked === undefined || finished === undefined) return undefined
  return toldOf(asking, asked, finished, await world.git.changedPaths(asked.from, asked.to))
}

function toldOf(
  asking: Asking,
  { branch, from, to }: EventOf<'landing.asked'>,
  { end }: EventOf<'landing.finished'>,
  paths: readonly string[],
): Result<Landing, Refusal> {
  if (end.status === 'refused') return failed(refusalIn(asking, end, branch))
  return success({ run: asking.request.run, state: 'landed', branch, from, to, paths })
}
