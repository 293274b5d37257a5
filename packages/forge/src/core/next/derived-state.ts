/** The input of the rules: the state, and what is derived from it once per decision. */
import type { UnitId } from '#model/ids.ts'
import { changeFor, overtakenIn, type GraphChange } from '#core/graph/expand.ts'
import { positionOf, type Position } from '#core/graph/position.ts'
import { holdOf, surveyOf, type Survey } from '#core/schedule/ready.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export interface DerivedState {
  readonly state: RunState
  readonly survey: Survey
  readonly units: readonly UnitState[]
  /** The position of each open unit; a unit without an entry has settled every phase. */
  readonly positions: ReadonlyMap<UnitId, Position>
  /** Units with an open attempt: no rule decides anything else about them until it has ended (I-11). */
  readonly busy: ReadonlySet<UnitId>
  /** A plan that passed every phase of its unit, and what it does to the graph. */
  readonly expansion: Expansion | undefined
  /** Units that the expansion drops or replaces: nothing starts for them any more. */
  readonly doomed: ReadonlySet<UnitId>
}

interface Expansion {
  readonly author: UnitState
  readonly change: GraphChange
  /** Units that the plan would change although they are merged by now: such a plan goes back, and changes nothing. */
  readonly overtaken: readonly UnitId[]
}

export function boardOf(state: RunState): DerivedState {
  const units = state.order.map((id) => state.units[id] as UnitState)
  const positions = new Map<UnitId, Position>()
  for (const unit of units) {
    const position = unit.status === 'open' ? positionOf(state, unit) : undefined
    if (position !== undefined) positions.set(unit.spec.id, position)
  }
  const expansion = state.status === 'running' ? expansionOf(state, units, positions) : undefined
  const doomed =
    expansion === undefined || expansion.overtaken.length > 0
      ? noUnits
      : new Set([...expansion.change.drop, ...expansion.change.replace.map((spec) => spec.id)])
  const busy = new Set(Object.values(state.openAttempts).map((attempt) => attempt.unit))
  return { state, survey: surveyOf(state), units, positions, busy, expansion, doomed }
}

const noUnits: ReadonlySet<UnitId> = new Set()

function expansionOf(
  state: RunState,
  units: readonly UnitState[],
  positions: ReadonlyMap<UnitId, Position>,
): DerivedState['expansion'] {
  const author = units.find(
    (unit) => unit.status === 'open' && unit.plan !== undefined && !unit.plan.expanded && !positions.has(unit.spec.id),
  )
  if (author?.plan === undefined) return undefined
  const { plan } = author.plan
  return { author, change: changeFor(state, author, plan), overtaken: overtakenIn(state, author, plan) }
}

/** Positions of units that are neither blocked nor at work. */
export function freePositions(board: DerivedState): Position[] {
  return idlePositions(board).filter(({ unit }) => holdOf(board.state, board.survey, unit) === undefined)
}

/** Positions of units that are not at work. */
export function idlePositions({ positions, busy }: DerivedState): Position[] {
  return [...positions.values()].filter(({ unit }) => !busy.has(unit.spec.id))
}
