/**
 * Which units may start: dependencies merged ∧ declared writes disjoint from running ones ∧ not contested by another run.
 * Pure over the state; capacity is the caller's question.
 */
import { pathsOverlap } from '#core/graph/paths.ts'
import { phasesOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { claimOf, claimsCollide, holdsClaim } from './claims.ts'

/** Why a unit does not start now: recorded as reasons (U-31). */
export type Hold =
  | { readonly why: 'dependency' | 'blocked' | 'order' | 'writes' | 'sequential' | 'wave'; readonly unit: string }
  | { readonly why: 'contested'; readonly path: string }
  /** No human has started the planned units yet. */
  | { readonly why: 'planning' }

/** What is known of all units at once: computed once per decision, so that no question walks the graph again. */
export interface Survey {
  /** Units that will not change by themselves: ended, or waiting for one that ended without success. */
  readonly over: ReadonlySet<string>
  /** Units that hold their claim, with it. */
  readonly holders: readonly UnitState[]
}

export function surveyOf(state: RunState): Survey {
  const over = new Set<string>()
  const seen = new Set<string>()
  for (const id of state.order) findOver(state, id, { over, seen })
  return { over, holders: state.order.map((id) => state.units[id] as UnitState).filter(holdsClaim) }
}

function findOver(state: RunState, id: string, found: { over: Set<string>; seen: Set<string> }): boolean {
  if (found.seen.has(id)) return found.over.has(id)
  found.seen.add(id)
  const unit = state.units[id]
  const isOver =
    unit === undefined ||
    unit.status !== 'open' ||
    (!unit.inWork && unit.spec.depends.some((on) => isLost(state, on, found))) ||
    (!unit.inWork && isLostToPlanner(state, unit))
  if (isOver) found.over.add(id)
  return isOver
}

function isLost(state: RunState, id: string, found: { over: Set<string>; seen: Set<string> }): boolean {
  const unit = state.units[id]
  return unit === undefined || (!isFulfilled(state, unit) && findOver(state, id, found))
}

/** A dependency is fulfilled when its work is on the tip, or when it is done and brings no work. */
export function isFulfilled(state: RunState, unit: UnitState): boolean {
  const merges = phasesOf(state, unit).some(
    (phase) => phase.kind === 'git' && phase.op === 'merge' && phase.effect !== 'off',
  )
  return merges ? unit.merged !== undefined : unit.status === 'done'
}

/** What blocks an open unit; undefined when it may start, is in work, or only has to tidy up. */
export function holdOf(state: RunState, survey: Survey, unit: UnitState): Hold | undefined {
  if (unit.inWork || unit.merged !== undefined) return undefined
  return (
    planningHold(state, unit) ??
    dependencyHold(state, survey, unit) ??
    waveHold(state, survey, unit) ??
    claimHold(state, survey, unit)
  )
}

/** A run that opens in planning starts no planned unit before a human says so. */
function planningHold(state: RunState, unit: UnitState): Hold | undefined {
  if (state.spec?.opens !== 'planning' || state.spec.units.some(({ id }) => id === unit.spec.id)) return undefined
  const isMeant = state.isStarted && (state.startedUnits === undefined || state.startedUnits.includes(unit.spec.id))
  return isMeant ? undefined : { why: 'planning' }
}

/** Waves: a unit starts when every unit of a smaller depth has ended or will not run. */
function waveHold(state: RunState, survey: Survey, unit: UnitState): Hold | undefined {
  if (state.spec?.strategy !== 'wave') return undefined
  const own = depthOf(state, unit.spec.id, new Map())
  const earlier = state.order.find((id) => {
    const other = state.units[id] as UnitState
    const isLeft = !survey.over.has(id) && other.merged === undefined && !isFulfilled(state, other)
    return isLeft && depthOf(state, id, new Map()) < own
  })
  return earlier === undefined ? undefined : { why: 'wave', unit: earlier }
}

/** The longest chain of units before this one. A checked graph has no cycle; one that slips through ends here. */
function depthOf(state: RunState, id: string, known: Map<string, number>): number {
  const found = known.get(id)
  if (found !== undefined) return found
  known.set(id, 0)
  const { depends = [], after = [] } = state.units[id]?.spec ?? {}
  const depth = [...depends, ...after].reduce((deepest, on) => Math.max(deepest, depthOf(state, on, known) + 1), 0)
  known.set(id, depth)
  return depth
}

function dependencyHold(state: RunState, survey: Survey, unit: UnitState): Hold | undefined {
  for (const id of unit.spec.depends) {
    const dependency = state.units[id]
    if (dependency !== undefined && isFulfilled(state, dependency)) continue
    return { why: survey.over.has(id) || dependency === undefined ? 'blocked' : 'dependency', unit: id }
  }
  const planner = plannersOf(state, unit).find(({ status }) => status === 'open')
  if (planner !== undefined) return { why: 'order', unit: planner.spec.id }
  const earlier = unit.spec.after.find((id) => state.units[id] !== undefined && !survey.over.has(id))
  return earlier === undefined ? undefined : { why: 'order', unit: earlier }
}

/**
 * Which units plan the whole again when this unit does not accept it. Meanwhile nothing of the whole is judged or done
 * (R-44).
 */
function plannersOf(state: RunState, unit: UnitState): readonly UnitState[] {
  return phasesOf(state, unit).flatMap(({ iterate }) => {
    const planner = iterate === undefined ? undefined : state.units[iterate]
    return planner === undefined ? [] : [planner]
  })
}

export function isBeingPlanned(state: RunState, unit: UnitState): boolean {
  return plannersOf(state, unit).some(({ status }) => status === 'open')
}

/** It did not accept the whole, and the planner that would plan it again has stopped. */
function isLostToPlanner(state: RunState, unit: UnitState): boolean {
  const isTold = phasesOf(state, unit).some(
    ({ name, iterate }) => iterate !== undefined && unit.phases[name]?.last?.handled === true,
  )
  return isTold && plannersOf(state, unit).some(({ status }) => status === 'stopped')
}

function claimHold(state: RunState, survey: Survey, unit: UnitState): Hold | undefined {
  const claim = claimOf(state, unit)
  if (claim.length === 0) return undefined
  for (const other of survey.holders) {
    const held = claimOf(state, other)
    if (claimsCollide(claim, held)) return { why: 'writes', unit: other.spec.id }
    if (state.spec?.strategy === 'sequential' && held.length > 0) return { why: 'sequential', unit: other.spec.id }
  }
  if (state.spec?.claims !== 'enforcing' || claim === 'unknown') return undefined
  const contested = state.capacity.contested.find((path) => claim.some((own) => pathsOverlap(own, path)))
  return contested === undefined ? undefined : { why: 'contested', path: contested }
}
