/** Friction that an agent reports becomes facts together with its outcome, stamped by Forge (S0-44). */
import type { Outcome } from '#model/attempt.ts'
import type { Event } from '#model/event.ts'
import { WithFriction } from '#model/friction.ts'
import { phasesOf } from '#core/graph/position.ts'
import type { OpenAttempt, RunState, UnitState } from '#core/state/state.ts'

/** One fact per signal. Only an answer of this very attempt may report. */
export function frictionIn(state: RunState, open: OpenAttempt, outcome: Outcome): readonly Event[] {
  if (!('nonce' in open.task) || !('answer' in outcome)) return []
  const told = WithFriction.safeParse(outcome.answer)
  if (!told.success || told.data.nonce !== open.task.nonce) return []
  const unit = state.units[open.unit] as UnitState
  const phase = phasesOf(state, unit).find(({ name }) => name === open.phase)
  const workflow = phase?.kind === 'agent' ? phase.workflow : undefined
  const { role } = open.task
  return (told.data.friction ?? []).map((signal) => ({
    type: 'friction.noted',
    v: 1,
    at: state.now,
    key: open.key,
    workflow: workflow ?? `${unit.spec.template}/${open.phase}`,
    persona: state.spec?.badges?.[role]?.noun ?? role,
    ...signal,
  }))
}
