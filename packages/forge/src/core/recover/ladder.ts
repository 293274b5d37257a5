/**
 * The one failure ladder (U-16): what is done after a verdict that is not `pass`. The trigger is a tagged union, so the
 * layers are disjoint by construction; every rung names the counter it spends, and every stop names the way forward.
 */
import type { Budget } from '#model/budget.ts'
import type { EventOf, Remedy } from '#model/event.ts'
import type { Failure, TransportClass } from '#model/failure.ts'
import { stopOfGate } from './gate.ts'
import { unreachable } from '#model/result.ts'

export interface Spent {
  readonly transport: number
  readonly empty: number
  readonly unchanged: number
  readonly corrections?: number
  readonly attempts: number
  readonly revisions: number
}

export interface Trouble {
  readonly failure: Failure
  readonly spent: Spent
  readonly budget: Budget
  readonly now: number
  /** Whether the phase has somewhere to send the work back to. */
  readonly canRevise: boolean
  /** A plan is sent back within its own budget. */
  readonly ofPlan: boolean
  /** Where rounds must find less and less: what this one found, and the one before. */
  readonly found?: { readonly now: number; readonly before: number | undefined }
  /** The name of the phase, for reasons. */
  readonly phase: string
  /** What a crash or a timeout is answered with. */
  readonly onFailure: 'again' | 'simplify'
}

export type Counts = EventOf<'recovery.chosen'>['counts']
export type Variant = EventOf<'recovery.chosen'>['variant']

export type Rung =
  | {
      readonly do: 'retry'
      readonly counts: Counts
      readonly variant: Variant
      readonly wakeAt?: number
      readonly reason: string
    }
  /** Go on when a shared gate opens or the floor rises: spends nothing. */
  | { readonly do: 'wait'; readonly wakeAt?: number; readonly reason: string }
  | { readonly do: 'revise'; readonly counts: Counts; readonly reason: string }
  | { readonly do: 'stop'; readonly reason: string; readonly remedy: Remedy }

export function chooseRung(trouble: Trouble): Rung {
  const { failure, spent, budget } = trouble
  switch (failure.tag) {
    case 'transport':
      return onTransport(trouble, failure.class)
    case 'quota':
      return { do: 'wait', reason: 'the account has no quota until a known time' }
    case 'interrupted':
      return { do: 'wait', reason: 'interrupted on purpose' }
    case 'disk':
      return { do: 'wait', wakeAt: trouble.now + 60_000, reason: 'no space: waiting for the disk' }
    case 'moved':
      return { do: 'retry', counts: 'nothing', variant: 'plain', reason: 'the tip moved: integrate again' }
    case 'empty':
    case 'invalid':
      return onUnusable(trouble, failure)
    case 'crash':
    case 'timeout':
      if (trouble.onFailure === 'simplify') return onSilence(trouble, failure.tag)
      if (spent.attempts + 1 >= budget.attempts)
        return stop(`${failure.tag} in ${spent.attempts + 1} attempts`, 'retry')
      return {
        do: 'retry',
        counts: 'attempts',
        variant: 'plain',
        wakeAt: trouble.now + backoffMs(spent.attempts, 'connection'),
        reason: `${failure.tag}: tried again`,
      }
    case 'unavailable':
      return onUnavailable(trouble)
    case 'unmet':
    case 'conflict':
      return onUnmet(trouble)
    case 'blocked':
      return stop(`the agent is blocked: ${failure.text.slice(0, 500)}`, 'reopen')
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

/** Nothing came, or what came was refused by field; the second has a budget of its own where the preset gives it one (U-05). */
function onUnusable({ spent, budget }: Trouble, failure: Extract<Failure, { tag: 'empty' | 'invalid' }>): Rung {
  const { corrections: allowed } = budget
  const isOwn = failure.tag === 'invalid' && allowed !== undefined
  if (failure.tag === 'invalid' && failure.asked === 'again' && !isOwn)
    return stop('no usable answer, also after it was asked again', 'retry')
  const tries = isOwn ? (spent.corrections ?? 0) : spent.empty
  if (tries >= (isOwn ? allowed : budget.empty)) return stop(`no usable answer after ${tries + 1} tries`, 'retry')
  return {
    do: 'retry',
    counts: isOwn ? 'corrections' : 'empty',
    variant: failure.tag === 'empty' ? 'simplified' : 'corrected',
    reason: `${failure.tag} answer: asked again`,
  }
}

/** No result is no result, however it came about: once more with a simpler prompt, then the unit stops (S0-33). */
function onSilence({ spent, budget }: Trouble, what: string): Rung {
  if (spent.empty >= budget.empty) return stop(`${what}, and no result after ${spent.empty + 1} tries`, 'retry')
  return { do: 'retry', counts: 'empty', variant: 'simplified', reason: `${what}: asked again, simpler` }
}

/** Three in a row stop the whole run, which goes on here when the agent is there; only one that never comes stops the unit. */
function onUnavailable({ spent, budget, now }: Trouble): Rung {
  if (spent.attempts >= budget.attempts)
    return stop(`the agent could not be started in ${spent.attempts + 1} attempts`, 'retry')
  return {
    do: 'retry',
    counts: 'attempts',
    variant: 'plain',
    wakeAt: now + 5000,
    reason: 'the agent could not be started',
  }
}

function onTransport(trouble: Trouble, kind: TransportClass): Rung {
  // A rate limit is not the work's fault: the shared gate holds the account back, no budget is spent (I-32).
  if (kind === 'rate-limit') return { do: 'wait', reason: 'rate limited: waiting for the account' }
  const { spent, budget, now } = trouble
  if (spent.transport >= budget.transport) return stop(`${kind} failure after ${spent.transport + 1} tries`, 'retry')
  return {
    do: 'retry',
    counts: 'transport',
    variant: 'plain',
    wakeAt: now + backoffMs(spent.transport, kind),
    reason: `${kind} failure: tried again`,
  }
}

function onUnmet(trouble: Trouble): Rung {
  const { spent, budget, canRevise, ofPlan } = trouble
  if (!canRevise) return stop('judged and found wanting, and nothing can work on it again', 'reopen')
  const { now, before } = trouble.found ?? {}
  if (now !== undefined && before !== undefined && now >= before)
    return stop(`a round found ${now} after ${before}: it is not getting better`, 'reopen')
  const allowed = ofPlan ? budget.planRounds : budget.revisions
  if (spent.revisions + 1 >= allowed) return stop(`sent back ${spent.revisions + 1} times, the limit`, 'reopen')
  return { do: 'revise', counts: ofPlan ? 'planRounds' : 'revisions', reason: 'sent back with what was found' }
}

const firstWaitMs: Record<TransportClass, number> = {
  'rate-limit': 60_000,
  network: 3000,
  stream: 15_000,
  server: 30_000,
  connection: 15_000,
}

/** Waits by class, capped by 2000·2^n so that the first tries stay quick. */
export function backoffMs(tries: number, kind: TransportClass): number {
  return Math.min(firstWaitMs[kind], 2000 * 2 ** Math.min(tries, 10))
}

function stop(reason: string, word: Remedy['word']): Rung {
  return { do: 'stop', reason, remedy: { word, hint: `look at the reason, then ${word} the unit` } }
}
