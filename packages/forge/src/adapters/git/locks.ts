/**
 * Lock files of the control repository (F-11). Only Forge writes there, so a lock without a holder was left by a killed
 * git. Forge removes it, with a notice, when it is old enough and no process has it open, both checked twice. Forge
 * never touches a lock anywhere else.
 */
import { readdir, readlink, stat, unlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '#messages/said.ts'
import type { Control } from './control.ts'

const staleAfterMs = 2000
const tries = 16

/** Retries with growing, jittered pauses until there is an answer; undefined after about six seconds. */
export async function insist<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let tried = 0; tried < tries; tried += 1) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await sleep(Math.min(600, 15 * 1.6 ** tried) * (0.5 + Math.random()))
  }
  return undefined
}

/** The lock file in an error message of git, which has no exit code for it. */
export function lockIn(stderr: string): string | undefined {
  return /Unable to create '(.+\.lock)': File exists/u.exec(stderr)?.[1]
}

/** Removes the lock in this message if it is a stale one of Forge. */
export async function clearDeadLock(control: Control, stderr: string): Promise<void> {
  const path = lockIn(stderr)
  if (path === undefined || !path.startsWith(`${control.place.gitDir}/`)) return
  if (!(await isDead(path))) return
  await sleep(50)
  if (!(await isDead(path))) return
  await unlink(path).catch(() => undefined)
  control.notice(say('git.removedStaleLock', { path }))
}

async function isDead(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || Date.now() - found.mtimeMs < staleAfterMs) return false
  return (await isOpen(path)) === 'no'
}

/** Whether any process has the file open; unknown without /proc. */
async function isOpen(path: string): Promise<'yes' | 'no' | 'unknown'> {
  const all = await readdir('/proc').catch(() => [])
  const processes = all.filter((name) => /^\d+$/u.test(name))
  if (processes.length === 0) return 'unknown'
  for (const id of processes) {
    const open = await readdir(`/proc/${id}/fd`).catch(() => [])
    for (const fd of open) if ((await readlink(`/proc/${id}/fd/${fd}`).catch(() => '')) === path) return 'yes'
  }
  return 'no'
}
