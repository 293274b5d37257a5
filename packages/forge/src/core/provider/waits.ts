/**
 * How long to wait for a provider. Forge keeps to the provider's own time (I-32); without one, this is the one table
 * (R-21).
 */
import type { Report } from '#model/attempt.ts'
import type { Failure, TransportClass } from '#model/failure.ts'

export const unsaidWaitMs: Readonly<Record<TransportClass | 'quota', number>> = {
  'rate-limit': 60_000,
  quota: 3_600_000,
  network: 3000,
  stream: 15_000,
  server: 30_000,
  connection: 15_000,
}

/** Whether a limit of the provider ended it: neither the work nor the agent is at fault. */
export function isLimit(failure: Failure): boolean {
  return failure.tag === 'quota' || (failure.tag === 'transport' && failure.class === 'rate-limit')
}

/** Until when a failure limits its account; undefined when it does not. */
export function closedByFailure(failure: Failure, at: number): number | undefined {
  if (failure.tag === 'quota') return failure.resetAt ?? at + unsaidWaitMs.quota
  if (failure.tag !== 'transport' || failure.class !== 'rate-limit') return undefined
  return at + (failure.retryAfterMs ?? unsaidWaitMs['rate-limit'])
}

/** Until when a report limits its account, though its agent continues by itself. */
export function closedByReport({ until }: Extract<Report, { kind: 'rate-limited' }>, at: number): number {
  return until ?? at + unsaidWaitMs['rate-limit']
}

/** The wait before a retry: the provider's own time, else by its class, so that the first retries stay quick. */
export function retryWaitMs(
  { class: kind, retryAfterMs = 0 }: Extract<Failure, { tag: 'transport' }>,
  tries: number,
): number {
  return Math.max(retryAfterMs, backoffMs(tries, kind))
}

/** Waits by class, capped by 2000·2^n. */
export function backoffMs(tries: number, kind: TransportClass): number {
  return Math.min(unsaidWaitMs[kind], 2000 * 2 ** Math.min(tries, 10))
}
