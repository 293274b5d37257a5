/**
 * Ends processes so that no descendant survives (I-33, F-31).
 *
 * 1. All found processes are stopped before the first is killed, and the search repeats until no new one appears: none
 *    can fork away.
 * 2. A pid is signalled only while it is the process that was found (same start time).
 * 3. Bounded: survivors of the last round are reported, not waited for.
 *
 * Without `/proc` only the process group can be ended.
 */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findLiving, type ProcessFilter } from './find-processes.ts'
import type { Marker } from './marker.ts'
import { identityOf, readLivingNow, type SeenProcess } from './proc.ts'

export interface EndedProcesses {
  readonly ended: number
  readonly survivors: readonly number[]
}

const rounds = 60
const stopRounds = 10

/** Ends every live process that carries the marker, with its descendants. */
export function endProcesses(marker: Marker): Promise<EndedProcesses> {
  return endAll({ marker })
}

export async function endAll(quarry: ProcessFilter): Promise<EndedProcesses> {
  if (!existsSync('/proc/self/stat')) return endGroup(quarry.leader)
  const killed = new Set<string>()
  for (let round = 1; round <= rounds; round += 1) {
    const found = await stopAll(quarry)
    if (found.length === 0) return { ended: killed.size, survivors: [] }
    for (const process of found) {
      signal(process, 'SIGKILL')
      killed.add(identityOf(process))
    }
    await sleep(Math.min(round, 50))
  }
  const left = await findLiving(quarry)
  return { ended: killed.size - left.length, survivors: left.map(({ pid }) => pid) }
}

function endGroup(leader: number | undefined): EndedProcesses {
  return { ended: leader !== undefined && signalGroup(leader, 'SIGKILL') ? 1 : 0, survivors: [] }
}

/** Stops all processes found; empty when none is left. */
async function stopAll(quarry: ProcessFilter): Promise<readonly SeenProcess[]> {
  const stopped = new Map<string, SeenProcess>()
  for (let round = 0; round < stopRounds; round += 1) {
    const fresh = (await findLiving(quarry)).filter((process) => !stopped.has(identityOf(process)))
    if (fresh.length === 0) break
    for (const process of fresh) {
      signal(process, 'SIGSTOP')
      stopped.set(identityOf(process), process)
    }
  }
  return [...stopped.values()]
}

function signal(target: SeenProcess, name: NodeJS.Signals): void {
  if (readLivingNow(target.pid)?.startTicks !== target.startTicks) return
  try {
    process.kill(target.pid, name)
  } catch {
    // It just ended, or it belongs to another user: the next round finds out.
  }
}

/** Signals the whole group of a child; false when the group is empty. */
export function signalGroup(leader: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(-leader, name)
    return true
  } catch {
    return false
  }
}
