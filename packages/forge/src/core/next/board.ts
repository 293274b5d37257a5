/** What the rules look at: the state, and what is derived from it once per decision. */
import type { UnitId } from '#model/ids.ts'
import { changeFor, type GraphChange } from '#core/graph/expand.ts'
import { positionOf, type Position } from '#core/graph/position.ts'
import { holdOf, surveyOf, type Survey } from '#core/schedule/ready.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export interface Board {
  readonly state: RunState
  readonly survey: Survey
  readonly units: readonly UnitState[]
  /** Where each open unit stands; a unit without an entry has settled every phase. */
  readonly positions: ReadonlyMap<UnitId, Position>
  /** A plan that every phase of its unit has let through, and what it does to the graph. */
  readonly expansion: { readonly author: UnitState; readonly change: GraphChange } | undefined
  /** Units that the expansion drops or replaces: nothing is started for them any more. */
  readonly doomed: ReadonlySet<UnitId>
}

export function boardOf(state: RunState): Board {
  const units = state.order.map((id) => state.units[id] as UnitState)
  const positions = new Map<UnitId, Position>()
  for (const unit of units) {
    const position = unit.status === 'open' ? positionOf(state, unit) : undefined
    if (position !== undefined) positions.set(unit.spec.id, position)
  }
  const expansion = state.status === 'running' ? expansionOf(state, units, positions) : undefined
  const doomed =
    expansion === undefined
      ? noUnits
      : new Set([...expansion.change.drop, ...expansion.change.replace.map((spec) => spec.id)])
  return { state, survey: surveyOf(state), units, positions, expansion, doomed }
}

const noUnits: ReadonlySet<UnitId> = new Set()

function expansionOf(
  state: RunState,
  units: readonly UnitState[],
  positions: ReadonlyMap<UnitId, Position>,
): Board['expansion'] {
  const author = units.find(
    (unit) => unit.status === 'open' && unit.plan !== undefined && !unit.plan.expanded && !positions.has(unit.spec.id),
  )
  return author?.plan === undefined ? undefined : { author, change: changeFor(state, author, author.plan.plan) }
}

/** Positions of units that nothing holds back. */
export function freePositions(board: Board): Position[] {
  return [...board.positions.values()].filter(({ unit }) => holdOf(board.state, board.survey, unit) === undefined)
}
