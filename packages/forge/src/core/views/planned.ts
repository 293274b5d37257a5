/** A planned run in the words of its preset: where it stands, and where each unit that somebody planned or added stands. */
import type { Said } from '#messages/said.ts'
import { runStatus, unitStatus, type Status } from '#core/gates/status.ts'
import { positionOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export interface PlannedView {
  readonly run: string
  readonly goal: string
  readonly status: Status
  /** What may begin now, if it waits for that. */
  readonly only: readonly string[] | undefined
  readonly units: readonly PlannedUnitView[]
}

export interface PlannedUnitView {
  readonly id: string
  readonly title: string
  readonly status: Status
  readonly phase: string | undefined
  readonly pipeline: string
  readonly depends: readonly string[]
  readonly revisions: number
  readonly reason: Said | undefined
}

/** Not the units that the preset brings. */
export function plannedView(state: RunState): PlannedView {
  const fixed = new Set([...(state.spec?.units ?? []), ...(state.spec?.closing ?? [])].map(({ id }) => id))
  const units = state.order.filter((id) => !fixed.has(id)).map((id) => state.units[id] as UnitState)
  return {
    run: state.run,
    goal: state.spec?.request ?? '',
    status: runStatus(state),
    only: state.only,
    units: units.map((unit) => unitView(state, unit)),
  }
}

function unitView(state: RunState, unit: UnitState): PlannedUnitView {
  const { id, title, template, depends } = unit.spec
  return {
    id,
    title,
    status: unitStatus(state, unit),
    phase: unit.status === 'open' ? positionOf(state, unit)?.phase.name : undefined,
    pipeline: template,
    depends,
    revisions: Object.values(unit.phases).reduce((sum, { revisions, repairs = 0 }) => sum + revisions + repairs, 0),
    reason: unit.stop?.reason,
  }
}
