/** What a unit that a gate has stopped says about it: the reason by its code, and the way forward. */
import type { Remedy } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'
import type { Objection } from '#model/gate.ts'

export type GateFailure = Extract<Failure, { tag: 'gate' }>

export function stopOfGate(phase: string, failure: GateFailure): { reason: string; remedy: Remedy } {
  const [first] = failure.objections as [Objection, ...Objection[]]
  const what = failure.when === 'preflight' ? 'gate' : 'outputs'
  const more = failure.objections.length > 1 ? ` (and ${failure.objections.length - 1} more)` : ''
  return {
    // A gate that cannot be read right is not a gate that failed: another reason, another remedy.
    reason: `${what} of ${phase} ${failure.result}: ${first.code}: ${first.reason}${more}`.slice(0, 2000),
    remedy: { word: 'reopen', hint: first.remedy.slice(0, 1000) },
  }
}
