/**
 * Virtual time and the one queue of all future events. Completions within a small window may overtake each other; the
 * seed decides which comes first. Nothing here knows what Forge is.
 */
import { textSeed, type Random } from './random.ts'

interface Item {
  readonly at: number
  readonly label: string
  readonly run: () => void
}

/** How far completions may overtake each other, in virtual milliseconds. */
const windowMs = 20

export interface Timeline {
  now(): number
  /** Wall time: virtual time plus all jumps of the clock so far. */
  wall(): number
  jump(ms: number): void
  after(ms: number, label: string, run: () => void): void
  /** The next step waits for this: real work that takes no virtual time. */
  hold(work: Promise<unknown>): void
  /** Execute the next event; false when none is left. */
  step(): Promise<boolean>
  readonly steps: () => number
  /** A digest over label and time of every step so far. */
  readonly digest: () => number
  readonly recent: () => readonly string[]
}

export function createTimeline(random: Random): Timeline {
  const queue: Item[] = []
  const held: Promise<unknown>[] = []
  const recent: string[] = []
  let now = 0
  let wallOffset = 1_700_000_000_000
  let steps = 0
  let digest = 17

  function takeNext(): Item | undefined {
    const first = queue.reduce<Item | undefined>(
      (best, item) => (best === undefined || item.at < best.at ? item : best),
      undefined,
    )
    if (first === undefined) return undefined
    const near = queue.filter((item) => item.at <= first.at + windowMs)
    const chosen = near.length === 1 ? first : random.pick(near)
    queue.splice(queue.indexOf(chosen), 1)
    return chosen
  }

  return {
    now: () => now,
    wall: () => now + wallOffset,
    jump(ms) {
      wallOffset += ms
    },
    after(ms, label, run) {
      queue.push({ at: now + Math.max(0, ms), label, run })
    },
    hold(work) {
      held.push(work)
    },
    async step() {
      const item = takeNext()
      if (item === undefined) return false
      now = Math.max(now, item.at)
      steps += 1
      digest = (Math.imul(digest, 31) + textSeed(`${item.label}@${now}`)) >>> 0
      if (recent.push(`${String(now).padStart(10)} ${item.label}`) > 100) recent.splice(0, 50)
      item.run()
      await drained()
      while (held.length > 0) {
        await Promise.allSettled(held.splice(0))
        await drained()
      }
      return true
    },
    steps: () => steps,
    digest: () => digest,
    recent: () => recent.slice(-50),
  }
}

/** All promises that can settle without new time have settled. */
function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
