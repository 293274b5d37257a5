/** Events of units: the graph, plans, verdicts, recovery, endings. */
import type { Feedback } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import type { EventOf } from '#model/event.ts'
import { hashOf } from '#model/digest.ts'
import { mostSummaries } from '#model/most-summaries.ts'
import { splitPath } from '#model/node-path.ts'
import type { UnitId } from '#model/ids.ts'
import type { UnitSpec } from '#model/unit.ts'
import { warningText } from '#core/findings/words.ts'
import { linesIn } from '#messages/lines.ts'
import { applyTip } from './apply-tip.ts'
import { ownPhase, ownUnit, type Draft } from './draft.ts'
import type { InputCounts, PhaseState, RunState, UnitState } from './state.ts'

export function applyGraph(draft: Draft, event: EventOf<'graph.changed'>): void {
  const { state } = draft
  state.specVersion = event.iteration
  for (const id of event.drop) ownUnit(draft, id).status = 'dropped'
  for (const spec of event.replace) {
    const old = state.units[spec.id]
    state.units[spec.id] = {
      ...freshUnit(state, spec, old?.index ?? 0),
      dispatches: old?.dispatches ?? 0,
      activeMs: old?.activeMs ?? 0,
      tokens: old?.tokens ?? 0,
      costMicros: old?.costMicros ?? 0,
      ...(old === undefined ? {} : { triedBefore: triesOf(old) }),
      ...defined({ approvedPlan: old?.approvedPlan }),
    }
  }
  if (event.add.length > 0) state.order = [...state.order]
  for (const spec of event.add) {
    state.units[spec.id] = freshUnit(state, spec, state.order.length)
    state.order.push(spec.id)
  }
  const author = event.unit === undefined ? undefined : ownUnit(draft, event.unit)
  if (author?.plan?.hash === event.plan && author?.plan !== undefined) author.plan = { ...author.plan, expanded: true }
}

/** How often each phase of a unit was attempted in its whole life. */
export function triesOf({ phases, triedBefore = {} }: UnitState): Record<string, number> {
  const tries: Record<string, number> = { ...triedBefore }
  for (const [name, { lastAttempt: attempt }] of Object.entries(phases)) tries[name] = (tries[name] ?? 0) + attempt
  return tries
}

function freshUnit(state: RunState, spec: UnitSpec, index: number): UnitState {
  return {
    spec,
    hash: hashOf(spec),
    index,
    specVersion: state.specVersion,
    status: 'open',
    stop: undefined,
    phases: {},
    plan: undefined,
    head: undefined,
    candidate: undefined,
    merged: undefined,
    lastFeedback: undefined,
    feedbackByPhase: {},
    documents: {},
    wakeAt: undefined,
    inWork: false,
    dispatches: 0,
    activeMs: 0,
    tokens: 0,
    costMicros: 0,
    generation: 1,
  }
}

export function applyPlan(draft: Draft, event: EventOf<'plan.proposed'>): void {
  const unit = ownUnit(draft, event.unit)
  unit.plan = { plan: event.plan, hash: event.hash, expanded: false }
  if (unit.status === 'done' || unit.status === 'stopped') {
    unit.status = 'open'
    unit.stop = undefined
  }
}

export function applyVerdict(draft: Draft, event: EventOf<'verdict.given'>): void {
  const [unit, name] = splitPath(event.path)
  const phase = ownPhase(draft, unit, name)
  phase.last = { judged: event.judged, verdict: event.verdict, key: event.key, failure: event.failure, handled: false }
  const found = foundBy(draft.state, unit, event)
  if (found !== undefined) phase.last = { ...phase.last, found }
  if (event.verdict !== 'none') phase.variant = 'plain'
  if (event.verdict === 'pass') agree(draft, unit, event)
  if (event.summary !== undefined) keepSummary(ownUnit(draft, unit), name, event)
  const warnings = event.findings.filter(({ severity }) => severity === 'warning')
  if (warnings.length > 0) phase.warnings = warnings.slice(0, 10).map(warningText)
  else delete phase.warnings
  delete phase.errors
}

/** From now on the scope is measured by this plan, because it passed its question. */
function agree(draft: Draft, id: UnitId, { path, judged }: EventOf<'verdict.given'>): void {
  const { state } = draft
  const plan = state.units[id]?.plan
  if (plan === undefined || plan.hash !== judged.subject) return
  const [, name] = splitPath(path)
  const phases = state.spec?.templates[state.units[id]?.spec.template ?? '']?.phases ?? []
  if (phases.some((phase) => phase.name === name && phase.kind === 'ask' && phase.about === 'plan'))
    ownUnit(draft, id).approvedPlan = plan.plan
}

/** How much a verdict that sends back has found, where that is counted: findings, or the lines of its failure. */
function foundBy(state: RunState, unit: UnitId, event: EventOf<'verdict.given'>): number | undefined {
  const [, name] = splitPath(event.path)
  const template = state.spec?.templates[state.units[unit]?.spec.template ?? '']
  const phase = template?.phases.find((one) => one.name === name)
  if (phase?.rounds !== 'decreasing' || event.verdict !== 'revise') return undefined
  const { findings, failure } = event
  if (findings.length > 0) return findings.length
  return failure?.tag === 'unmet' ? Math.max(1, linesIn(failure.summary)) : 1
}

