/**
 * Exactly one driver per stream: a lock that the kernel frees, and an epoch in every append that fences a former holder
 * (I-9).
 */
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Locks, Log, LogStop, Writer } from './ports.ts'

export interface Lease<E> {
  readonly writer: Writer<E>
  release(): Promise<void>
}

export type LeaseRefusal = { readonly why: 'held'; readonly holder: Json } | LogStop

/** The lease of a run, or its holder. Never waits. */
export async function takeLease<E>(
  ports: { locks: Locks; log: Log<E> },
  run: string,
  self: Json,
): Promise<Result<Lease<E>, LeaseRefusal>> {
  const lock = await ports.locks.acquire(`run-${run}`, self)
  if (!lock.ok) return failed(lock.failure)
  const writer = await ports.log.claim(run)
  if (!writer.ok) {
    await lock.value.release()
    return failed(writer.failure)
  }
  return success({ writer: writer.value, release: () => lock.value.release() })
}
