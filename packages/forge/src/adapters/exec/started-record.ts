/**
 * Records the processes that Forge started, for as long as they live: one that cleared its environment is recognised by
 * its own record, an ancestor's, or that of the session that Forge gave it (I-23).
 *
 * 1. The folder does not depend on a child's environment; only one owned by Forge's user counts.
 * 2. A record is valid only for the same boot and PID namespace, and if the pid was not reused.
 * 3. A failed write is no error: the marker and the PID namespace remain.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { defined } from '#model/defined.ts'
import { isAlive } from './alive.ts'
import { markOf, type Mark, type Marker } from './marker.ts'
import { readLivingNow, type SeenProcess } from './proc.ts'

const Noted = z.object({
  /** The boot for which its pid is valid. */
  boot: z.string(),
  namespace: z.string(),
  pid: z.number(),
  /** Absent without `/proc`: then it is valid while the Forge process that wrote it lives. */
  startTicks: z.number().optional(),
  by: z.number(),
  name: z.string(),
  room: z.array(z.string()),
})
type Noted = z.infer<typeof Noted>

/** Not the temporary folder of the environment: the process searched for could choose its own. */
function folder(): string {
  return `/tmp/.forge-${process.getuid?.() ?? 'all'}`
}

function isOurs(path: string): boolean {
  const seen = lstatSync(path, { throwIfNoEntry: false })
  return seen !== undefined && seen.isDirectory() && seen.uid === process.getuid?.()
}

/** Call it right after the start; call what it returns when nothing of the child is left. */
export function recordStarted(pid: number, marker: Marker): () => void {
  const file = join(folder(), `${pid}.json`)
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 })
    if (!isOurs(folder())) return () => undefined
    forgetOld()
    const startTicks = readLivingNow(pid)?.startTicks
    const noted: Noted = {
      ...here(),
      pid,
      ...defined({ startTicks }),
      by: process.pid,
      name: markOf(marker).name,
      room: [...markOf(marker).room],
    }
    writeFileSync(file, JSON.stringify(noted), { mode: 0o600 })
  } catch {
    return () => undefined
  }
  return () => rmSync(file, { force: true })
}

let hasForgotten = false

/** Once per process: removes what a killed Forge left. */
function forgetOld(): void {
  if (hasForgotten) return
  hasForgotten = true
  const { boot, namespace } = here()
  for (const { file, noted } of readAll()) {
    const isGone = !isAlive(noted.pid) && !isAlive(noted.by)
    if (noted.boot !== boot || (noted.namespace === namespace && isGone)) rmSync(file, { force: true })
  }
}

/** The marks of all records that one of these processes belongs to. */
export function marksNoted(line: readonly SeenProcess[]): readonly Mark[] {
  const { boot, namespace } = here()
  return readAll()
    .filter(({ noted }) => noted.boot === boot && noted.namespace === namespace && line.some((one) => isOf(one, noted)))
    .map(({ noted: { name, room } }) => ({ name, room }))
}

function isOf({ pid, session, group, startTicks }: SeenProcess, noted: Noted): boolean {
  if (noted.startTicks === undefined) return isAlive(noted.by) && [pid, session, group].includes(noted.pid)
  if (pid === noted.pid) return startTicks === noted.startTicks
  if (session !== noted.pid && group !== noted.pid) return false
  // The kernel does not reuse a session's number while the session has members: if a leader lives, it is this one or
  // the record is old.
  const leader = readLivingNow(noted.pid)
  return leader === undefined || leader.startTicks === noted.startTicks
}

function readAll(): readonly { readonly file: string; readonly noted: Noted }[] {
  try {
    if (!isOurs(folder())) return []
    return readdirSync(folder()).flatMap((name) => {
      const file = join(folder(), name)
      const noted = readNoted(file)
      return noted === undefined ? [] : [{ file, noted }]
    })
  } catch {
    return []
  }
}

function readNoted(file: string): Noted | undefined {
  try {
    return Noted.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

function here(): Pick<Noted, 'boot' | 'namespace'> {
  return {
    boot: quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: quietly(() => readlinkSync('/proc/self/ns/pid')),
  }
}

function quietly(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
