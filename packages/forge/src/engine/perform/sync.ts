/**
 * The user's branch has moved since the run started: it is merged into the integration tip, and the whole is verified
 * again. No command of the run: the user asks for it while no process works on the run, and the caller holds the lease
 * from before the first read.
 *
 * 1. The ref moves only after verification, by compare-and-swap, to a commit that the journal names before; then the
 *    fact is recorded, then it is published. A process that dies between the move and the fact leaves a tip that
 *    contains the base; the next sync, or the next merge, recognises it. One that dies between the last two leaves an
 *    open intent to publish; the next holder of the run performs it.
 * 2. A conflict or a red check moves nothing.
 */
import { commitMessage } from '#core/next/commit-message.ts'
import { tipCheckOf, type ForeignRef } from '#core/tip/expected-tip.ts'
import type { RunState } from '#core/state/state.ts'
import type { Actor } from '#engine/actor.ts'
import type { LogStop, World } from '#engine/ports.ts'
import type { CheckCommand, CheckResult } from '#model/evidence.ts'
import type { Failure } from '#model/failure.ts'
import type { Oid, RunId } from '#model/ids.ts'
import type { Message } from '#model/message.ts'
import type { Principal } from '#model/question.ts'
import { check } from './check.ts'
import { performForUser } from './perform-for-user.ts'
import { refs, scratchTree } from './perform-context.ts'

export interface SyncParts {
  readonly run: RunId
  readonly world: World
  /** The actor of the lease holder; it performs nothing. */
  readonly actor: Actor<RunState, Message>
  /** The user's branch by its name, and its commit to merge. */
  readonly branch: string
  readonly base: Oid
  readonly commands: readonly CheckCommand[]
  readonly by: Principal
  readonly stopped: AbortSignal
}

export type SyncEnd =
  | { readonly end: 'synced'; readonly tip: Oid; readonly results: readonly CheckResult[] }
  | { readonly end: 'already'; readonly tip: Oid }
  | { readonly end: 'conflict'; readonly tip: Oid; readonly paths: readonly string[] }
  | { readonly end: 'red'; readonly tip: Oid; readonly results: readonly CheckResult[]; readonly red: CheckResult }
  /** The commands could not be run to their end. */
  | { readonly end: 'unverified'; readonly tip: Oid; readonly failure: Failure }
  /** Something outside Forge moved the integration ref. */
  | { readonly end: 'foreign'; readonly foreign: ForeignRef }
  /** Another process holds this lock file. */
  | { readonly end: 'locked'; readonly file: string }
  /** The run stopped in the middle of a merge or of being cancelled: it must be resumed first. */
  | { readonly end: 'in-the-middle' }
  | { readonly end: 'stopped'; readonly stop: LogStop }

/** A run that has not started has no tip yet, and the tip must not move under a merge that has started. */
export function isInTheMiddle({ status, openAttempts: attempts }: RunState): boolean {
  return (
    status === 'absent' || status === 'cancelling' || Object.values(attempts).some(({ task }) => task.do === 'merge')
  )
}

export async function bringBase(parts: SyncParts): Promise<SyncEnd> {
  const { run, world, actor, base } = parts
  const state = actor.view()
  if (isInTheMiddle(state)) return { end: 'in-the-middle' }
  const { git } = world
  await clearSync(parts)
  const ref = refs.integration(run)
  const tip = (await git.resolveRef(ref)) ?? state.tip ?? base
  const made = await git.updateRef(ref, tip, undefined)
  if (typeof made === 'object') return { end: 'locked', file: made.locked }
  if (tipCheckOf(state, tip) === 'foreign') return foreignAt(parts, tip)
  if (await git.isAncestor(base, tip)) {
    if (tip !== state.tip) return record(parts, tip, [])
    const stop = await performForUser(parts)
    return stop === undefined ? { end: 'already', tip } : { end: 'stopped', stop }
  }
  const merged = await mergeBase(parts, tip)
  if (typeof merged !== 'string') return { end: 'conflict', tip, paths: merged.conflicts }
  const results = await verify(parts, merged)
  if ('tag' in results) return { end: 'unverified', tip, failure: results }
  const red = results.find((result) => result.exitCode !== 0 || result.timedOut || result.testsRun === 0)
  if (red !== undefined) return { end: 'red', tip, results, red }
  const promised = await actor.post(wordOf(parts, 'syncing', merged))
  if (!promised.ok) return { end: 'stopped', stop: promised.failure }
  const updated = await git.updateRef(ref, merged, tip)
  if (typeof updated === 'object') return { end: 'locked', file: updated.locked }
  return updated === 'moved' ? foreignAt(parts, (await git.resolveRef(ref)) ?? tip) : record(parts, merged, results)
}

function foreignAt({ actor, world, base }: SyncParts, tip: Oid): SyncEnd {
  const expected = actor.view().tip ?? base
  return { end: 'foreign', foreign: { expected, tip, repository: world.git.directory } }
}

/** The name of its place among the trees of units. */
const place = 'sync'

/**
 * A process that died during verification left its tree, and maybe child processes: the next holder of the run removes
 * both.
 */
export async function clearSync({ run, world }: Pick<SyncParts, 'run' | 'world'>): Promise<void> {
  const tree = scratchTree(run, `${place}.check`)
  if (!(await world.trees.list(run)).includes(tree)) return
  await world.processes.sweepTree(tree)
  await world.trees.remove(tree)
}

/** The commit that has both; the user's own when the run has nothing that it lacks. */
async function mergeBase(
  { world: { git, clock }, run, branch, base }: SyncParts,
  tip: Oid,
): Promise<Oid | { readonly conflicts: readonly string[] }> {
  if (await git.isAncestor(tip, base)) return base
  const merged = await git.mergeTree(tip, base)
  if ('conflicts' in merged) return merged
  const subject = `Merge ${branch} into run ${run}`
  const message = commitMessage({ subject, trailers: [`Forge-Sync: ${run}@${base}`] })
  return git.commitTree({ tree: merged.tree, parents: [tip, base], message, at: clock.wall() })
}

/** In a tree of Forge's own. */
async function verify(parts: SyncParts, commit: Oid): Promise<readonly CheckResult[] | Failure> {
  const { run, world, commands, stopped } = parts
  const nowhere = () => Promise.resolve()
  const site = { run, world, post: nowhere, postToHost: nowhere, postToRun: nowhere }
  const at = { site, key: `${run}/${place}@${commit}`, performance: 1, stopped, report: () => undefined }
  const { outcome } = await check(at, { do: 'check', unit: place, commit, commands: [...commands] })
  if (outcome.status === 'checked') return outcome.results
  return outcome.status === 'failed' ? outcome.failure : { tag: 'empty' }
}

async function record(parts: SyncParts, tip: Oid, results: readonly CheckResult[]): Promise<SyncEnd> {
  const posted = await parts.actor.post(wordOf(parts, 'sync', tip))
  if (!posted.ok) return { end: 'stopped', stop: posted.failure }
  const stop = await performForUser(parts)
  return stop === undefined ? { end: 'synced', tip, results } : { end: 'stopped', stop }
}

function wordOf({ world, actor, base, by }: SyncParts, type: 'sync' | 'syncing', tip: Oid): Message {
  const from = actor.view().tip ?? base
  return { type, id: `${type}:${tip}`, at: world.clock.wall(), from, tip, base, by }
}
