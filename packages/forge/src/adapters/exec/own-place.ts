/**
 * The private home and temporary folder of one command: files of other commands, agents or setups do not influence it,
 * and its own files do not reach the next one.
 *
 * 1. They are made for the command and removed when it ends.
 * 2. Their name identifies the process that made them. `sweepPlaces` removes those of dead processes.
 * 3. The home is empty, or starts as a copy of the one that setup fills, with tool chains and dependencies. Writes to
 *    the copy reach neither setup's home nor another command's.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './alive.ts'
import { copyHome } from './copy-home.ts'
import { discardPrivate } from './discard.ts'

export interface OwnPlace {
  readonly home: string
  readonly tmp: string
  remove(): Promise<void>
}

type Kind = 'check' | 'setup'

/** Distinguishes this process from an earlier one with the same pid, as containers have them. */
const self = randomBytes(2).toString('hex')

/** `disk`: the disk is full, and nothing of it is left. */
export async function makeOwnPlace(privateDir: string, kind: Kind, seed?: string): Promise<OwnPlace | 'disk'> {
  await mkdir(privateDir, { recursive: true, mode: 0o700 })
  const root = await mkdtemp(join(privateDir, `${kind}-${process.pid}.${self}-`))
  const place = { home: join(root, 'home'), tmp: join(root, 'tmp'), remove: () => discardPrivate(root) }
  try {
    await mkdir(place.tmp, { mode: 0o700 })
    await mkdir(place.home, { mode: 0o700 })
    if (seed !== undefined) await copyHome(seed, place.home)
    return place
  } catch (error) {
    await place.remove()
    if (isDiskFull(error)) return 'disk'
    throw error
  }
}

function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Removes what killed processes left. It never prevents a start: what cannot be removed stays. */
export async function sweepPlaces(privateDir: string): Promise<void> {
  for (const name of await readdir(privateDir).catch(() => [])) {
    const [, pid, who] = /^(?:check|setup)-(\d+)\.([0-9a-f]{4})-/u.exec(name) ?? []
    if (pid !== undefined && !isOwned(Number(pid), who ?? '')) await discardPrivate(join(privateDir, name))
  }
}

function isOwned(pid: number, who: string): boolean {
  return pid === process.pid ? who === self : isAlive(pid)
}
