/** The status of a run or of a unit: the word of the first line that holds in a table of the preset. */
import { raw, say, type Said } from '#messages/said.ts'
import type { StatusLine } from '#model/vocabulary.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { holdsFor, readField } from './fields.ts'
import { runFacts, unitFacts, type Facts } from './standing.ts'

export interface Status {
  readonly is: string
  /** The label for people. */
  readonly said: Said
}

/** Undefined when no line holds. A line with an unknown field never holds. */
export function statusIn(table: readonly StatusLine[], facts: Facts): Status | undefined {
  const line = table.find(({ when }) =>
    when.every(({ field, condition }) => {
      const value = readField(field, facts)
      return value.ok && holdsFor(condition, value.value)
    }),
  )
  return line === undefined ? undefined : { is: line.is, said: line.said ?? raw(line.is) }
}

/** The preset's status of the run; without a table, the state that every run has. */
export function runStatus(state: RunState): Status {
  const { statuses, shown } = state.spec?.vocabulary ?? {}
  const word = statusIn(statuses?.[shown?.run ?? ''] ?? [], runFacts(state))
  return word ?? { is: state.status, said: say(`state.${state.status}`) }
}

/** The preset's status of a unit; without a table, the state that every unit has. */
export function unitStatus(state: RunState, unit: UnitState): Status {
  const { statuses, shown } = state.spec?.vocabulary ?? {}
  const word = statusIn(statuses?.[shown?.unit ?? ''] ?? [], { ...runFacts(state), ...unitFacts(state, unit) })
  return word ?? { is: unit.status, said: say(`state.${unit.status}`) }
}
