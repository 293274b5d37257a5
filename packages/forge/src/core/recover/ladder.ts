/**
 * The one failure ladder (U-16): what is done after a verdict that is not `pass`. The trigger is a tagged union, so the
 * layers are disjoint by construction; every rung names the counter it spends, and every stop names the way forward.
 */
import { unreachable } from '#model/result.ts'
import { onBlocked } from './blocked.ts'
import { stopOfGate } from './gate.ts'
import { onCrash, onLocked, onTransport, onUnavailable, onUnusable } from './retry.ts'
import { onUnmet } from './revise.ts'
import { stop, type Rung, type Trouble } from './trouble.ts'

export function chooseRung(trouble: Trouble): Rung {
  const { failure } = trouble
  switch (failure.tag) {
    case 'transport':
      return onTransport(trouble, failure)
    case 'quota':
      return { do: 'wait', reason: 'the account has no quota: waiting for it' }
    case 'interrupted':
      return { do: 'wait', reason: 'interrupted on purpose' }
    case 'ceiling':
      return { do: 'wait', reason: 'cut off at a limit of the run: waiting until it is raised' }
    case 'disk':
      return { do: 'wait', wakeAt: trouble.now + 60_000, reason: 'no space: waiting for the disk' }
    case 'locked':
      return onLocked(trouble, failure.file)
    case 'moved':
      return { do: 'retry', counts: 'nothing', variant: 'plain', reason: 'the tip moved: integrate again' }
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
      return stop(`refused: ${failure.summary.slice(0, 500)}`, 'reopen')
    case 'gate':
      return { do: 'stop', ...stopOfGate(trouble.phase, failure) }
    case 'outside':
      return stop(`changed what it must not touch: ${failure.paths.slice(0, 5).join(', ')}`, 'reopen')
    default:
      return unreachable(failure)
  }
}
