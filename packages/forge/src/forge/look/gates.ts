/** The current results of a phase's gates. */
import { checkGate, evaluateGate, type DirectiveCheck, type GateResult } from '#core/gates/evaluate.ts'
import { gateFactsOf } from '#core/gates/preflight.ts'
import type { RunState } from '#core/state/state.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import type { Gate } from '#model/gate.ts'
import { failed, success, type Result } from '#model/result.ts'
import { choosePhase } from './prompt.ts'

export interface GateView {
  readonly when: Gate['when']
  readonly result: GateResult['result']
  readonly checks: readonly DirectiveCheck[]
}

/** Evaluates the gates of a phase, directive by directive, against the unit's current state. */
export function gatesFor(
  state: RunState,
  { unit: id, phase: name }: { readonly unit: string; readonly phase: string },
): Result<readonly GateView[], Refusal> {
  const unit = state.units[id]
  if (unit === undefined) return failed(refusal('unknown-unit', say('unit.notInRun', { run: state.run, unit: id })))
  const phase = choosePhase(state, unit, name)
  if (!phase.ok) return phase
  const facts = gateFactsOf(state, unit)
  const gates: Gate[] = [
    { when: 'preflight', phase: name, directives: phase.value.gates ?? [] },
    { when: 'postflight', phase: name, directives: phase.value.outputs ?? [] },
  ]
  return success(
    gates
      .filter(({ directives }) => directives.length > 0)
      .map((gate) => ({
        when: gate.when,
        result: evaluateGate(gate, facts).result,
        checks: checkGate(gate, facts),
      })),
  )
}
