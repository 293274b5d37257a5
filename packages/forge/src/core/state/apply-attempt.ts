/** Events of attempts: what is open, what was spent, what came of it. */
import { say } from '#messages/said.ts'
import type { Limits } from '#model/budget.ts'
import { defined } from '#model/defined.ts'
import type { EventOf } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import { tokensOf } from '#model/tokens.ts'
import { closedByReport, isLimit } from '#core/provider/waits.ts'
import { accountLimitKey } from './apply-capacity.ts'
import { applyMoved, applyPromise } from './apply-tip.ts'
import { ownPhase, ownUnit, type Draft } from './draft.ts'
import type { Levels, UsedWindow } from '#model/quota.ts'
import type { Usage } from '#model/usage.ts'
import type { Conversation, OpenAttempt, RunState } from './state.ts'

export function applyAttemptIntended(draft: Draft, event: EventOf<'attempt.intended'>): void {
  const { state } = draft
  const [unit, phase] = splitPath(event.path)
  const { key, path, task, judged, input } = event
  state.openAttempts[path] = { key, path, unit, phase, task, judged, input, since: event.at }
  const owned = ownPhase(draft, unit, phase)
  owned.lastAttempt = event.attempt
  // Any later work on the unit changes what a conversation was about.
  for (const name of Object.keys(ownUnit(draft, unit).phases)) delete ownPhase(draft, unit, name).conversation
  const owner = ownUnit(draft, unit)
  owner.inWork = true
  owner.dispatches += 1
  state.spent.dispatches += 1
  if (task.do === 'merge') applyPromise(state, task.commit)
}

export function openAttempt(state: RunState, key: string): OpenAttempt | undefined {
  const path = pathOfKey(key)
  const open = path === undefined ? undefined : state.openAttempts[path]
  return open?.key === key ? open : undefined
}

