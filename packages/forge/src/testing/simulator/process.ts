/**
 * A simulated Forge process. Every primitive effect passes through `call`: it is numbered, may be cut by a crash before,
 * after or in the middle, and takes virtual time. When the process dies its pending promises never settle.
 */
import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'

export type CrashMoment = 'before' | 'after' | 'torn'

/** Where the process dies: at the n-th effect of the schedule. */
export interface CrashPoint {
  readonly at: number
  readonly moment: CrashMoment
}

export interface Effects {
  /** Effects so far in this schedule, over all processes. */
  count: number
  /** Crash points not yet reached, by effect number. */
  readonly crashes: Map<number, CrashMoment>
  /** Crash points not yet reached, by label: the first effect of that name. */
  readonly crashesAt: Map<string, CrashMoment>
  /** Labels of effects by number, when recording (for exhaustive sweeps). */
  readonly labels: string[]
  /** Called when a point is reached. */
  onCrash(process: Process, moment: CrashMoment, label: string): void
}

export interface Process {
  readonly id: number
  isAlive(): boolean
  /** A stopped process (SIGSTOP) makes no progress until it is continued. */
  freeze(): void
  thaw(): void
  die(): void
  /**
   * One primitive effect. `effect` changes the simulated world at one instant; `torn` is what a crash in the middle
   * leaves behind, when that is neither nothing nor everything.
   */
  call<T>(label: string, effect: () => T | Promise<T>, torn?: () => void): Promise<T>
  /** Deliver something to the process: now, when it is continued, or never if it is dead. */
  deliver(act: () => void): void
  /** A wait of this process; it ends early when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export function createProcess(id: number, timeline: Timeline, random: Random, effects: Effects): Process {
  return new SimProcess(id, timeline, random, effects)
}

class SimProcess implements Process {
  readonly id: number
  readonly #timeline: Timeline
  readonly #random: Random
  readonly #effects: Effects
  #isAlive = true
  #isFrozen = false
  readonly #thawed: (() => void)[] = []

  constructor(id: number, timeline: Timeline, random: Random, effects: Effects) {
    this.id = id
    this.#timeline = timeline
    this.#random = random
    this.#effects = effects
  }

  isAlive(): boolean {
    return this.#isAlive
  }

  freeze(): void {
    this.#isFrozen = true
  }

  thaw(): void {
    this.#isFrozen = false
    for (const act of this.#thawed.splice(0)) act()
  }

  die(): void {
    this.#isAlive = false
  }

  deliver(act: () => void): void {
    if (!this.#isAlive) return
    if (this.#isFrozen) this.#thawed.push(() => this.deliver(act))
    else act()
  }

  call<T>(label: string, effect: () => T | Promise<T>, torn?: () => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!this.#isAlive) return
      const perform = (): void => {
        const done = this.#perform(label, effect, torn)
        if (done !== undefined) done.then((value) => this.deliver(() => resolve(value)), reject)
      }
      this.#timeline.after(this.#random.below(30), `p${this.id} ${label}`, () => this.deliver(perform))
    })
  }

  /** The effect at its instant, or as much of it as a crash leaves; after a crash its promise never settles. */
  #perform<T>(label: string, effect: () => T | Promise<T>, torn?: () => void): Promise<T> | undefined {
    const effects = this.#effects
    effects.count += 1
    effects.labels.push(label)
    const moment = effects.crashes.get(effects.count) ?? effects.crashesAt.get(label)
    effects.crashesAt.delete(label)
    if (moment === 'torn') torn?.()
    if (moment === 'before' || moment === 'torn') return this.#crash(moment, label)
    const result = effect()
    if (result instanceof Promise) this.#timeline.hold(result)
    return moment === 'after' ? this.#crash(moment, label) : Promise.resolve(result)
  }

  #crash(moment: CrashMoment, label: string): undefined {
    this.die()
    this.#effects.onCrash(this, moment, label)
    return undefined
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise<void>((resolve) => {
      let isOver = false
      const wake = (): void => {
        if (isOver) return
        isOver = true
        signal?.removeEventListener('abort', wake)
        this.deliver(resolve)
      }
      if (signal?.aborted === true) return wake()
      signal?.addEventListener('abort', wake)
      this.#timeline.after(ms, `p${this.id} sleep`, wake)
    })
  }
}
