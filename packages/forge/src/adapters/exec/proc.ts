/** Reading `/proc`: which processes of ours live, who their parents are, and when they started. */
import { readFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'

export interface SeenProcess {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** `T` is stopped, `Z` and `X` are dead and not yet collected by their parent. */
  readonly state: string
  /** Clock ticks since boot: with the pid, the identity of a process, because pids are used again. */
  readonly startTicks: number
}

export function identityOf({ pid, startTicks }: SeenProcess): string {
  return `${pid}@${startTicks}`
}

export function isDead({ state }: SeenProcess): boolean {
  return state === 'Z' || state === 'X'
}

/** Every process of our user. `vanished` counts those that ended before they could be looked at. */
export async function listProcesses(): Promise<{ readonly seen: readonly SeenProcess[]; readonly vanished: number }> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const looks = await Promise.all(pids.map((pid) => lookAt(pid)))
  return {
    seen: looks.filter((look) => typeof look !== 'string'),
    vanished: looks.filter((look) => look === 'vanished').length,
  }
}

async function lookAt(pid: number): Promise<SeenProcess | 'vanished' | 'not ours'> {
  try {
    const { uid } = await stat(`/proc/${pid}`)
    if (uid !== process.getuid?.()) return 'not ours'
    return parseStat(await readFile(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return 'vanished'
  }
}

/** Right now and without yielding, so that nothing of ours happens between this answer and the signal that follows it. */
export function readLivingNow(pid: number): SeenProcess | undefined {
  try {
    const seen = parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    return isDead(seen) ? undefined : seen
  } catch {
    return undefined
  }
}

/** `pid (name) state ppid pgrp session …`; the name may hold spaces and brackets, so fields count from the last `)`. */
function parseStat(text: string): SeenProcess {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state = 'X', parent, group, session] = fields
  return {
    pid: Number.parseInt(text, 10),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    state,
    startTicks: Number(fields[19]),
  }
}

/** The environment with which a process was started: empty while it is being replaced, or when it is not ours to read. */
export function readEnviron(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
}
