/** Plant: a dependency counts as fulfilled as soon as it has ended or begun. */
import type { UnitState, RunState } from '#core/state/state.ts'
import { holdOf as production, type Hold, type Survey } from '#core/schedule/ready.ts'

export * from '#core/schedule/ready.ts'

export function holdOf(state: RunState, survey: Survey, unit: UnitState): Hold | undefined {
  const hold = production(state, survey, unit)
  return hold?.why === 'dependency' ? undefined : hold
}
