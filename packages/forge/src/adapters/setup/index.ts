/**
 * Trees that can build: approved setup commands in a fresh tree, and what they made kept for the next one.
 *
 * 1. The commands run once per content of the lockfiles; every later tree gets a copy of what they added.
 * 2. A copy is a copy: what an agent does to it reaches neither the cache nor another tree.
 * 3. The cache has a result whole or not at all: it is filled beside its place and moved there.
 * 4. A setup that fails is never cached; the tree says why it is not ready.
 */
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { approvedShellLine, environmentOf, excerptOf, run, type WallsOf } from '#adapters/exec/index.ts'
import { additionsTo, listFolders } from './additions.ts'
import { lockfileHash } from './lockfiles.ts'

export interface SetupRequest {
  readonly setup: readonly string[]
  readonly teardown: readonly string[]
  readonly pathOf: (tree: string) => string
  readonly cacheDir: string
  readonly privateDir: string
  readonly home: string
  readonly scope: string
  /** The walls around commands; absent: there are none. */
  readonly wallsOf?: WallsOf
  readonly say: (text: string) => void
  /** After how long a command that still runs is named; see `signsMs`. */
  readonly signsMs?: readonly number[]
}

export interface Setup {
  /** Make a tree able to build; answers why it is not, if it is not. */
  readonly prepare: (tree: string) => Promise<string | undefined>
  /** Before a tree goes: what setup started elsewhere is let go. Its failure is told and stops nothing. */
  readonly dismantle: (tree: string) => Promise<void>
}

const wallMs = 20 * 60_000
/** A person who waits is told that something runs: soon, then ever more seldom. */
const signsMs = [15_000, 60_000, 180_000, 360_000, 600_000, 900_000] as const

export function createSetup(request: SetupRequest): Setup {
  const { setup, teardown, pathOf, cacheDir, say } = request
  return {
    async prepare(tree) {
      if (setup.length === 0) return undefined
      const path = pathOf(tree)
      const cached = join(cacheDir, await lockfileHash(path, setup))
      if (await restore(cached, path)) return undefined
      say(`setting up ${tree}: ${setup.join(' && ')}`)
      const before = await listFolders(path)
      const failure = await runAll(request, tree, setup)
      if (failure === undefined) await keep(cached, path, await additionsTo(path, before))
      else say(`setting up ${tree} failed: ${failure.split('\n')[0] ?? ''}`)
      return failure
    },
    async dismantle(tree) {
      const failure = teardown.length === 0 ? undefined : await runAll(request, tree, teardown)
      if (failure !== undefined) say(`teardown of ${tree}: ${failure}`)
    },
  }
}

async function restore(cached: string, path: string): Promise<boolean> {
  const entries = await readdir(cached).catch(() => undefined)
  if (entries === undefined) return false
  for (const entry of entries) await cp(join(cached, entry), join(path, entry), copying)
  return true
}

/** Links stay as they are: a link into the tree it came from would point out of the next one. */
const copying = { recursive: true, verbatimSymlinks: true, force: true } as const

async function keep(cached: string, path: string, additions: readonly string[]): Promise<void> {
  const parent = join(cached, '..')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const making = await mkdtemp(join(parent, '.making-'))
  for (const addition of additions) await cp(join(path, addition), join(making, addition), copying)
  // Another process may have been quicker; its result is the same.
  await rename(making, cached).catch(() => rm(making, { recursive: true, force: true }))
}

async function runAll(request: SetupRequest, tree: string, lines: readonly string[]): Promise<string | undefined> {
  const { scope, privateDir, home, pathOf, wallsOf } = request
  await mkdir(privateDir, { recursive: true, mode: 0o700 })
  const tmp = await mkdtemp(join(privateDir, 'setup-'))
  try {
    // What the operator approved may fetch what the project depends on.
    const walls = wallsOf?.({ writable: [pathOf(tree), home, tmp], network: 'shared' })
    for (const line of lines) {
      const quiet = signsOfLife(request, tree, line)
      const ended = await run({
        ...approvedShellLine(line),
        cwd: pathOf(tree),
        env: environmentOf({ home, tmp }),
        marker: { scope, key: `setup of ${tree}`, tree, room: [pathOf(tree), home, tmp] },
        wallMs,
        ...(walls === undefined ? {} : { walls }),
        output: { streams: { together: tmp }, stdout: { headBytes: 2000, tailBytes: 6000 } },
      }).finally(quiet)
      if (ended.exitCode === 0) continue
      const how =
        ended.unavailable ??
        (ended.overran === undefined ? `exited ${ended.exitCode ?? 'by a signal'}` : 'took too long')
      return `${line}: ${how}\n${excerptOf(ended.stdout, { headBytes: 2000, tailBytes: 4000 })}`
    }
    return undefined
  } finally {
    await rm(tmp, { recursive: true, force: true })
  }
}

/** Installing may take minutes, and longer where the network is bad: the command and how long it has taken are told meanwhile. */
function signsOfLife({ say, signsMs: at = signsMs }: SetupRequest, tree: string, line: string): () => void {
  const timers = at.map((ms) => {
    const timer = setTimeout(() => say(`${tree}: ${line} still runs after ${Math.round(ms / 1000)} s`), ms)
    return timer.unref()
  })
  return () => timers.forEach((timer) => clearTimeout(timer))
}
