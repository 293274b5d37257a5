/** Rules about questions, gates, plans and what the run asks of the host stream. */
import type { Event } from '#model/event.ts'
import { attemptKey, splitPath } from '#model/ids.ts'
import type { GatePhase } from '#model/phase.ts'
import { changeFor, covers, envelopeOf } from '#core/graph/expand.ts'
import { isCovered } from '#core/graph/paths.ts'
import { positionOf, type Position } from '#core/graph/position.ts'
import { claimOf } from '#core/schedule/claims.ts'
import { holdOf, surveyOf } from '#core/schedule/ready.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

function positions(state: RunState): Position[] {
  const survey = surveyOf(state)
  return state.order.flatMap((id) => {
    const unit = state.units[id] as UnitState
    if (unit.status !== 'open' || holdOf(state, survey, unit) !== undefined) return []
    return positionOf(state, unit) ?? []
  })
}

/** A question whose subject changed is taken back, so that no answer to the old one can count (I-23). */
export function withdrawQuestion(state: RunState): Event | undefined {
  for (const question of valuesByKey(state.questions)) {
    const [unitId] = splitPath(question.path)
    const unit = state.units[unitId]
    const reason = unit?.plan?.hash !== question.subject ? 'what was asked about has changed' : state.status === 'cancelling' ? 'the run is cancelled' : undefined
    if (reason !== undefined) return { type: 'question.withdrawn', v: 1, at: state.now, key: question.key, reason }
  }
  return undefined
}

export function askQuestion(state: RunState): Event | undefined {
  if (state.status !== 'running' && state.status !== 'paused') return undefined
  for (const position of positions(state)) {
    const { unit, phase, path } = position
    if (phase.kind !== 'ask' || unit.plan === undefined || position.judged === undefined) continue
    if (position.state.last !== undefined && position.state.last.judged.subject === unit.plan.hash) continue
    if (Object.values(state.questions).some((question) => question.path === path)) continue
    const key = attemptKey(state.run, unit.iteration, path, position.state.attempt + 1)
    const envelope = envelopeOf(state, unit, unit.plan.plan)
    if (state.approved.some((approved) => covers(approved, envelope))) {
      return { type: 'verdict.given', v: 1, at: state.now, path, key, verdict: 'pass', raw: 'inside the approved envelope', judged: position.judged, findings: [] }
    }
    const question = { key, path, text: phase.question, options: ['approve', 'reject'], subject: unit.plan.hash, envelope }
    return { type: 'question.asked', v: 1, at: state.now, question, reason: 'ask-question' }
  }
  return undefined
}

/** A gate is a predicate over recorded facts: no performer, no cost. */
export function evaluateGate(state: RunState): Event | undefined {
  if (state.status !== 'running') return undefined
  for (const position of positions(state)) {
    const { unit, phase, path, judged } = position
    if (phase.kind !== 'gate' || judged === undefined || position.state.last !== undefined && position.state.last.judged.subject === judged.subject) continue
    const fault = gateFault(unit, phase)
    const key = attemptKey(state.run, unit.iteration, path, position.state.attempt + 1)
    const base = { type: 'verdict.given', v: 1, at: state.now, path, key, judged, findings: [] } as const
    if (fault === undefined) return { ...base, findings: [], verdict: 'pass', raw: 'holds' }
    return { ...base, findings: [], verdict: 'revise', raw: phase.require, failure: { tag: 'unmet', summary: fault } }
  }
  return undefined
}

function gateFault(unit: UnitState, phase: GatePhase): string | undefined {
  const changed = unit.head?.changed ?? []
  if (phase.require === 'some-change') return changed.length > 0 ? undefined : 'nothing was changed'
  const declared = unit.spec.writes
  if (declared === undefined) return undefined
  const strays = changed.filter((path) => !isCovered(path, declared))
  return strays.length === 0 ? undefined : `changed paths that were not declared: ${strays.slice(0, 20).join(', ')}`
}

/** A plan that every phase of its unit has let through becomes units, once nothing runs that it takes away. */
export function expandPlan(state: RunState): Event | undefined {
  if (state.status !== 'running') return undefined
  const author = readyAuthor(state)
  if (author?.plan === undefined) return undefined
  const change = changeFor(state, author, author.plan.plan)
  const doomed = new Set([...change.drop, ...change.replace.map((spec) => spec.id)])
  if (Object.values(state.attempts).some((attempt) => doomed.has(attempt.unit))) return undefined
  const iteration = doomed.size === 0 ? state.iteration : state.iteration + 1
  return {
    type: 'graph.changed',
    v: 1,
    at: state.now,
    iteration,
    add: [...change.add],
    drop: [...change.drop],
    replace: [...change.replace],
    reason: 'expand-plan',
    plan: author.plan.hash,
    unit: author.spec.id,
  }
}

function readyAuthor(state: RunState): UnitState | undefined {
  return state.order
    .map((id) => state.units[id] as UnitState)
    .find((unit) => unit.status === 'open' && unit.plan !== undefined && !unit.plan.expanded && positionOf(state, unit) === undefined)
}

/** Units that the plan about to be expanded drops or replaces. */
export function doomedUnits(state: RunState): ReadonlySet<string> {
  const author = readyAuthor(state)
  if (state.status !== 'running' || author?.plan === undefined) return new Set()
  const change = changeFor(state, author, author.plan.plan)
  return new Set([...change.drop, ...change.replace.map((spec) => spec.id)])
}

/** What the run wants of the machine, told again whenever it changes; nothing when it has ended. */
export function askCapacity(state: RunState): Event | undefined {
  const { asked } = state.capacity
  const wanted = wantedCapacity(state)
  if (asked.slots === wanted.slots && asked.writes.join('\n') === wanted.writes.join('\n')) return undefined
  const key = `${state.run}/claim@${state.capacity.asks + 1}`
  return { type: 'capacity.asked', v: 1, at: state.now, key, ...wanted }
}

function wantedCapacity(state: RunState): { slots: number; writes: string[] } {
  if (state.status === 'finished') return { slots: 0, writes: [] }
  const writes = new Set<string>()
  for (const id of state.order) {
    const unit = state.units[id] as UnitState
    if (unit.status !== 'open' || unit.merged !== undefined) continue
    const claim = claimOf(state, unit)
    if (claim !== 'unknown') for (const path of claim) writes.add(path)
  }
  return { slots: state.spec?.slots ?? 1, writes: [...writes].toSorted() }
}

