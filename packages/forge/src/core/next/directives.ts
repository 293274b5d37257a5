/**
 * What the directives of a phase do to its unit before it starts and once it has passed, by the effect of the phase
 * (U-06, S0-26).
 */
import type { Event, EventOf } from '#model/event.ts'
import { attemptKey } from '#model/ids.ts'
import type { Judged } from '#model/verdict.ts'
import { gateFailure } from '#core/gates/preflight.ts'
import type { Position } from '#core/graph/position.ts'
import { stopOfGate } from '#core/recover/gate.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/**
 * Why a phase does not start; undefined when its gates hold. No agent starts and no budget is spent. A blocking phase
 * stops its unit with a remedy; any other effect gets a verdict of the phase, which the effect then answers.
 */
export function failedGates(state: RunState, position: Position & { readonly judged: Judged }): Event | undefined {
  const { unit, phase, path, judged } = position
  const failure = gateFailure(state, unit, phase.name, 'preflight')
  if (failure === undefined) return undefined
  const { run, now: at } = state
  if (phase.effect === 'blocking') {
    const stopped = stopOfGate(phase.name, failure)
    return { type: 'unit.stopped', v: 1, at, unit: unit.spec.id, ...stopped, failure, phase: phase.name }
  }
  // Not the key of the attempt that was not made: that attempt may still come, once the input has changed.
  const key = `${attemptKey(run, unit.specVersion, path, position.state.lastAttempt + 1)}:gates`
  return { type: 'verdict.given', v: 1, at, path, key, verdict: 'stop', raw: 'gates', judged, failure, findings: [] }
}

/** A verdict that passes, unless the phase lacks what it declares. */
export function failedOutputs(
  state: RunState,
  unit: UnitState,
  phase: string,
  passing: EventOf<'verdict.given'>,
): EventOf<'verdict.given'> {
  const failure = gateFailure(state, unit, phase, 'postflight')
  return failure === undefined ? passing : { ...passing, verdict: 'stop', raw: 'outputs', failure }
}
