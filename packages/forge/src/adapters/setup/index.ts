/**
 * Makes trees ready to build: runs approved setup commands in a fresh tree, and caches their result for the next one.
 *
 * 1. The commands run once per content of the lockfiles; every later tree gets a copy of what they added.
 * 2. An agent's changes to its copy reach neither the cache nor another tree.
 * 3. The cache has a result completely or not at all: it is filled elsewhere and renamed into place.
 * 4. A setup that fails is never cached; the caller gets the reason.
 * 5. Commands may run code of the tree (a `prepare` script does). Only those in a tree of merged content write the
 *    cache and the lasting home; in one of proposed content, and for teardown, which runs where an agent has worked,
 *    the home is a temporary copy, and what was added stays in that tree.
 */
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  approvedShellLine,
  environmentOf,
  excerptOf,
  makeOwnPlace,
  run,
  type Ended,
  type OwnPlace,
  type TranscriptFile,
  type SandboxRulesOf,
} from '#adapters/exec/index.ts'
import type { Content } from '#engine/ports.ts'
import { say, several, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { additionsTo, listFolders } from './additions.ts'
import { differing } from './differing.ts'
import { lockfileHash } from './lockfiles.ts'
import { lend, type Lent, type Passed } from './passed.ts'

export interface SetupRequest {
  readonly setup: readonly string[]
  readonly teardown: readonly string[]
  readonly pathOf: (tree: string) => string
  readonly cacheDir: string
  readonly privateDir: string
  /** The lasting home of setup; nothing else may write it. */
  readonly setupHome: string
  readonly scope: string
  /** What its commands get of the user's own; teardown gets nothing. */
  readonly passed?: Passed
  /** Builds the sandbox of commands; absent: no sandbox. */
  readonly wallsOf?: SandboxRulesOf
  /** Where all output of a command is stored; absent: nowhere. */
  readonly outputOf?: (command: string) => TranscriptFile | undefined
  /** Called at the end of each setup command. */
  readonly onEnd?: (ran: SetupRan) => void
  readonly say: (text: Said) => void
  /** After how long a running command is reported; see `signsMs`. */
  readonly signsMs?: readonly number[]
}

export type { Passed } from './passed.ts'

/** A setup command that ran. */
export interface SetupRan {
  readonly run: string
  readonly exitCode: number | null
  readonly isTooLong: boolean
  readonly durationMs: number
}

export interface Setup {
  /** Makes a tree ready to build; returns the reason if that fails. */
  readonly prepare: (tree: string, content: Content) => Promise<Said | undefined>
  /** Files of a tree that differ from the cached result of its setup; all of them without one. */
  readonly altered: (tree: string, paths: readonly string[]) => Promise<readonly string[]>
  /**
   * Called before a tree is removed: releases what setup started elsewhere. A failure is reported and stops nothing.
   */
  readonly dismantle: (tree: string) => Promise<void>
}

const wallMs = 20 * 60_000
/** Reports to a waiting user that a command runs: soon, then ever more seldom. */
const signsMs = [15_000, 60_000, 180_000, 360_000, 600_000, 900_000] as const

export function createSetup(request: SetupRequest): Setup {
  const { setup, teardown, pathOf, cacheDir, say: tell } = request
  /** By tree, the cached result that was copied into it. */
  const kept = new Map<string, string>()
  const inTurn = (request.passed?.files ?? []).length === 0 ? atOnce : oneByOne()
  return {
    async prepare(tree, content) {
      if (setup.length === 0) return undefined
      const path = pathOf(tree)
      const cached = join(cacheDir, await lockfileHash(path, setup))
      kept.delete(tree)
      if (await restore(cached, path)) {
        kept.set(tree, cached)
        return undefined
      }
      tell(say('tree.settingUp', { tree, commands: setup.join(' && ') }))
      const before = await listFolders(path)
      const failure = await inTurn(() => runAll(request, { tree, content }, setup))
      if (failure === undefined && content === 'merged') {
        await keep(cached, path, await additionsTo(path, before))
        kept.set(tree, cached)
      }
      if (failure === undefined) return undefined
      tell(say('tree.settingUpFailed', { tree, why: failure.what }))
      return saidOf(failure)
    },
    async altered(tree, paths) {
      const cached = kept.get(tree)
      return cached === undefined ? paths : differing(paths, pathOf(tree), cached)
    },
    async dismantle(tree) {
      const { passed: _passed, onEnd: _onEnd, ...without } = request
      const failure = teardown.length === 0 ? undefined : await runAll(without, { tree, content: 'proposed' }, teardown)
      if (failure !== undefined) tell(say('tree.teardownFailed', { tree, failure: saidOf(failure) }))
    },
  }
}

type Turns = <T>(work: () => Promise<T>) => Promise<T>

const atOnce: Turns = (work) => work()

/** Lent files have one path in the lasting home: the second command waits until the first has returned them. */
function oneByOne(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next
    return next
  }
}