/** `<run>/<iteration>/<node-path>#<attempt>` → node path. */
function pathOfKey(key: string): string | undefined {
  return /^[^/]+\/\d+\/([^#]+)#\d+$/.exec(key)?.[1]
}

export function applyAttemptFinished(draft: Draft, event: EventOf<'attempt.finished'>): void {
  const { state } = draft
  const open = openAttempt(state, event.key)
  if (open === undefined) throw new Error(`finished but not open: ${event.key}`)
  delete state.openAttempts[open.path]
  for (const stop of Object.values(state.stops)) if (stop.target === event.key) delete state.stops[stop.key]
  spend(draft, open.unit, event.usage)
  state.spent.activeMs += event.durationMs
  ownUnit(draft, open.unit).activeMs += event.durationMs
  if (isAgentTask(open)) state.largest = largerOf(state.largest, event)
  const conversation = limitedConversation(open, event)
  if (conversation !== undefined) ownPhase(draft, open.unit, open.phase).conversation = conversation
  applyProduct(draft, open, event)
}

/** The commit that its tree began with. */
export function startOf(task: OpenAttempt['task']): string | undefined {
  return task.do === 'work' ? task.start : undefined
}

/** A limit ends an attempt, not its conversation. */
function limitedConversation(
  { task, input, session }: OpenAttempt,
  { outcome }: EventOf<'attempt.finished'>,
): Conversation | undefined {
  if (!('account' in task) || outcome.status !== 'failed' || !isLimit(outcome.failure)) return undefined
  const known = session ?? task.resumes
  if (known === undefined) return undefined
  return { session: known, input, gate: accountLimitKey(task), agent: task.route?.agent, start: startOf(task) }
}

function applyProduct(draft: Draft, open: OpenAttempt, event: EventOf<'attempt.finished'>): void {
  const { state } = draft
  const { outcome } = event
  const unit = ownUnit(draft, open.unit)
  if (outcome.status === 'worked') {
    const { head: commit, tree, base, changed, artifacts, lostTests } = outcome
    const seen = defined({ artifacts, lostTests })
    unit.head = { commit, tree, base, changed, ...seen }
  }
  if (outcome.status === 'integrated') unit.candidate = { tip: outcome.tip, tree: outcome.tree, commit: outcome.commit }
  if (outcome.status === 'failed' && outcome.failure.tag === 'moved') applyMoved(state, outcome.failure)
  if (outcome.status === 'failed' && outcome.failure.tag === 'ceiling') applyCutOff(state, outcome.failure)
  if (outcome.status === 'failed' && outcome.failure.tag === 'unavailable') {
    state.unavailable += 1
    state.unavailableWhy = outcome.failure.what
    if (outcome.failure.lasts !== undefined) state.unavailableLasts = true
  } else if (isAgentTask(open)) state.unavailable = 0
}

function applyCutOff(state: RunState, { limit, at, unpriced }: NonNullable<RunState['cutOff']>): void {
  const cutOff = { limit, at, ...defined({ unpriced }) }
  // An attempt that was cut off before the limit was raised may report it afterwards.
  if (!isRaised(state.limits, cutOff)) state.cutOff = cutOff
}

/** Whether a limit is higher than when an attempt was cut off at it, or unpriced usage is allowed now. */
export function isRaised(limits: Limits, { limit, at, unpriced }: NonNullable<RunState['cutOff']>): boolean {
  if (unpriced === undefined) return (limits[limit] ?? Infinity) > at
  return limits.unpriced === 'allowed' || (moneyOf(limits) ?? Infinity) > at
}

export function applyReport(draft: Draft, event: EventOf<'attempt.reported'>): void {
  const { state } = draft
  const open = openAttempt(state, event.key)
  if (open === undefined) return
  if (event.report.kind === 'session') {
    const { session, model, lasts } = event.report
    const told = { ...(lasts === undefined ? {} : { session }), ...defined({ launched: model }) }
    state.openAttempts[open.path] = { ...open, ...told }
  }
  if (event.report.kind === 'usage') state.openAttempts[open.path] = { ...open, reported: event.report.usage }
  if (event.report.kind === 'asked-again') state.openAttempts[open.path] = { ...open, askedAgain: true }
  if (event.report.kind === 'rate-limited')
    state.openAttempts[open.path] = { ...open, limitedUntil: closedByReport(event.report, event.at) }
  if (event.report.kind === 'windows') applyWindows(state, open, { at: event.at, ...event.report })
  if (event.report.kind !== 'performance') return
  // A lost performance is real work: it counts toward the lifetime cap and the spend, not toward the attempt budget.
  const { reported, ...again } = open
  state.openAttempts[open.path] = again
  if (reported !== undefined) spend(draft, open.unit, reported)
  ownUnit(draft, open.unit).dispatches += 1
  state.spent.dispatches += 1
}

function applyWindows(
  { capacity }: RunState,
  { task }: OpenAttempt,
  { account, windows, at }: { readonly account: string; readonly windows: readonly UsedWindow[]; readonly at: number },
): void {
  const provider = 'provider' in task ? task.provider : undefined
  const gate = accountLimitKey({ provider, account })
  const told: Levels = Object.fromEntries(windows.map(({ window, percent }) => [window, { percent, at }]))
  capacity.used = { ...capacity.used, [gate]: { ...capacity.used?.[gate], ...told } }
}

/** A late outcome changed nothing, and was paid for all the same (U-21). */
export function applyStale(draft: Draft, event: EventOf<'attempt.stale'>): void {
  draft.state.spent.staleMicros += event.usage.costMicros
  const [unit] = pathOfKey(event.key)?.split('/') ?? []
  spend(draft, unit, event.usage)
}

/** No attempt and no dispatch, but money, tokens and time of the run as every other. */
export function applyAdvice(draft: Draft, event: EventOf<'advice.taken'>): void {
  spend(draft, undefined, event.usage)
  draft.state.spent.activeMs += event.durationMs
}

/** However the attempt ended, it was paid for: by the run, and by its unit where that is known. */
function spend(draft: Draft, id: string | undefined, usage: Usage): void {
  const { spent } = draft.state
  const tokens = tokensOf(usage)
  spent.costMicros += usage.costMicros
  const { estimatedMicros = 0 } = usage
  if (estimatedMicros > 0) spent.estimatedMicros = (spent.estimatedMicros ?? 0) + estimatedMicros
  spent.tokens += tokens
  spendUnpriced(draft.state, usage)
  if (id === undefined || draft.state.units[id] === undefined) return
  const unit = ownUnit(draft, id)
  unit.costMicros += usage.costMicros
  unit.tokens += tokens
}

/** The limit of money of the run, else that of each unit. */
function moneyOf({ costMicros, unitCostMicros }: Limits): number | undefined {
  return costMicros ?? unitCostMicros
}

/**
 * Where money is limited, no agent may continue with usage that has no price: the run stops as at its limit, unless
 * that was allowed.
 */
function spendUnpriced(state: RunState, { unpricedTokens = 0, unpriced = [] }: Usage): void {
  if (unpricedTokens === 0) return
  const { tokens = 0, models = [] } = state.unpriced ?? {}
  state.unpriced = { tokens: tokens + unpricedTokens, models: [...new Set([...models, ...unpriced])].slice(0, 20) }
  const at = moneyOf(state.limits)
  if (at === undefined) return
  applyCutOff(state, {
    limit: 'costMicros',
    at,
    unpriced: unpriced[0] ?? say('model.unnamedByAgent'),
  })
}

function isAgentTask({ task }: OpenAttempt): boolean {
  return 'nonce' in task
}

function largerOf(known: RunState['largest'], { usage, durationMs }: EventOf<'attempt.finished'>): RunState['largest'] {
  return {
    costMicros: Math.max(known?.costMicros ?? 0, usage.costMicros),
    tokens: Math.max(known?.tokens ?? 0, tokensOf(usage)),
    activeMs: Math.max(known?.activeMs ?? 0, durationMs),
  }
}
