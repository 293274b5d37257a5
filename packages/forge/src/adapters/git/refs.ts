/** Refs of the control repository: read, and moved by compare-and-swap only. */
import type { LockedFile } from '#engine/ports.ts'
import type { Oid } from '#model/ids.ts'
import { textOf } from './bytes.ts'
import type { Control } from './control.ts'
import { GitFault } from './fault.ts'
import { clearDeadLock, insist, lockIn } from './locks.ts'
import { git, type Place, type RunProgram } from './run.ts'

export async function resolveRef(run: RunProgram, place: Place, ref: string): Promise<Oid | undefined> {
  const { stdout } = await git(run, place, ['for-each-ref', '--format=%(objectname) %(refname)', soundRef(ref)])
  const line = textOf(stdout)
    .split('\n')
    .find((one) => one.endsWith(` ${ref}`))
  return line?.split(' ')[0]
}

type Swapped = 'done' | 'moved' | LockedFile

export function updateRef(control: Control, ref: string, next: Oid, old: Oid | undefined): Promise<Swapped> {
  return swap(control, { ref, old, args: ['update-ref', '--no-deref', soundRef(ref), next, old ?? zeroOf(next)] })
}

export function deleteRef(control: Control, ref: string, old: Oid): Promise<Swapped> {
  return swap(control, { ref, old, args: ['update-ref', '--no-deref', '-d', soundRef(ref), old] })
}

/**
 * The ref, not the error message, shows whether a refusal means `moved`: it has moved if it is not at the expected
 * commit. Otherwise another process holds a lock: it is retried within bounds, then the lock is the answer; anything
 * else is a fault.
 */
async function swap(
  control: Control,
  wanted: { ref: string; old: Oid | undefined; args: readonly string[] },
): Promise<Swapped> {
  let last = ''
  const answer = await insist(async () => {
    const tried = await git(control.run, control.place, wanted.args, { accept: [0, 1, 128] })
    if (tried.code === 0) return 'done'
    if ((await resolveRef(control.run, control.place, wanted.ref)) !== wanted.old) return 'moved'
    last = tried.stderr
    await clearDeadLock(control, last)
    return undefined
  })
  if (answer !== undefined) return answer
  const locked = lockIn(last)
  if (locked === undefined) throw new GitFault(wanted.args, { code: 128, stderr: last, truncated: false })
  return { locked }
}

/** A full ref name, which can be neither an option nor a pattern. */
export function soundRef(ref: string): string {
  if (!/^refs(?:\/[A-Za-z0-9_][A-Za-z0-9._@-]*)+$/u.test(ref) || /\.\.|\.lock(?:\/|$)|\.(?:\/|$)|@\{/u.test(ref))
    throw new Error(`not a sound ref: ${ref}`)
  return ref
}

/** The object name that means "absent", in the length of the others. */
export function zeroOf(oid: Oid): Oid {
  return '0'.repeat(oid.length)
}
