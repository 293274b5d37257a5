/**
 * The cost ledger (U-21): what every attempt cost, whether it counted or not. A fold of its own over the events,
 * because the state of a run keeps totals only.
 *
 * 1. Every usage of an event is in exactly one sum: good, failed, stale, lost or advice.
 * 2. Usage that is reported during a performance counts only when that performance was lost; otherwise the outcome has
 *    the total.
 */
import type { Event, EventOf } from '#model/event.ts'
import type { Key, NodePath } from '#model/ids.ts'
import { splitPath } from '#model/node-path.ts'
import { estimatedIn, tokensOf } from '#model/tokens.ts'
import type { Usage } from '#model/usage.ts'
import type { Cost } from '#model/view.ts'

/** How an attempt ended: with an outcome, failed, too late to count, or lost with its process. */
export type Fate = 'good' | 'failed' | 'stale' | 'lost'

export interface UnitCost {
  readonly total: Cost
  readonly phases: Readonly<Record<string, Cost>>
}

export interface CostView {
  readonly total: Cost
  readonly byFate: Readonly<Record<Fate, Cost>>
  /** What the advisor of a halted run used: in the total, and of no unit. */
  readonly advice: Cost
  /** Attempts of unknown keys are in the total and under no unit. */
  readonly units: Readonly<Record<string, UnitCost>>
  /**
   * By the model that the agent reported, else the routed one; `unknown` when neither is known. Checks and git have
   * none.
   */
  readonly models: Readonly<Record<string, Cost>>
  /** Paths of attempts that were intended, and what the running performance of each has reported so far. */
  readonly known: Readonly<Record<Key, Known>>
}

interface Known {
  readonly path: NodePath
  readonly reported: Usage | undefined
  /** Undefined for work without a model. */
  readonly model: string | undefined
}

export const noCost: Cost = {
  costMicros: 0,
  tokens: 0,
  activeMs: 0,
  attempts: 0,
  steps: 0,
  estimatedMicros: 0,
  unpricedTokens: 0,
  peakContext: 0,
}

export const initialCost: CostView = {
  total: noCost,
  byFate: { good: noCost, failed: noCost, stale: noCost, lost: noCost },
  advice: noCost,
  units: {},
  models: {},
  known: {},
}

export function costOf(events: Iterable<Event>): CostView {
  return foldCost(initialCost, events)
}

/** One copy per fold, not per event; the given view does not change. */
type Draft = {
  total: Cost
  readonly byFate: Record<Fate, Cost>
  advice: Cost
  readonly units: Record<string, UnitCost>
  readonly models: Record<string, Cost>
  readonly known: Record<Key, CostView['known'][Key]>
}

export function foldCost(view: CostView, events: Iterable<Event>): CostView {
  const draft: Draft = {
    total: view.total,
    byFate: { ...view.byFate },
    advice: view.advice,
    units: { ...view.units },
    models: { ...view.models },
    known: { ...view.known },
  }
  for (const event of events) {
    if (event.type === 'attempt.intended') draft.known[event.key] = knownFrom(event)
    if (event.type === 'attempt.reported') onReport(draft, event)
    if (event.type === 'attempt.stale') spend(draft, event.key, 'stale', costFrom(event.usage, 0))
    if (event.type === 'advice.taken') onAdvice(draft, event)
    if (event.type !== 'attempt.finished') continue
    const fate = event.outcome.status === 'failed' ? 'failed' : 'good'
    spend(draft, event.key, fate, costFrom(event.usage, event.durationMs))
  }
  return draft
}

function knownFrom({ path, task }: EventOf<'attempt.intended'>): Known {
  const route = 'route' in task ? task.route : undefined
  const model = 'role' in task ? (route?.resolved ?? route?.model ?? 'unknown') : undefined
  return { path, reported: undefined, model }
}

function onAdvice(draft: Draft, { usage, durationMs, model = 'unknown' }: EventOf<'advice.taken'>): void {
  const cost = costFrom(usage, durationMs)
  draft.total = plus(draft.total, cost)
  draft.advice = plus(draft.advice, cost)
  draft.models[model] = plus(draft.models[model] ?? noCost, cost)
}

function onReport(draft: Draft, { key, report }: EventOf<'attempt.reported'>): void {
  const known = draft.known[key]
  if (known === undefined) return
  if (report.kind === 'usage') draft.known[key] = { ...known, reported: report.usage }
  if (report.kind === 'session' && report.model !== undefined) draft.known[key] = { ...known, model: report.model }
  if (report.kind !== 'performance') return
  spend(draft, key, 'lost', known.reported === undefined ? { ...noCost, attempts: 1 } : costFrom(known.reported, 0))
  draft.known[key] = { ...known, reported: undefined }
}

function costFrom(usage: Usage, activeMs: number): Cost {
  const { costMicros } = usage
  const tokens = tokensOf(usage)
  return {
    costMicros,
    tokens,
    activeMs,
    attempts: 1,
    steps: 0,
    estimatedMicros: estimatedIn(usage),
    unpricedTokens: usage.unpricedTokens ?? (costMicros === 0 ? tokens : 0),
    peakContext: usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens,
  }
}

function spend(draft: Draft, key: Key, fate: Fate, tried: Cost): void {
  const known = draft.known[key]
  const isOwn = known !== undefined && known.model === undefined
  const cost = isOwn ? { ...tried, attempts: 0, steps: 1 } : tried
  draft.total = plus(draft.total, cost)
  draft.byFate[fate] = plus(draft.byFate[fate], cost)
  if (known === undefined) return
  const [id, phase] = splitPath(known.path)
  const unit = draft.units[id] ?? { total: noCost, phases: {} }
  const phases = { ...unit.phases, [phase]: plus(unit.phases[phase] ?? noCost, cost) }
  draft.units[id] = { total: plus(unit.total, cost), phases }
  if (known.model !== undefined) draft.models[known.model] = plus(draft.models[known.model] ?? noCost, cost)
}

/** The same phase of all units together. */
export function costByPhase({ units }: CostView): Readonly<Record<string, Cost>> {
  const phases: Record<string, Cost> = {}
  for (const unit of Object.values(units))
    for (const [name, cost] of Object.entries(unit.phases)) phases[name] = plus(phases[name] ?? noCost, cost)
  return phases
}

function plus(one: Cost, other: Cost): Cost {
  return {
    costMicros: one.costMicros + other.costMicros,
    tokens: one.tokens + other.tokens,
    activeMs: one.activeMs + other.activeMs,
    attempts: one.attempts + other.attempts,
    steps: one.steps + other.steps,
    estimatedMicros: one.estimatedMicros + other.estimatedMicros,
    unpricedTokens: one.unpricedTokens + other.unpricedTokens,
    peakContext: Math.max(one.peakContext, other.peakContext),
  }
}
