/**
 * The private directory of one performance: its home, its temporary files, its result. Removed with it.
 *
 * 1. What earlier performances of the same key left when Forge died is removed; their processes were swept before this
 *    one.
 * 2. `kept` alone outlives a performance that was lost, and an attempt that a limit ended, so that a later one can
 *    resume its conversation: all attempts of one node share it. The agent that wrote it may have left links in it:
 *    Forge removes them before anything else. An attempt that starts anew starts with an empty one.
 */
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { discardPrivate } from '#adapters/exec/index.ts'
import { placeFolder, removeLinks } from '#adapters/files/unfollowed.ts'
import type { AgentTask } from '#engine/ports.ts'
import { hashText } from '#model/digest.ts'

export interface PrivatePlace {
  readonly home: string
  readonly tmp: string
  readonly result: string
  /** Where the agent's program stores its settings and conversations. */
  readonly kept: string
  /** Links that a lost performance left in `kept`, as relative paths; already removed. */
  readonly removedLinks: readonly string[]
  remove(): Promise<void>
  /** Removes everything but `kept`, so that a later attempt can resume the conversation. */
  leaveKept(): Promise<void>
}

export async function makePrivatePlace(
  privateDir: string,
  { key, resume }: Pick<AgentTask, 'key' | 'resume'>,
): Promise<PrivatePlace> {
  const name = hashText(key).slice(0, 24)
  const prefix = `agent-${name}-`
  const kept = join(privateDir, keptName(key))
  await mkdir(privateDir, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(privateDir))
    if (entry.startsWith(prefix)) await discardPrivate(join(privateDir, entry))
  if (resume === undefined) await discardPrivate(kept)
  await placeFolder(kept)
  const removedLinks = resume === undefined ? [] : await removeLinks(kept)
  const root = await mkdtemp(join(privateDir, prefix))
  const place = { home: join(root, 'home'), tmp: join(root, 'tmp'), result: join(root, 'result.jsonl'), kept }
  await mkdir(place.home, { mode: 0o700 })
  await mkdir(place.tmp, { mode: 0o700 })
  return {
    ...place,
    removedLinks,
    async remove() {
      await discardPrivate(root)
      await discardPrivate(kept)
    },
    async leaveKept() {
      await discardPrivate(root)
      if (!isKept(kept)) await discardPrivate(kept)
    },
  }
}

/** The task, without a conversation that is no longer stored: a program asked to resume an unknown one ends at once. */
export function resumable(privateDir: string, task: AgentTask): AgentTask {
  if (task.resume === undefined || isKept(join(privateDir, keptName(task.key)))) return task
  const { resume: _, ...anew } = task
  return anew
}

/** Links belong to the user's login, not to a conversation. */
function isKept(folder: string): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) => !entry.isSymbolicLink())
  } catch {
    return false
  }
}

const keptMs = 30 * 86_400_000

/**
 * Removes conversations that no attempt resumed for a month: the run was cancelled, or another account did the work. A
 * run that waited longer starts them anew.
 */
export async function sweepKept(privateDir: string, now: number): Promise<void> {
  for (const name of await readdir(privateDir).catch(() => [])) {
    const folder = join(privateDir, name)
    const seen = name.startsWith('kept-') ? await stat(folder).catch(() => undefined) : undefined
    if (seen !== undefined && now - seen.mtimeMs > keptMs) await discardPrivate(folder)
  }
}

/** The same name for every attempt of a node. */
export function keptName(key: string): string {
  return `kept-${hashText(key.replace(/#\d+$/u, '')).slice(0, 24)}`
}

/** The place, or a failure because the disk is full. */
export async function placeFor(privateDir: string, task: AgentTask): Promise<PrivatePlace | 'disk'> {
  try {
    return await makePrivatePlace(privateDir, task)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'disk'
    throw error
  }
}
