/**
 * `sync` as the composition root offers it: the user's branch has moved since the run started; it is merged into the
 * integration tip, and the whole is verified again.
 *
 * 1. The run's lease is held from before the first look until the end: nobody drives it meanwhile.
 * 2. The ref moves only after verification, by compare-and-swap; then the fact is recorded, then it is shown. A process that
 *    dies between the first two leaves a tip that contains the base; the next sync, or the next merge, finds it and records
 *    it. One that dies between the last two leaves a branch behind its record; the next sync shows it.
 * 3. A conflict or a red check moves nothing.
 */
import { branchTip } from '#adapters/git/index.ts'
import type { Config } from '#config/load.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import { catchUp, createActor, type Actor } from '#engine/actor.ts'
import { takeLease, type LeaseRefusal } from '#engine/lease.ts'
import { check } from '#engine/perform/check.ts'
import { refs } from '#engine/perform/site.ts'
import type { Locks, Log } from '#engine/ports.ts'
import { runStream } from '#engine/streams.ts'
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { Principal } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import { gitProgram } from './git-program.ts'
import { refusal, type Refusal } from './refusal.ts'
import { logRefusal } from './rows.ts'
import type { Places, Repository } from './places.ts'
import { readUser, type openWorld, type RealWorld } from './world.ts'

export interface SyncRequest {
  readonly run: string
  readonly signal: AbortSignal
  readonly say: (text: string) => void
}

export interface Synced {
  readonly run: string
  readonly state: 'synced' | 'already' | 'conflict' | 'red'
  /** The user's branch, and the commit of it that was looked at. */
  readonly branch: string
  readonly base: string
  /** Where the integration ref is now. */
  readonly tip: string
  readonly conflicts: readonly string[]
  readonly checks: readonly { readonly name: string; readonly state: 'green' | 'red' }[]
  /** Why it is red. */
  readonly detail: string
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
  if (parts.by.kind === 'agent') return failed(refusal('agent', 'an agent may not move the base of its run'))
  const self = { pid: process.pid, since: parts.now(), does: 'sync' }
  const lease = await takeLease({ locks: parts.locks, log: parts.log }, run, self)
  if (!lease.ok) return failed(leaseRefusal(run, lease.failure))
  try {
    const known = await catchUp(runCore, parts.log, run, runCore.initial(run))
    if (!known.ok) return failed(logRefusal(known.failure))
    // Nothing is performed here: what the turn may intend waits for whoever resumes the run.
    const { writer } = lease.value
    const actor = createActor({ stream: runStream, writer, state: known.value, offer: () => undefined })
    const syncing = await prepare(parts, request, actor)
    return syncing.ok ? await bringBase(syncing.value) : syncing
  } finally {
    await lease.value.release()
  }
}

function leaseRefusal(run: string, failure: LeaseRefusal): Refusal {
  if (failure.why !== 'held') return logRefusal(failure)
  return { ...refusal('held', `another Forge drives run ${run}`, `forge status ${run}`), exit: 'held' }
}

async function prepare(
  parts: SyncParts,
  request: SyncRequest,
  actor: Actor<RunState, Message>,
): Promise<Result<Syncing, Refusal>> {
  const { run, say } = request
  const state = actor.view()
  if (state.status === 'cancelling' || Object.values(state.attempts).some(({ task }) => task.do === 'merge'))
    return failed(refusal('in-the-middle', `run ${run} was left in the middle of its work`, `forge resume ${run}`))
  const user = await readUser(parts.repository)
  if (!user.ok) return user
  const branch = state.spec?.branch ?? user.value.branch
  const base = branch === undefined ? undefined : await branchTip(gitProgram, user.value.commonDir, branch)
  if (branch === undefined || base === undefined)
    return failed(refusal('no-branch', `there is no branch ${branch ?? ''} to follow`, 'git switch <branch>'))
  const { setup, teardown, sandbox: mode, network } = parts.config.settings
  const real = await parts.openWorld({ ...parts, setup, teardown, sandbox: { mode, network }, say }, user.value)
  return real.ok ? success({ parts, request, real: real.value, actor, branch, base }) : real
}

