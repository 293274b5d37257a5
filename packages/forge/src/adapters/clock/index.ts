/** The clock of the machine. */
import type { Clock } from '#engine/ports.ts'

/** The longest delay that a timer of Node takes. */
const longestTimerMs = 2 ** 31 - 1

export function createClock(): Clock {
  return {
    wall: () => Date.now(),
    monotonic: () => performance.now(),
    async sleep(ms, signal) {
      const until = performance.now() + ms
      // In steps: a timer may fire a little early, and cannot be set for a month.
      for (let left = ms; left > 0 && !isAborted(signal); left = until - performance.now())
        await pause(Math.min(Math.ceil(left), longestTimerMs), signal)
      // Timers run before I/O: after Forge itself was stopped, input that arrived meanwhile must be read before a
      // caller concludes from the elapsed time that there was none (I-35).
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    },
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

/** The timer keeps the process alive on purpose: its caller waits for a deadline and has work left. */
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
