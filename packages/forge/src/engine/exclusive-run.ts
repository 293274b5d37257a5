/**
 * Holds a run without a driver: its lease and its state for a caller with one operation on it. Intents of its turns
 * wait for the next driver.
 */
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import type { Event } from '#model/event.ts'
import type { Json } from '#model/json.ts'
import type { Message } from '#model/message.ts'
import { failed, success, type Result } from '#model/result.ts'
import { catchUp, createActor, type Actor } from './actor.ts'
import { takeLease, type LeaseRefusal } from './lease.ts'
import type { Locks, Log } from './ports.ts'
import { runStream } from './streams.ts'

export async function lockRun<T>(
  ports: { readonly locks: Locks; readonly log: Log<Event> },
  run: string,
  self: Json,
  use: (actor: Actor<RunState, Message>) => Promise<T>,
): Promise<Result<T, LeaseRefusal>> {
  const lease = await takeLease(ports, run, self)
  if (!lease.ok) return lease
  try {
    const known = await catchUp(runCore, ports.log, run, runCore.initial(run))
    if (!known.ok) return failed(known.failure)
    const { writer } = lease.value
    return success(await use(createActor({ stream: runStream, writer, state: known.value, offer: () => undefined })))
  } finally {
    await lease.value.release()
  }
}
