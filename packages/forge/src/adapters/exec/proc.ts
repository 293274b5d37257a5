/** Reads `/proc`: which processes of this user live, their parents, and when they started. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface SeenProcess {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** `T` is stopped, `Z` and `X` are dead and not yet reaped by their parent. */
  readonly state: string
  /** Clock ticks since boot: identifies a process together with its pid, because pids are reused. */
  readonly startTicks: number
}

export function identityOf({ pid, startTicks }: SeenProcess): string {
  return `${pid}@${startTicks}`
}

export function isDead({ state }: SeenProcess): boolean {
  return state === 'Z' || state === 'X'
}

/** Processes read in one slice, a few milliseconds; then the event loop gets a turn. */
const slice = 128

/**
 * Every process of this user. `vanished` counts those that ended before they could be read. `/proc` is no disk:
 * asynchronous reads take ten times as long as synchronous ones.
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

/** Process flag of a kernel thread, which has no environment and starts nothing for Forge. */
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

/** Synchronous, so that nothing in Forge happens between this answer and the signal that follows it. */
export function readLivingNow(pid: number): SeenProcess | undefined {
  try {
    const seen = parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    return isDead(seen) ? undefined : seen
  } catch {
    return undefined
  }
}

/** `pid (name) state ppid pgrp session …`; the name may have spaces and brackets, so fields count from the last `)`. */
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

/** The environment with which a process was started: empty during exec, or when Forge may not read it. */
export function readEnviron(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}
