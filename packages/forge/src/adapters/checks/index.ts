/**
 * Approved commands, run by Forge in a tree; and the end of everything that attempts left running.
 *
 * 1. A command is a shell line that the user approved, run verbatim; nothing is inserted (T-11).
 * 2. What a command leaves running is ended before its result is returned (I-33).
 * 3. Each has a home and a temporary folder of its own, removed when it ends: no other command reads its files. In the
 *    sandbox the home is mounted at the path of setup's home, so that installed tools find themselves; setup's own is
 *    hidden.
 */
import { dirname, join } from 'node:path'
import {
  approvedShellLine,
  environmentOf,
  excerptOf,
  makeOwnPlace,
  run,
  endProcesses,
  type Ended,
  type Marker,
  type OwnPlace,
  type TranscriptFile,
  type SandboxRulesOf,
} from '#adapters/exec/index.ts'
import type { Processes } from '#engine/ports.ts'
import { render } from '#messages/render.ts'
import { raw, say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { CheckCommand, CheckResult } from '#model/evidence.ts'
import { hashText } from '#model/digest.ts'
import { countTests } from './count-tests.ts'
import { hooksIn, runHooks, type Hook } from './hooks.ts'
import { placeInTree } from './place.ts'

export { namedTests, type NamedTests } from './named-tests.ts'
export { tellingLine } from './telling-line.ts'

export interface ProcessesRequest {
  /** The directory of a tree. */
  readonly pathOf: (tree: string) => string
  /** Holds the homes and temporary files of commands, outside every tree. */
  readonly privateDir: string
  /** The home that setup fills: every command starts with a copy of it. */
  readonly setupHome: string
  /** Identifies this Forge, so that another one's runs of the same name are left alone. */
  readonly scope: string
  /** Names of environment variables that the configuration declares for commands. */
  readonly pass?: readonly string[]
  /** The hooks directory of the user's repository; absent: it has none to run. */
  readonly hooksAt?: string
  /** Where all output of a command is stored; absent: nowhere. */
  readonly outputOf?: (command: string) => TranscriptFile | undefined
  /** Builds the sandbox of commands; absent: no sandbox. */
  readonly wallsOf?: SandboxRulesOf
}

/** 3 KB of head, 7 KB of tail, and the marker between them are within 10 KB. */
const excerptSize = { headBytes: 3000, tailBytes: 7000 }

/** The summary of a test runner is at the end. */
const tailBytes = 64 * 1024

export function createProcesses(request: ProcessesRequest): Processes {
  const { scope, pathOf } = request
  return {
    check: (key, tree, command) => runCheck({ request, path: pathOf(tree), marker: { scope, key, tree } }, command),
    async hooks(key, tree) {
      const site: CheckSite = { request, path: pathOf(tree), marker: { scope, key, tree } }
      const { hooksAt } = request
      const found = hooksAt === undefined ? [] : await hooksIn(hooksAt)
      return runHooks(found, (hook, as) => runCheck(site, as, hook))
    },
    sweep: async (key) => (await endProcesses({ scope, key })).ended,
    sweepTree: async (tree) => (await endProcesses({ scope, tree })).ended,
  }
}

interface CheckSite {
  readonly request: ProcessesRequest
  readonly path: string
  readonly marker: Marker
}

async function runCheck(site: CheckSite, command: CheckCommand, hook?: Hook): Promise<CheckResult | 'disk'> {
  const cwd = await placeInTree(site.path, command.cwd)
  if (!cwd.ok) return notRun(command, cwd.failure)
  const place = await makeOwnPlace(site.request.privateDir, 'check', site.request.setupHome)
  if (place === 'disk') return 'disk'
  try {
    const held = heldIn(site, place, hook === undefined ? [] : [dirname(hook.file)])
    const transcript = site.request.outputOf?.(command.run)
    const ended = await run({
      ...(hook === undefined ? approvedShellLine(command.run) : asGitRuns(hook)),
      cwd: cwd.value,
      ...held,
      wallMs: command.timeoutMs,
      output: {
        streams: { together: place.tmp },
        stdout: { headBytes: excerptSize.headBytes, tailBytes },
        ...defined({ transcript }),
      },
    })
    return ended.unavailable === undefined ? resultOf(command, ended) : notRun(command, ended.unavailable)
  } finally {
    await place.remove()
  }
}

/** Without a sandbox the copy cannot be mounted at the path of setup's home, which exists there. */
function heldIn({ request, path, marker }: CheckSite, { home: own, tmp }: OwnPlace, readable: readonly string[]) {
  const { setupHome, pass, wallsOf } = request
  const home = wallsOf === undefined ? own : setupHome
  const laid = [{ from: own, at: setupHome }]
  const walls = wallsOf?.({ writable: [path, tmp], laid, readable, network: { ports: [] } })
  return {
    // Python runs compiled files whose time matches their source, whoever wrote them, so each command gets its own
    // cache.
    env: environmentOf({
      home,
      tmp,
      set: { PYTHONPYCACHEPREFIX: join(tmp, 'pycache') },
      ...defined({ pass }),
    }),
    marker: { ...marker, room: [path, home, tmp] },
    ...defined({ walls }),
  }
}

/** Through a shell, as in git: a script without a shebang line runs too. */
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
    excerpt: raw(excerptOf(stdout, excerptSize)),
    ...defined({ testsRun }),
  }
}

function notRun(command: CheckCommand, why: Said): CheckResult {
  const excerpt = say('check.notRunBecause', { why })
  const outputHash = hashText(render(excerpt, 'en'))
  return { name: command.name, exitCode: null, timedOut: false, durationMs: 0, outputHash, excerpt }
}