async function restore(cached: string, path: string): Promise<boolean> {
  const entries = await readdir(cached).catch(() => undefined)
  if (entries === undefined) return false
  for (const entry of entries) await cp(join(cached, entry), join(path, entry), copying)
  return true
}

/** Links are copied unchanged: a resolved link into this tree would point out of the next one. */
const copying = { recursive: true, verbatimSymlinks: true, force: true, preserveTimestamps: true } as const

async function keep(cached: string, path: string, additions: readonly string[]): Promise<void> {
  const parent = join(cached, '..')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const making = await mkdtemp(join(parent, '.making-'))
  for (const addition of additions) await cp(join(path, addition), join(making, addition), copying)
  // Another process may have been faster; its result is equal.
  await rename(making, cached).catch(() => rm(making, { recursive: true, force: true }))
}

interface Site {
  readonly tree: string
  readonly content: Content
}

interface Lending extends Site {
  readonly lent: Lent
}

interface CommandFailure {
  readonly what: Said
  /** Absent: no command ran. */
  readonly printed?: string
  /** Further explanations. */
  readonly besides?: readonly Said[]
}

function saidOf({ what, printed, besides = [] }: CommandFailure): Said {
  const failure = several([what, ...besides])
  return printed === undefined ? failure : say('tree.failureWithOutput', { failure, output: printed })
}

function besidesOf({ missing, withheld }: Lent): readonly Said[] {
  return [
    ...(missing.length === 0 ? [] : [say('tree.passMissing', { names: missing.join(', ') })]),
    ...(withheld.length === 0 ? [] : [say('tree.passWithheld', { names: withheld.join(', ') })]),
  ]
}

async function runAll(
  request: SetupRequest,
  site: Site,
  lines: readonly string[],
): Promise<CommandFailure | undefined> {
  const { privateDir, setupHome } = request
  const place = await makeOwnPlace(privateDir, 'setup', site.content === 'merged' ? undefined : setupHome)
  if (place === 'disk') return { what: say('failure.disk') }
  const lent = await lend(request.passed, site.content, place, site.content === 'merged' ? setupHome : place.home)
  try {
    const held = heldIn(request, { ...site, lent }, place)
    for (const line of lines) {
      const quiet = signsOfLife(request, site.tree, line)
      const ended = await run({
        ...approvedShellLine(line),
        cwd: request.pathOf(site.tree),
        ...held,
        wallMs,
        output: {
          streams: { together: place.tmp },
          stdout: { headBytes: 2000, tailBytes: 6000 },
          ...keptAs(request.outputOf?.(line)),
        },
      }).finally(quiet)
      const { exitCode, overran, durationMs } = ended
      request.onEnd?.({ run: line, exitCode, isTooLong: overran !== undefined, durationMs })
      if (ended.exitCode === 0) continue
      return {
        what: say('tree.commandEnded', { command: line, how: endingOf(ended) }),
        printed: excerptOf(ended.stdout, { headBytes: 2000, tailBytes: 4000 }),
        besides: besidesOf(lent),
      }
    }
    return undefined
  } finally {
    await lent.giveBack()
    await place.remove()
  }
}

function keptAs(transcript: TranscriptFile | undefined): { transcript?: TranscriptFile } {
  return defined({ transcript })
}

function endingOf({ unavailable, overran, exitCode }: Ended): Said {
  if (unavailable !== undefined) return unavailable
  if (overran !== undefined) return say('script.tookTooLong')
  return exitCode === null ? say('script.exitedBySignal') : say('script.exitedWithCode', { code: exitCode })
}

/** In the sandbox the copy is mounted at the path of the lasting home, so that installed tools find themselves. */
function heldIn(
  { scope, setupHome, pathOf, wallsOf }: SetupRequest,
  { tree, content, lent }: Lending,
  place: OwnPlace,
) {
  const path = pathOf(tree)
  const { tmp } = place
  const isOwn = content === 'merged' || wallsOf !== undefined
  const home = isOwn ? setupHome : place.home
  const laid = content === 'merged' ? [] : [{ from: place.home, at: setupHome }]
  const writable = [path, tmp, ...(content === 'merged' ? [setupHome] : [])]
  // Commands that the user approved may download the project's dependencies.
  const walls = wallsOf?.({ writable, laid, network: 'shared' })
  return {
    env: environmentOf({ home, tmp, pass: lent.variables }),
    marker: { scope, key: `setup of ${tree}`, tree, room: [path, home, tmp] },
    ...defined({ walls }),
  }
}

/** Installing may take minutes, and longer with a bad network: the command and its duration are reported meanwhile. */
function signsOfLife({ say: tell, signsMs: at = signsMs }: SetupRequest, tree: string, line: string): () => void {
  const timers = at.map((ms) => {
    const sign = say('tree.commandStillRuns', { tree, command: line, seconds: Math.round(ms / 1000) })
    return setTimeout(() => tell(sign), ms).unref()
  })
  return () => timers.forEach((timer) => clearTimeout(timer))
}
