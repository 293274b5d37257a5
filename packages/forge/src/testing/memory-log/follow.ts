/** Following a run: pages as they come. It waits for a promise that the next commit of this log resolves; no timer. */
import type { Entry, LogStop } from '#engine/ports.ts'
import type { Result } from '#model/result.ts'

/** Wakes all followers that wait for the next commit. */
export interface Commits {
  announce(): void
  next(signal: AbortSignal): Promise<void>
}

export function createCommits(): Commits {
  const waiting = new Set<() => void>()
  return {
    announce() {
      if (waiting.size === 0) return
      const woken = [...waiting]
      waiting.clear()
      for (const wake of woken) wake()
    },
    next(signal) {
      return new Promise((resolve) => {
        const wake = (): void => {
          waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        signal.addEventListener('abort', wake)
        if (signal.aborted) wake()
      })
    },
  }
}

export async function* followRun<E>(
  read: (since: number) => Result<readonly Entry<E>[], LogStop>,
  since: number,
  commits: Commits,
  signal: AbortSignal,
): AsyncGenerator<Result<readonly Entry<E>[], LogStop>> {
  let after = since
  while (!signal.aborted) {
    const page = read(after)
    if (!page.ok) return yield page
    const last = page.value.at(-1)
    if (last === undefined) {
      await commits.next(signal)
      continue
    }
    after = last.seq
    yield page
  }
}
