/** Wall and idle deadlines of one child, on the monotonic clock (I-35). */

export interface Limits {
  readonly wallMs?: number | undefined
  readonly idleMs?: number | undefined
}

export type Overrun = 'wall' | 'idle'

/** The longest delay that a timer of Node takes. */
const longestTimerMs = 2 ** 31 - 1

/** Calls back once, unless cancelled before. */
export function watchDeadlines(
  limits: Limits,
  lastSign: () => number,
  onOverrun: (overrun: Overrun) => void,
): { cancel(): void } {
  const startedAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  function passed(): Overrun | number {
    const now = performance.now()
    const wallLeft = startedAt + (limits.wallMs ?? Infinity) - now
    const idleLeft = lastSign() + (limits.idleMs ?? Infinity) - now
    if (wallLeft <= 0) return 'wall'
    return idleLeft <= 0 ? 'idle' : Math.min(wallLeft, idleLeft)
  }

  function look(): void {
    const state = passed()
    if (isOver || state === Infinity) return
    if (typeof state === 'number') timer = setTimeout(recheck, Math.min(Math.ceil(state), longestTimerMs))
    else {
      isOver = true
      onOverrun(state)
    }
  }

  /** Timers run before I/O: after Forge itself was stopped for a while, output that arrived meanwhile is read first. */
  function recheck(): void {
    setImmediate(() => setImmediate(look))
  }

  look()
  return {
    cancel() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
