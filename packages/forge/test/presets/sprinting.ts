/** Sprints played by the production core, for tests of presets. */
import { gateFactsOf } from '#core/gates/preflight.ts'
import { runStatus, unitStatus } from '#core/gates/status.ts'
import type { OpenAttempt, RunState, UnitState } from '#core/state/state.ts'
import type { Outcome } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import type { RunSpec } from '#model/run.ts'
import type { PlannedUnit } from '#model/unit.ts'
import { operator, planOf, specFor, unitOf } from '#testing/builders/index.ts'
import { settle, type Script } from '../core/script.ts'
import { deliver, eventsOf, stamp, worldOf, type World } from '../core/world.ts'

export type Answer = NonNullable<Script['answer']>

export function sprint(units: readonly PlannedUnit[], answer?: Answer, settings: Partial<RunSpec> = {}): World {
  const world = planned(units, answer, settings)
  deliver(world, { type: 'begin', ...stamp(world), by: operator })
  return settle(world, { plan: planOf(units), ...defined({ answer }) })
}

export function planned(units: readonly PlannedUnit[], answer?: Answer, settings: Partial<RunSpec> = {}): World {
  const world = worldOf(1, specFor('sprint', settings))
  return settle(world, { plan: planOf(units), ...defined({ answer }) })
}

export function startedOf(world: World, unit: string): string[] {
  return eventsOf(world).flatMap((event) =>
    event.type === 'attempt.intended' && event.task.unit === unit ? [event.path.split('/')[1] ?? ''] : [],
  )
}

export function unitIn(world: Pick<World, 'state'>, id: string): UnitState {
  return world.state.units[id] as UnitState
}

/** The words of the tables of these presets, as views and gates read them. */
export const sprintState = (state: RunState): string => runStatus(state).is
export const taskState = (state: RunState, unit: UnitState): string => unitStatus(state, unit).is
export function bugState(state: RunState): string {
  const [unit] = Object.values(state.units)
  const { bug } = unit === undefined ? {} : (gateFactsOf(state, unit).record as { bug: { status: string } })
  return bug?.status ?? 'reported'
}

/** A judge of this phase who says this word as often as told, then approves. */
export function saying(phase: string, word: string, times = Infinity): Answer {
  let said = 0
  return ({ phase: at, task }) => {
    if (at !== phase || task.do !== 'judge' || said >= times) return undefined
    said += 1
    return { status: 'judged', answer: { nonce: task.nonce, verdict: word, summary: 'more' } }
  }
}

export function failingIn(
  phase: string,
  outcome: Outcome,
  when: (attempt: OpenAttempt) => boolean = () => true,
): Answer {
  return (attempt) => (attempt.phase === phase && when(attempt) ? outcome : undefined)
}

export const a = unitOf('a')
