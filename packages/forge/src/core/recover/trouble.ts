/** What the ladder looks at, and the rungs that it can choose. */
import type { Budget } from '#model/budget.ts'
import type { EventOf, Remedy } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'

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

type Counts = EventOf<'recovery.chosen'>['counts']
type Variant = EventOf<'recovery.chosen'>['variant']

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

export function stop(reason: string, word: Remedy['word'], hint = `look at the reason, then ${word} the unit`): Rung {
  return { do: 'stop', reason, remedy: { word, hint } }
}
