/** Plant: a node with an open attempt is dispatched again. */
import { raw } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { DerivedState } from '#core/next/derived-state.ts'
import { dispatch as production } from '#core/next/rules-dispatch.ts'

export * from '#core/next/rules-dispatch.ts'

export function dispatch(board: DerivedState): Event | undefined {
  const { state } = board
  const chosen = production(board)
  if (chosen !== undefined || state.status !== 'running') return chosen
  const open = Object.values(state.openAttempts).find(
    (attempt) => attempt.task.do === 'check' && attempt.key.endsWith('#1'),
  )
  if (open === undefined) return undefined
  const { path, task, judged, input } = open
  return {
    type: 'attempt.intended',
    v: 1,
    at: state.now,
    key: open.key.replace(/#1$/, '#2'),
    path,
    attempt: 2,
    task,
    judged,
    input,
    reason: raw('planted'),
  }
}
