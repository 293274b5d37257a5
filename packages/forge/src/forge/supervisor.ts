/**
 * The supervisor of one process: it drives any number of runs, of one repository or of several.
 *
 * 1. Stopping one run, or ending what it started, touches no other run.
 * 2. What is the supervisor's own is what was started within it: stopping or killing it touches nothing else in the process.
 * 2. It owns what was started within it: stopping or killing it touches nothing else in the process.
 * 3. Killing a run stops it first: it starts nothing new while its processes are being ended.
 * 4. Once stopped, it starts no run any more: one that is started then is stopped at once.
 * It reads no environment, listens to no signal of the process and writes nowhere: its caller passes all of that in.
 */
import { createOwner, type Owner } from '#adapters/exec/started.ts'
import type { Result } from '#model/result.ts'
import type { Refusal } from './refusal.ts'

export interface SupervisorRequest {
  /** Stops every run: a signal of the process, the end of a server. */
  readonly signal?: AbortSignal
  /** Ends everything that was started, at once. */
  readonly kill?: AbortSignal
}

/** A run while it is driven. */
export interface Supervised<End> {
  readonly ended: Promise<Result<End, Refusal>>
  /** Interrupts running attempts, waits until that is recorded, and releases the run. */
  stop(): void
  /** The same, without waiting for running attempts: their processes are killed at once. */
  kill(): Promise<void>
}

export interface Supervisor {
  /** The given signal stops `drive`; `signal` stops only this run. */
  start<End>(drive: (signal: AbortSignal) => Promise<Result<End, Refusal>>, signal?: AbortSignal): Supervised<End>
  /** Other work whose processes the supervisor owns. */
  within<T>(work: () => T): T
  /** How many runs it drives now. */
  count(): number
  stop(): void
  kill(): Promise<void>
}

export function openSupervisor({ signal, kill }: SupervisorRequest = {}): Supervisor {
  const stopping = new AbortController()
  const owner = createOwner()
  const told = anyOf(stopping.signal, signal)
  const driven = new Set<Promise<unknown>>()
  const killAll = async (): Promise<void> => {
    stopping.abort()
    await owner.killAll()
  }
  whenAborted(kill, () => void killAll())
  return {
    start(drive, own) {
      const run = owner.within(() => superviseRun(drive, anyOf(told, own)))
      const over: Promise<unknown> = run.ended.finally(() => driven.delete(over)).catch(() => undefined)
      driven.add(over)
      return run
    },
    within: (work) => owner.within(work),
    count: () => driven.size,
    stop: () => stopping.abort(),
    kill: killAll,
  }
}

function superviseRun<End>(
  drive: (signal: AbortSignal) => Promise<Result<End, Refusal>>,
  told: AbortSignal,
): Supervised<End> {
  const stopping = new AbortController()
  const owner: Owner = createOwner()
  return {
    ended: owner.within(() => drive(anyOf(told, stopping.signal))),
    stop: () => stopping.abort(),
    async kill() {
      stopping.abort()
      await owner.killAll()
    },
  }
}

function anyOf(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? signal : AbortSignal.any([signal, other])
}

function whenAborted(signal: AbortSignal | undefined, act: () => void): void {
  if (signal?.aborted === true) act()
  else signal?.addEventListener('abort', act, { once: true })
}
