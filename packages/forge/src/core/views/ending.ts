/** How a run ended that has no process any more: well, by itself before it was done, or at a limit. */
import type { Remedy } from '#model/event.ts'
import type { RunView } from '#model/view.ts'
import type { RunState } from '#core/state/state.ts'

export function endOf(state: RunState): RunView['end'] {
  if (state.status !== 'finished' && state.status !== 'stopped') return 'open'
  if (state.status === 'finished' && state.outcome === 'done') return 'done'
  if (limitRemedy(state) !== undefined) return 'limit'
  // An agent that cannot be started, or a missing login, is no outcome of the work.
  return state.status === 'stopped' && state.unavailable > 0 ? 'agent' : 'unsuccessful'
}

/**
 * Ended by itself before it was done. A run that needs only a higher limit needs no diagnosis, and may not spend more.
 */
export function hasHalted(state: RunState): boolean {
  return isOverUndone(state) && limitRemedy(state) === undefined
}

/**
 * The limit that must be raised before anything continues: of the run, or, where the run itself has no remedy, of a
 * unit.
 */
export function limitRemedy(state: RunState): Remedy | undefined {
  if (!isOverUndone(state)) return undefined
  const { remedy, order, units } = state
  if (remedy !== undefined) return remedy.word === 'raise' ? remedy : undefined
  return order.map((id) => units[id]?.stop?.remedy).find((one) => one?.word === 'raise')
}

function isOverUndone({ status, outcome }: RunState): boolean {
  return status === 'stopped' || (status === 'finished' && outcome === 'failed')
}
