/** Attempts in the log: at most one open per node path (I-11), and no key is ever used twice. */
import type { LogStop, Turn } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import type { StoredRun } from './store.ts'

type Change = Pick<Turn<never>, 'opened' | 'closed'>

/** The clash that recording this change would make, if any. Changes nothing. */
export function findClash(run: StoredRun, { opened, closed }: Change): LogStop | undefined {
  if (opened.length === 0) return undefined
  const keys = new Set<string>()
  const paths = new Set<string>()
  for (const { path, key } of opened) {
    const holder = run.openByPath.get(path)
    const staysOpen = !closed.includes(key)
    const isTaken = staysOpen && (paths.has(path) || (holder !== undefined && !closed.includes(holder)))
    if (isTaken || run.keys.has(key) || keys.has(key)) {
      return { why: 'double-open', path, detail: say('journal.attemptOpenOrKeyUsed', { key }) }
    }
    keys.add(key)
    if (staysOpen) paths.add(path)
  }
  return undefined
}

/** Records a change that has no clash. Closes first, so that a turn may end one attempt of a path and open the next. */
export function recordAttempts(run: StoredRun, { opened, closed }: Change): void {
  for (const key of closed) {
    const path = run.pathByKey.get(key)
    if (path === undefined) continue
    run.pathByKey.delete(key)
    run.openByPath.delete(path)
  }
  for (const { path, key } of opened) {
    run.keys.add(key)
    if (closed.includes(key)) continue
    run.openByPath.set(path, key)
    run.pathByKey.set(key, path)
  }
}