async function bringBase(syncing: Syncing): Promise<Result<Synced, Refusal>> {
  const { base, real, actor } = syncing
  const { git } = real.world
  const ref = refs.integration(syncing.request.run)
  const state = actor.view()
  const tip = (await git.resolveRef(ref)) ?? state.tip ?? base
  await git.updateRef(ref, tip, undefined)
  if (await git.isAncestor(base, tip)) {
    if (tip !== state.tip) return record(syncing, tip, [])
    await show(syncing, tip)
    return success(synced(syncing, { state: 'already', tip }))
  }
  const merged = await mergeBase(syncing, tip)
  if (typeof merged !== 'string') return success(synced(syncing, { state: 'conflict', tip, ...merged }))
  const verified = await verify(syncing, merged)
  if (verified.detail !== '') return success(synced(syncing, { state: 'red', tip, ...verified }))
  if ((await git.updateRef(ref, merged, tip)) === 'moved')
    return failed(refusal('moved', 'the integration ref was moved meanwhile', 'try again'))
  return record(syncing, merged, verified.checks)
}

function synced({ request, branch, base }: Syncing, what: Pick<Synced, 'state' | 'tip'> & Partial<Synced>): Synced {
  return { run: request.run, branch, base, conflicts: [], checks: [], detail: '', ...what }
}

/** The commit that has both; the user's own when the run has nothing that it lacks. */
async function mergeBase(
  { real, parts, request, branch, base }: Syncing,
  tip: string,
): Promise<string | { readonly conflicts: readonly string[] }> {
  const { git } = real.world
  if (await git.isAncestor(tip, base)) return base
  const merged = await git.mergeTree(tip, base)
  if ('conflicts' in merged) return merged
  const message = `Merge ${branch} into run ${request.run}\n\nForge-Sync: ${request.run}@${base}\n`
  return git.commitTree({ tree: merged.tree, parents: [tip, base], message, at: parts.now() })
}

type Verified = Pick<Synced, 'checks' | 'detail'>

/** In a tree of Forge's own, with the commands of the configuration, or those that the run was started with. */
async function verify({ real, parts, request, actor }: Syncing, commit: string): Promise<Verified> {
  const configured = parts.config.settings.verify
  const recorded = (actor.view().spec?.closing ?? []).flatMap((unit) => unit.verify)
  const commands = [...(configured.length > 0 ? configured : recorded)]
  const key = `${request.run}/sync@${commit}`
  const nowhere = () => Promise.resolve()
  const site = { run: request.run, world: real.world, post: nowhere, postToHost: nowhere, postToRun: nowhere }
  const at = { site, key, performance: 1, stopped: request.signal, report: () => undefined }
  const { outcome } = await check(at, { do: 'check', unit: 'sync', commit, commands })
  if (outcome.status !== 'checked')
    return {
      checks: [],
      detail: outcome.status === 'failed' ? `not verified (${outcome.failure.tag})` : outcome.status,
    }
  const red = outcome.results.find((result) => result.exitCode !== 0 || result.testsRun === 0)
  const checks = outcome.results.map((result) => ({
    name: result.name,
    state: result === red ? ('red' as const) : ('green' as const),
  }))
  return { checks, detail: red === undefined ? '' : `${red.name}: ${lastLines(red.excerpt)}` }
}

function lastLines(excerpt: string): string {
  return excerpt.trimEnd().split('\n').slice(-12).join('\n')
}

async function record(syncing: Syncing, tip: string, checks: Synced['checks']): Promise<Result<Synced, Refusal>> {
  const { parts, actor, base } = syncing
  const from = actor.view().tip ?? base
  const message: Message = { type: 'sync', id: `sync:${tip}`, at: parts.now(), from, tip, base, by: parts.by }
  const posted = await actor.post(message)
  if (!posted.ok) return failed(logRefusal(posted.failure))
  await show(syncing, tip)
  return success(synced(syncing, { state: 'synced', tip, checks }))
}

/** The user sees the branch where the record is; also when an earlier sync died between recording and showing. */
async function show({ request, real, actor }: Syncing, tip: string): Promise<void> {
  const state = actor.view()
  if (!state.order.some((id) => state.units[id]?.merged !== undefined)) return
  const shown = await real.publish(request.run, tip)
  if (shown.refused !== undefined) request.say(`branch ${shown.branch} was not moved: ${shown.refused}`)
}
