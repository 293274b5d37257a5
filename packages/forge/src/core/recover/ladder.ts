/**
 * The one failure ladder (U-16): the reaction to a verdict that is not `pass`. The trigger is a tagged union, so the
 * layers are disjoint by construction; every rung names the counter it spends, and every stop names the remedy.
 */
import { say, truncated } from '#messages/said.ts'
import { unreachable } from '#model/result.ts'
import { onBlocked } from './blocked.ts'
import { stopOfGate } from './gate.ts'
import { onCrash, onLocked, onTransport, onUnavailable, onUnusable } from './retry.ts'
import { onUnmet } from './revise.ts'
import { stop, type Rung, type FailedPhase } from './failed-phase.ts'

export function chooseRung(trouble: FailedPhase): Rung {
  const { failure } = trouble
  switch (failure.tag) {
    case 'transport':
      return onTransport(trouble, failure)
    case 'quota':
      return { do: 'wait', reason: say('recovery.waitsForQuota') }
    case 'interrupted':
      return { do: 'wait', reason: say('recovery.interruptedOnPurpose') }
    case 'ceiling':
      return { do: 'wait', reason: say('recovery.waitsForRaisedLimit') }
    case 'disk':
      return { do: 'wait', wakeAt: trouble.now + 60_000, reason: say('recovery.waitsForDisk') }
    case 'locked':
      return onLocked(trouble, failure.file)
    case 'moved':
      return { do: 'retry', counts: 'nothing', variant: 'plain', reason: say('recovery.tipMovedIntegrateAgain') }
    case 'empty':
    case 'invalid':
      return onUnusable(trouble, failure)
    case 'crash':
    case 'timeout':
      return onCrash(trouble, failure.tag)
    case 'unavailable':
      return onUnavailable(trouble)
    case 'unmet':
    case 'conflict':
      return onUnmet(trouble)
    case 'blocked':
      return onBlocked(trouble, failure)
    case 'refused':
      return stop(say('recovery.refused', { why: truncated(failure.summary, 500) }), 'reopen')
    case 'gate':
      return { do: 'stop', ...stopOfGate(trouble.phase, failure) }
    case 'outside':
      return stop(say('failure.outside', { paths: failure.paths.slice(0, 5).join(', ') }), 'reopen')
    default:
      return unreachable(failure)
  }
}
