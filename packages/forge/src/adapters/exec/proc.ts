/** Reading `/proc`: which processes of ours live, who their parents are, and when they started. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

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

/** So many are looked at in one go, a few milliseconds; then others have their turn. */
const slice = 128

/**
 * Every process of our user. `vanished` counts those that ended before they could be looked at. `/proc` is no disk: to ask
 * for a file in the background takes ten times as long as to read it.
 */
export async function listProcesses(): Promise<{ readonly seen: readonly SeenProcess[]; readonly vanished: number }> {
  const pids = pidsNow()
  const seen: SeenProcess[] = []
  let vanished = 0
  for (const [index, pid] of pids.entries()) {
    if (index % slice === slice - 1) await nextTurn()
    const look = lookAt(pid)
    if (look === 'vanished') vanished += 1
    else if (look !== 'not ours') seen.push(look)
  }
  return { seen, vanished }
}

function pidsNow(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** Bit of a process's flags: a thread of the kernel, which has no environment and starts nothing of ours. */
const kernelThread = 0x0020_0000

function lookAt(pid: number): SeenProcess | 'vanished' | 'not ours' {
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return 'not ours'
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return (Number(fieldsOf(text)[6]) & kernelThread) === 0 ? parseStat(text) : 'not ours'
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
function fieldsOf(text: string): readonly string[] {
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function parseStat(text: string): SeenProcess {
  const fields = fieldsOf(text)
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
export function readEnviron(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}
