/** `sync` for surfaces: finds the user's branch and world here; the protocol is `engine/perform/sync.ts`. */
import type { Config } from '#config/load.ts'
import type { RunState } from '#core/state/state.ts'
import type { Actor } from '#engine/actor.ts'
import { lockRun } from '#engine/exclusive-run.ts'
import type { LeaseRefusal } from '#engine/lease.ts'
import { bringBase, isInTheMiddle, type SyncEnd } from '#engine/perform/sync.ts'
import type { Locks, Log } from '#engine/ports.ts'
import { raw, say, several, withTexts, type Said } from '#messages/said.ts'
import type { CheckResult } from '#model/evidence.ts'
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { Principal } from '#model/question.ts'
import { failed, success, unreachable, type Result } from '#model/result.ts'
import { foreignWords } from '#core/tip/expected-tip.ts'
import { unshownText } from './landing-refusals.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import type { Places, Repository } from '#forge/place/places.ts'
import { readUser, type openWorld, type RealWorld } from '#forge/world/world.ts'

export interface SyncRequest {
  readonly run: string
  readonly signal: AbortSignal
  readonly say: (said: Said) => void
}

export interface Synced {
  readonly run: string
  readonly state: 'synced' | 'already' | 'conflict' | 'red'
  /** The user's branch, and its commit at the time of the look. */
  readonly branch: string
  readonly base: string
  /** Where the integration ref is now. */
  readonly tip: string
  readonly conflicts: readonly string[]
  readonly checks: readonly { readonly name: string; readonly state: 'green' | 'red' }[]
  /** Why it is red. */
  readonly detail: Said
}

export interface SyncParts {
  readonly repository: Repository
  readonly places: Places
  readonly log: Log<Event>
  readonly locks: Locks
  readonly config: Config
  readonly by: Principal
  readonly now: () => number
  readonly openWorld: typeof openWorld
}

interface Syncing {
  readonly parts: SyncParts
  readonly request: SyncRequest
  readonly real: RealWorld
  readonly actor: Actor<RunState, Message>
  readonly branch: string
  readonly base: string
}

export async function sync(parts: SyncParts, request: SyncRequest): Promise<Result<Synced, Refusal>> {
  const { run } = request
  const self = { pid: process.pid, since: parts.now(), does: 'sync' }
  const held = await lockRun(parts, run, self, async (actor) => {
    const syncing = await prepare(parts, request, actor)
    return syncing.ok ? bring(syncing.value) : syncing
  })
  return held.ok ? held.value : failed(leaseRefusal(run, held.failure))
}

function leaseRefusal(run: string, failure: LeaseRefusal): Refusal {
  if (failure.why !== 'held') return journalRefusal(failure)
  return { ...refusal('held', say('run.hasOtherProcess', { run }), raw(`forge status ${run}`)), exit: 'held' }
}

async function prepare(
  parts: SyncParts,
  request: SyncRequest,
  actor: Actor<RunState, Message>,
): Promise<Result<Syncing, Refusal>> {
  const { run, say: tell } = request
  const state = actor.view()
  if (isInTheMiddle(state)) return failed(inTheMiddle(run))
  const user = await readUser(parts.repository)
  if (!user.ok) return user
  const branch = state.spec?.branch ?? user.value.branch
  const { setup, setupPass, teardown, sandbox: mode, network } = parts.config.settings
  const real = await parts.openWorld(
    { ...parts, setup, setupPass, teardown, sandbox: { mode, network }, say: tell },
    user.value,
  )
  if (!real.ok) return real
  const base = branch === undefined ? undefined : (await real.value.world.user.branch(branch)).at
  if (branch === undefined || base === undefined)
    return failed(
      refusal('no-branch', say('git.noBranchToFollow', { branch: branch ?? '' }), raw('git switch <branch>')),
    )
  return success({ parts, request, real: real.value, actor, branch, base })
}

function inTheMiddle(run: string): Refusal {
  return refusal('in-the-middle', say('run.interrupted', { run }), raw(`forge resume ${run}`))
}

/** With the commands of the configuration, or those that the run was started with. */
async function bring({ parts, request, real, actor, branch, base }: Syncing): Promise<Result<Synced, Refusal>> {
  const { run, signal, say: tell } = request
  const configured = parts.config.settings.verify
  const recorded = (actor.view().spec?.closing ?? []).flatMap((unit) => unit.verify)
  const end = await bringBase({
    run,
    world: real.world,
    actor,
    branch,
    base,
    commands: configured.length > 0 ? configured : recorded,
    by: parts.by,
    stopped: signal,
  })
  const shown = actor.view().publishing.last
  if (shown !== undefined && shown.end !== 'published')
    tell(say('landing.branchNotMoved', { branch: shown.branch, why: unshownText(shown) }))
  return toldOf(end, { run, branch, base, conflicts: [], checks: [], detail: raw('') })
}

function toldOf(end: SyncEnd, about: Omit<Synced, 'state' | 'tip'>): Result<Synced, Refusal> {
  switch (end.end) {
    case 'synced':
      return success({ ...about, state: 'synced', tip: end.tip, checks: checksOf(end.results, undefined) })
    case 'already':
      return success({ ...about, state: 'already', tip: end.tip })
    case 'conflict':
      return success({ ...about, state: 'conflict', tip: end.tip, conflicts: end.paths })
    case 'red': {
      const { tip, results, red } = end
      const detail = several([raw(red.name), withTexts(red.excerpt, lastLines)], ': ')
      return success({ ...about, state: 'red', tip, checks: checksOf(results, red), detail })
    }
    case 'unverified':
      return success({
        ...about,
        state: 'red',
        tip: end.tip,
        detail: say('merge.notVerified', { tag: end.failure.tag }),
      })
    case 'foreign': {
      const { reason, hint } = foreignWords(about.run, end.foreign)
      return failed(refusal('foreign-ref', reason, hint))
    }
    case 'locked':
      return failed(refusal('locked', say('failure.locked', { file: end.file }), say('hint.endHolderTryAgain')))
    case 'in-the-middle':
      return failed(inTheMiddle(about.run))
    case 'stopped':
      return failed(journalRefusal(end.stop))
    default:
      return unreachable(end)
  }
}

function checksOf(results: readonly CheckResult[], red: CheckResult | undefined): Synced['checks'] {
  return results.map((result) => ({ name: result.name, state: result === red ? 'red' : 'green' }))
}

function lastLines(excerpt: string): string {
  return excerpt.trimEnd().split('\n').slice(-12).join('\n')
}
