/** The remedies for a stopped run, as the run and its units record them. */
import type { Said } from '#messages/said.ts'
import type { Remedy } from '#model/event.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export interface NextWord {
  readonly word: Remedy['word']
  readonly hint: Said
  /** `raise`: which limit. */
  readonly limit?: Remedy['limit']
  /** The unit or the question that the command is about. */
  readonly about: string | undefined
}

/** The run's own first. */
export function remediesIn(state: RunState): readonly NextWord[] {
  const ofUnits = state.order.flatMap((id) => {
    const { status, stop } = state.units[id] as UnitState
    return status === 'stopped' && stop !== undefined ? [{ ...stop.remedy, about: id }] : []
  })
  return state.remedy === undefined ? ofUnits : [{ ...state.remedy, about: undefined }, ...ofUnits]
}
