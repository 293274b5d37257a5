/** Plant: an outcome is taken for whatever attempt is open on its path. */
import type { OpenAttempt, RunState } from '#core/state/state.ts'

export * from '#core/state/apply-attempt.ts'

export function openAttempt(state: RunState, key: string): OpenAttempt | undefined {
  const path = /^[^/]+\/\d+\/([^#]+)#\d+$/.exec(key)?.[1]
  return path === undefined ? undefined : state.openAttempts[path]
}
