/** One turn as a writer hands it to its store. */
import type { Entry, LogStop, Turn } from '#engine/ports.ts'
import type { MessageId, RunId } from '#model/ids.ts'
import type { Result } from '#model/result.ts'

export interface TurnRequest<E> {
  readonly run: RunId
  readonly epoch: number
  readonly since: number
  readonly messageId: MessageId
  readonly make: (tail: readonly Entry<E>[]) => Turn<E>
}

export type PerformTurn<E> = (request: TurnRequest<E>) => Result<readonly Entry<E>[], LogStop>
