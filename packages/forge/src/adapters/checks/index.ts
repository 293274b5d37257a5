/**
 * Approved commands, run by Forge in a tree; and the end of everything that attempts left running.
 *
 * 1. A command is a shell line that the operator approved, run verbatim; nothing is put into it (T-11).
 * 2. One after the other, and none after the first that fails.
 * 3. What a command leaves running is ended before the next one starts (I-33).
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  approvedShellLine,
  discardPrivate,
  environmentOf,
  excerptOf,
  run,
  sweep,
  type Ended,
  type Marker,
  type WallsOf,
} from '#adapters/exec/index.ts'
import type { Processes } from '#engine/ports.ts'
import type { CheckCommand, CheckResult } from '#model/evidence.ts'
import { hashText } from '#model/digest.ts'
import { countTests } from './count-tests.ts'
import { hooksIn, runHooks, type Hook } from './hooks.ts'
import { placeInTree } from './place.ts'

export interface ProcessesRequest {
  /** The directory of a tree. */
  readonly pathOf: (tree: string) => string
  /** Where temporary files of commands live, outside every tree. */
  readonly privateDir: string
  /** The home of commands: their caches and tool chains; not the user's own unless the operator says so. */
  readonly home: string
  /** Which Forge this is, so that another one's runs of the same name are left alone. */
  readonly scope: string
  /** Names of environment variables that configuration declares for commands. */
  readonly pass?: readonly string[]
  /** The hooks directory of the user's repository; absent: it has none that could run. */
  readonly hooksAt?: string
  /** The walls around commands; absent: there are none. */
  readonly wallsOf?: WallsOf
}

/** 3 KB of head, 7 KB of tail, and the marker between them within 10 KB. */
const excerptSize = { headBytes: 3000, tailBytes: 7000 }

/** A test runner's last words are at the end. */
const tailBytes = 64 * 1024

export function createProcesses(request: ProcessesRequest): Processes {
  const { scope, pathOf } = request
  return {
    async check(key, tree, task) {
      const site: CheckSite = { request, path: pathOf(tree), marker: { scope, key, tree } }
      const results: CheckResult[] = []
      for (const command of task.commands) {
        const result = await runCheck(site, command)
        results.push(result)
        if (result.exitCode !== 0) break
      }
      return results
    },
    async hooks(key, tree) {
      const site: CheckSite = { request, path: pathOf(tree), marker: { scope, key, tree } }
      const { hooksAt } = request
      const found = hooksAt === undefined ? [] : await hooksIn(hooksAt)
      return runHooks(found, (hook, as) => runCheck(site, as, hook))
    },
    sweep: async (key) => (await sweep({ scope, key })).ended,
    sweepTree: async (tree) => (await sweep({ scope, tree })).ended,
  }
}

interface CheckSite {
  readonly request: ProcessesRequest
  readonly path: string
  readonly marker: Marker
}

async function runCheck(site: CheckSite, command: CheckCommand, hook?: Hook): Promise<CheckResult> {
  const place = await placeInTree(site.path, command.cwd)
  if (!place.ok) return notRun(command, place.failure)
  for (const directory of [site.request.privateDir, site.request.home])
    await mkdir(directory, { recursive: true, mode: 0o700 })
  const tmp = await mkdtemp(join(site.request.privateDir, 'check-'))
  try {
    const { home, pass, wallsOf } = site.request
    const readable = hook === undefined ? [] : [dirname(hook.file)]
    const walls = wallsOf?.({ writable: [site.path, home, tmp], readable, network: { ports: [] } })
    const ended = await run({
      ...(hook === undefined ? approvedShellLine(command.run) : asGitRuns(hook)),
      cwd: place.value,
      env: environmentOf({ home, tmp, ...(pass === undefined ? {} : { pass }) }),
      marker: { ...site.marker, room: [site.path, home, tmp] },
      ...(walls === undefined ? {} : { walls }),
      wallMs: command.timeoutMs,
      output: { streams: { together: tmp }, stdout: { headBytes: excerptSize.headBytes, tailBytes } },
    })
    return ended.unavailable === undefined ? resultOf(command, ended) : notRun(command, ended.unavailable)
  } finally {
    await discardPrivate(tmp)
  }
}

/** By way of a shell, as git does it: a script without a first line that names its program runs too. */
function asGitRuns({ file, args }: Hook): { file: string; args: readonly string[] } {
  return { file: 'sh', args: ['-c', '"$0" "$@"', file, ...args] }
}

function resultOf(command: CheckCommand, { exitCode, overran, durationMs, stdout }: Ended): CheckResult {
  const timedOut = overran !== undefined
  const extent = stdout.bytes > stdout.tail.length ? 'tail' : 'whole'
  const testsRun = countTests({ text: stdout.tail.toString('utf8'), extent })
  return {
    name: command.name,
    exitCode: timedOut ? null : exitCode,
    timedOut,
    durationMs,
    outputHash: stdout.sha256,
    excerpt: excerptOf(stdout, excerptSize),
    ...(testsRun === undefined ? {} : { testsRun }),
  }
}

function notRun(command: CheckCommand, reason: string): CheckResult {
  const excerpt = `not run: ${reason}`
  return { name: command.name, exitCode: null, timedOut: false, durationMs: 0, outputHash: hashText(excerpt), excerpt }
}