/** A new summary of a phase replaces its old one. */
function keepSummary(unit: UnitState, phase: string, event: EventOf<'verdict.given'>): void {
  const { raw, summary = '', record } = event
  const changes = record === undefined || record.keyChanges.length === 0 ? {} : { keyChanges: record.keyChanges }
  const others = (unit.summaries ?? []).filter((earlier) => earlier.phase !== phase)
  unit.summaries = [...others, { phase, verdict: raw.slice(0, 100), text: summary, ...changes }].slice(-mostSummaries)
}

export function applyRecovery(draft: Draft, event: EventOf<'recovery.chosen'>): void {
  const [id, name] = splitPath(event.path)
  const unit = ownUnit(draft, id)
  const phase = ownPhase(draft, id, name)
  if (phase.last !== undefined) phase.last = { ...phase.last, handled: true }
  if (event.counts === 'iterations') draft.state.replans = (draft.state.replans ?? 0) + 1
  count(phase, event)
  if (event.rung === 'retry' || event.rung === 'wait') {
    phase.last = undefined
    phase.variant = event.variant
    if (event.errors !== undefined) phase.errors = event.errors
    unit.wakeAt = event.wakeAt
  }
  if (event.rung === 'revise') tell(unit, event.feedback, event.target === undefined ? [] : [event.target])
  if (event.rung === 'iterate') planAgain(draft, unit, event)
}

/** The planner of the whole plans again, with the findings; the unit that found them waits for that like a new unit. */
function planAgain(draft: Draft, judge: UnitState, { unit: id, feedback, target }: EventOf<'recovery.chosen'>): void {
  judge.inWork = false
  if (id === undefined) return
  const planner = ownUnit(draft, id)
  openAgain(draft, id)
  tell(planner, feedback, target === undefined ? [] : [target])
}

function count(phase: PhaseState, event: EventOf<'recovery.chosen'>): void {
  const counts: InputCounts = { ...(phase.inputs[event.input] ?? { transport: 0, empty: 0, unchanged: 0 }) }
  switch (event.counts) {
    case 'transport':
    case 'empty':
    case 'unchanged':
      counts[event.counts] += 1
      phase.inputs[event.input] = counts
      return
    case 'corrections':
    case 'lockWaits':
      counts[event.counts] = (counts[event.counts] ?? 0) + 1
      phase.inputs[event.input] = counts
      return
    case 'repairs':
    case 'tiersUp':
    case 'otherModels':
      phase[event.counts] = (phase[event.counts] ?? 0) + 1
      return
    case 'attempts':
      phase.failedAttempts += 1
      return
    case 'revisions':
    case 'planRounds':
      phase.revisions += 1
      if (event.found !== undefined) phase.findingsOfLastRound = event.found
      return
    case 'iterations':
    case 'nothing':
  }
}

export function applyDocument(draft: Draft, event: EventOf<'document.written'>): void {
  const unit = ownUnit(draft, event.unit)
  const { hash, bytes, text } = event
  unit.documents = { ...unit.documents, [event.phase]: { hash, bytes, text } }
}

/** Feedback to a phase makes its next input new; the other phases keep theirs. */
function tell(unit: UnitState, feedback: Feedback | undefined, targets: readonly string[]): void {
  unit.lastFeedback = feedback
  if (feedback === undefined) return
  unit.feedbackByPhase = { ...unit.feedbackByPhase, ...Object.fromEntries(targets.map((name) => [name, feedback])) }
}

/** Phases of a unit that make something: work, plans, documents. */
function makersOf(state: RunState, unit: UnitState): readonly string[] {
  const phases = state.spec?.templates[unit.spec.template]?.phases ?? []
  return phases.filter((phase) => phase.kind === 'agent' && phase.yields !== 'verdict').map(({ name }) => name)
}

export function applyMerged(draft: Draft, event: EventOf<'unit.merged'>): void {
  ownUnit(draft, event.unit).merged = { commit: event.commit, trailer: event.trailer }
  applyTip(draft.state, event.commit)
}

/** A unit resumes: what did not pass runs again, counters keep their values (C-23). */
export function applyReopened(draft: Draft, event: EventOf<'unit.reopened'>): void {
  const unit = ownUnit(draft, event.unit)
  openAgain(draft, event.unit)
  unit.generation += 1
  if (event.feedback !== undefined)
    tell(unit, event.feedback, event.target === undefined ? makersOf(draft.state, unit) : [event.target])
  // Later units have judged the whole without this one: they wait again, and judge again if the whole has changed.
  for (const id of draft.state.order) {
    const later = draft.state.units[id] as UnitState
    if (later.spec.after.includes(event.unit) && later.status !== 'dropped') openAgain(draft, id)
  }
}

function openAgain(draft: Draft, id: UnitId): void {
  const unit = ownUnit(draft, id)
  unit.status = 'open'
  unit.stop = undefined
  unit.wakeAt = undefined
  unit.inWork = false
  for (const name of Object.keys(unit.phases)) {
    const phase = ownPhase(draft, id, name)
    if (phase.last !== undefined && phase.last.verdict !== 'pass') phase.last = undefined
  }
}

export function applyStopped(draft: Draft, event: EventOf<'unit.stopped'>): void {
  const unit = ownUnit(draft, event.unit)
  unit.status = 'stopped'
  unit.inWork = false
  unit.stop = { reason: event.reason, failure: event.failure, remedy: event.remedy }
  unit.wakeAt = undefined
}
