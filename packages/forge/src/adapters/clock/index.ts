/** The clock of the machine. */
import type { Clock } from '#engine/ports.ts'

/** The longest that a timer of Node can be told. */
const longestTimerMs = 2 ** 31 - 1

export function createClock(): Clock {
  return {
    wall: () => Date.now(),
    monotonic: () => performance.now(),
    async sleep(ms, signal) {
      const until = performance.now() + ms
      // In steps: a timer may ring a little early, and cannot be told to ring in a month.
      for (let left = ms; left > 0 && !isAborted(signal); left = until - performance.now())
        await pause(Math.min(Math.ceil(left), longestTimerMs), signal)
      // Timers ring before I/O is read: after Forge itself stood still, what came meanwhile must be seen before anybody
      // concludes from this time having passed that nothing came (I-35).
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    },
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

/** The timer keeps the process alive on purpose: whoever waits for a deadline has something left to do. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal?.addEventListener('abort', finish)
  })
}
