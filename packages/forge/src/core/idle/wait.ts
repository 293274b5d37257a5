/** Why no phase of an open unit runs now. */
import type { Key } from '#model/ids.ts'
import { nodePath } from '#model/node-path.ts'
import { leavesRoom } from '#core/cost/limits.ts'
import type { Position } from '#core/graph/position.ts'
import { routedAgent } from '#core/route/request.ts'
import { earliestLimit } from '#core/schedule/accounts.ts'
import { holdOf, type Hold, type Survey } from '#core/schedule/ready.ts'
import type { RunState, RunStatus, UnitState } from '#core/state/state.ts'
import { valuesByKey } from '#core/state/sorted.ts'

export type Wait =
  | Hold
  | { readonly why: 'run'; readonly status: RunStatus }
  | { readonly why: 'time'; readonly until: number }
  | { readonly why: 'question'; readonly key: Key }
  | { readonly why: 'account'; readonly account: string; readonly until: number }
  | { readonly why: 'disk' }
  /** The rest of a limit is reserved for the attempts that run. */
  | { readonly why: 'limit' }
  /** A free slot, or its turn to be merged. */
  | { readonly why: 'turn' }

/** The first obstacle, from the run inwards. */
export function waitOf(state: RunState, survey: Survey, unit: UnitState, position: Position | undefined): Wait {
  const hold = holdOf(state, survey, unit)
  if (hold !== undefined) return hold
  const path = position === undefined ? undefined : nodePath(unit.spec.id, position.phase.name)
  const question = valuesByKey(state.questions).find((candidate) => candidate.path === path)
  if (question !== undefined) return { why: 'question', key: question.key }
  if (state.status !== 'running') return { why: 'run', status: state.status }
  if (unit.wakeAt !== undefined) return { why: 'time', until: unit.wakeAt }
  const gate =
    position?.phase.kind === 'agent' ? earliestLimit(state, routedAgent(state, unit, position.phase)) : undefined
  if (gate !== undefined) return { why: 'account', ...gate }
  if (state.capacity.floor === 'low') return { why: 'disk' }
  const kind = position?.phase.kind
  return (kind === 'agent' || kind === 'check') && !leavesRoom(state, kind) ? { why: 'limit' } : { why: 'turn' }
}
