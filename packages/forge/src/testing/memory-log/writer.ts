/** The right to append to one run. The first stop is final: every later turn of this writer returns it. */
import type { LogStop, Writer } from '#engine/ports.ts'
import type { RunId } from '#model/ids.ts'
import { failed } from '#model/result.ts'
import type { PerformTurn } from '#adapters/log/shared/turn.ts'

/** Already resolved: awaiting it lets the caller's tick end. */
const TICK = Promise.resolve()

export function createWriter<E>(
  claimed: { readonly run: RunId; readonly epoch: number },
  perform: PerformTurn<E>,
  afterCommit: () => void,
): Writer<E> {
  const { run, epoch } = claimed
  let stopped: LogStop | undefined
  return {
    run,
    epoch,
    async turn(since, messageId, make) {
      // As on disk, `make` runs after the caller's own tick; turns of one tick keep their order.
      await TICK
      if (stopped !== undefined) return failed(stopped)
      const result = perform({ run, epoch, since, messageId, make })
      if (result.ok) afterCommit()
      else stopped = result.failure
      return result
    },
  }
}
