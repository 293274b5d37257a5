/** The input of the ladder, and the rungs that it can choose. */
import { say, type Said } from '#messages/said.ts'
import type { Budget } from '#model/budget.ts'
import type { EventOf, Remedy } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'
import type { Loop } from '#core/rounds/rounds.ts'

export interface SpentBudget {
  readonly transport: number
  readonly empty: number
  readonly unchanged: number
  readonly corrections?: number
  readonly lockWaits?: number
  readonly attempts: number
  readonly revisions: number
  /** Repairs of the whole unit, and of this phase alone. */
  readonly repairs?: number
  readonly repairsHere?: number
  readonly tiersUp?: number
  readonly otherModels?: number
  /** Of the whole run. */
  readonly iterations?: number
}

export interface FailedPhase {
  readonly failure: Failure
  readonly spent: SpentBudget
  readonly budget: Budget
  readonly now: number
  /** How the phase sends work back; undefined when it cannot. */
  readonly sendsBack: Omit<Loop, 'by'> | undefined
  /** Where rounds must find less and less: what this one found, and the one before. */
  readonly found?: { readonly now: number; readonly before: number | undefined }
  /** The name of the phase, for reasons. */
  readonly phase: string
  /** The model that was asked, and its known alternatives. */
  readonly models?: {
    readonly now: string | Said
    readonly higher: string | undefined
    readonly other: string | undefined
  }
  /** The reaction to a crash or a timeout. */
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
      readonly reason: Said
    }
  /** Continue when a limit expires or disk space is back: spends nothing. */
  | { readonly do: 'wait'; readonly wakeAt?: number; readonly reason: Said }
  | { readonly do: 'revise'; readonly counts: Counts; readonly reason: Said }
  /** Re-plan the whole. */
  | { readonly do: 'iterate'; readonly reason: Said }
  | { readonly do: 'stop'; readonly reason: Said; readonly remedy: Remedy }

export function stop(reason: Said, word: Remedy['word'], hint: Said = say('hint.lookAtReasonThen', { word })): Rung {
  return { do: 'stop', reason, remedy: { word, hint } }
}
