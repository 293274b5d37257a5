/** The stop of a unit at a gate: the reason by its code, and the remedy. */
import { say, truncated, type Said } from '#messages/said.ts'
import type { Remedy } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'
import type { Objection } from '#model/gate.ts'

export type GateFailure = Extract<Failure, { tag: 'gate' }>

const said = {
  preflight: { failed: 'gate.phaseFailed', misconfigured: 'gate.phaseMisconfigured' },
  postflight: { failed: 'gate.outputsFailed', misconfigured: 'gate.outputsMisconfigured' },
} as const

export function stopOfGate(phase: string, failure: GateFailure): { reason: Said; remedy: Remedy } {
  const [first] = failure.objections as [Objection, ...Objection[]]
  const others = failure.objections.length - 1
  const { code } = first
  // A misconfigured gate is not a failed gate: another reason, another remedy.
  const what = say(said[failure.when][failure.result], { phase })
  const reason = truncated(first.reason, 1800)
  return {
    reason:
      others === 0
        ? say('phase.notHeldBecause', { what, code, reason })
        : say('phase.notHeldBecauseAndMore', { what, code, reason, count: others }),
    remedy: { word: 'reopen', hint: truncated(first.remedy, 1000) },
  }
}
