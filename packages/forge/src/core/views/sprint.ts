/** What `sprint status` shows: the state of the sprint and of its tasks, as the tables of `core/lifecycle` name them. */
import type { Said } from '#messages/said.ts'
import { bugState, sprintState, type BugState, type SprintState } from '#core/lifecycle/run.ts'
import { taskState, type TaskState } from '#core/lifecycle/task.ts'
import { positionOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export { sprintStates } from '#core/lifecycle/run.ts'
export { taskStates } from '#core/lifecycle/task.ts'

export interface SprintView {
  readonly run: string
  readonly goal: string
  readonly sprint: SprintState
  readonly bug: BugState
  /** What may begin now, if it waits for that. */
  readonly only: readonly string[] | undefined
  readonly tasks: readonly TaskView[]
}

export interface TaskView {
  readonly id: string
  readonly title: string
  readonly state: TaskState
  readonly phase: string | undefined
  readonly pipeline: string
  readonly depends: readonly string[]
  readonly revisions: number
  readonly reason: Said | undefined
}

/** Tasks are the units that somebody planned or added: not those that the preset brings. */
export function sprintView(state: RunState): SprintView {
  const fixed = new Set([...(state.spec?.units ?? []), ...(state.spec?.closing ?? [])].map(({ id }) => id))
  const units = state.order.filter((id) => !fixed.has(id)).map((id) => state.units[id] as UnitState)
  return {
    run: state.run,
    goal: state.spec?.request ?? '',
    sprint: sprintState(state),
    bug: bugState(state),
    only: state.only,
    tasks: units.map((unit) => taskView(state, unit)),
  }
}

function taskView(state: RunState, unit: UnitState): TaskView {
  const { id, title, template, depends } = unit.spec
  return {
    id,
    title,
    state: taskState(state, unit),
    phase: unit.status === 'open' ? positionOf(state, unit)?.phase.name : undefined,
    pipeline: template,
    depends,
    revisions: Object.values(unit.phases).reduce((sum, { revisions, repairs = 0 }) => sum + revisions + repairs, 0),
    reason: unit.stop?.reason,
  }
}
