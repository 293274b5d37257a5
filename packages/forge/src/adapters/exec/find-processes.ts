/**
 * Finds the processes that Forge started.
 *
 * 1. These are the session and group of a child that Forge started, every process with its marker, and the descendants
 *    of both. A child that left its session (`setsid`, double fork, `nohup`) is found by the marker it inherited.
 * 2. Forge itself and its ancestors are never found, even when they carry the marker of an outer Forge.
 * 3. A scan reports "none" only if no process escaped it: one that ended before it was read, or whose environment exec
 *    was just replacing, may have been Forge's and have a child that was not listed yet.
 *
 * Not covered: a process that leaves its session, loses its parents AND starts with another environment (`env -i`) or
 * overwrites its own; and a chain of processes that each leave, fork and end within one scan. Only a PID namespace
 * contains these.
 */
import { carriesMarker, type Marker } from './marker.ts'
import { identityOf, isDead, listProcesses, readEnviron, type SeenProcess } from './proc.ts'

export interface ProcessFilter {
  readonly marker?: Marker | undefined
  /** The pid of a child that was started as leader of its own session. */
  readonly leader?: number | undefined
}

/**
 * Where processes start and end all the time no scan is conclusive; a process is missed only if it escapes all of them.
 */
const looks = 5

export async function findLiving(quarry: ProcessFilter): Promise<readonly SeenProcess[]> {
  let doubtful: ReadonlySet<string> = new Set()
  for (let look = 1; ; look += 1) {
    const { seen, vanished } = await listProcesses()
    const environs = seen.map(({ pid }) => readEnviron(pid))
    const found = oursAmong(seen, environs, quarry)
    if (found.length > 0) return found
    // No environment: dead, or in the middle of exec. The same twice is not exec.
    const silent = seen.filter((_, index) => environs[index] === '').map(identityOf)
    const known = doubtful
    if (look === looks || (vanished === 0 && silent.every((identity) => known.has(identity)))) return []
    doubtful = new Set(silent)
  }
}

function oursAmong(
  seen: readonly SeenProcess[],
  environs: readonly string[],
  { leader, marker }: ProcessFilter,
): readonly SeenProcess[] {
  const spared = lineOf(seen)
  const candidates = seen.filter((process) => !isDead(process) && !spared.has(process.pid))
  const carriers = new Set<number>()
  for (const [index, { pid }] of seen.entries())
    if (marker !== undefined && carriesMarker(environs[index] ?? '', marker)) carriers.add(pid)
  const ours = new Set(
    candidates
      .filter(({ pid, session, group }) => carriers.has(pid) || session === leader || group === leader)
      .map(({ pid }) => pid),
  )
  for (let before = -1; before !== ours.size;) {
    before = ours.size
    for (const { pid, parent } of candidates) if (ours.has(parent)) ours.add(pid)
  }
  return candidates.filter(({ pid }) => ours.has(pid))
}

/** Forge and all its ancestors. */
function lineOf(seen: readonly SeenProcess[]): ReadonlySet<number> {
  const parents = new Map(seen.map(({ pid, parent }) => [pid, parent]))
  const line = new Set([1])
  for (let pid: number | undefined = process.pid; pid !== undefined && !line.has(pid); pid = parents.get(pid))
    line.add(pid)
  return line
}
