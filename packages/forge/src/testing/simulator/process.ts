/**
 * A simulated Forge process. Every primitive effect passes through `call`: it is numbered, may be cut by a crash before,
 * after or in the middle, and takes virtual time. When the process dies its pending promises never settle.
 */
import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'

export type CrashMoment = 'before' | 'after' | 'torn'

/** Where to die: at the n-th effect of the schedule. */
export interface CrashPoint {
  readonly at: number
  readonly moment: CrashMoment
}

export interface Effects {
  /** Effects so far in this schedule, over all processes. */
  count: number
  /** Crash points not yet reached, by effect number. */
  readonly crashes: Map<number, CrashMoment>
  /** Labels of effects by number, when recording (for exhaustive sweeps). */
  readonly labels: string[]
  /** Called when a point is reached. */
  onCrash(process: Process, moment: CrashMoment, label: string): void
}

export interface Process {
  readonly id: number
  isAlive(): boolean
  /** A stopped process (SIGSTOP) makes no progress, and does when it is continued. */
  freeze(): void
  thaw(): void
  die(): void
  /**
   * One primitive effect. `effect` changes the simulated world at one instant; `torn` is what a crash in the middle
   * leaves behind, when that is neither nothing nor everything.
   */
  call<T>(label: string, effect: () => T | Promise<T>, torn?: () => void): Promise<T>
  /** Hand something to the process: now, when it is continued, or never if it is dead. */
  deliver(act: () => void): void
  /** A wait of this process; it ends early when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export function createProcess(id: number, timeline: Timeline, random: Random, effects: Effects): Process {
  let alive = true
  let frozen = false
  const thawed: (() => void)[] = []

  /** Run now, or when the process is continued; never when it is dead. */
  function whenRunning(act: () => void): void {
    if (!alive) return
    if (frozen) thawed.push(() => whenRunning(act))
    else act()
  }

  function die(): void {
    alive = false
  }

  function crash(moment: CrashMoment, label: string): void {
    die()
    effects.onCrash(process, moment, label)
  }

  function call<T>(label: string, effect: () => T | Promise<T>, torn?: () => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!alive) return
      const perform = (): void => {
        effects.count += 1
        effects.labels.push(label)
        const moment = effects.crashes.get(effects.count)
        if (moment === 'before') return crash(moment, label)
        if (moment === 'torn') {
          torn?.()
          return crash(moment, label)
        }
        const result = effect()
        const done = Promise.resolve(result)
        if (result instanceof Promise) timeline.hold(result)
        if (moment === 'after') return crash(moment, label)
        done.then((value) => whenRunning(() => resolve(value)), reject)
      }
      timeline.after(random.below(30), `p${id} ${label}`, () => whenRunning(perform))
    })
  }

  const process: Process = {
    id,
    isAlive: () => alive,
    freeze() {
      frozen = true
    },
    thaw() {
      frozen = false
      for (const act of thawed.splice(0)) act()
    },
    die,
    call,
    deliver: whenRunning,
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        let isOver = false
        const wake = (): void => {
          if (isOver) return
          isOver = true
          signal?.removeEventListener('abort', wake)
          whenRunning(resolve)
        }
        if (signal?.aborted === true) return wake()
        signal?.addEventListener('abort', wake)
        timeline.after(ms, `p${id} sleep`, wake)
      }),
  }
  return process
}
