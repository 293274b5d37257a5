/**
 * What the doctor looks at. Each examination says what it saw; what could not be looked at is `unknown`, never `ok` (U-24).
 * Nothing here changes anything, except `makePrivate`, which is safe at any time.
 */
import { accessSync, chmodSync, constants, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environmentOf, run, type Enclosure } from '#adapters/exec/index.ts'
import type { Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import type { Environment, Places } from './places.ts'
import { listRuns, logRefusal } from './rows.ts'
import { recordFor, sandboxFor, type Held, type SandboxSettings } from './sandboxing.ts'

export interface Examined {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'problem' | 'unknown'
  readonly detail: string
  /** What a person can do about it. */
  readonly remedy?: string
}

export function examineNode(version: string): Examined {
  const [major = 0, minor = 0] = numbersIn(version)
  const isFine = (major === 22 && minor >= 23) || (major === 24 && minor >= 15) || major > 24
  const detail = `Node ${version}`
  return isFine
    ? { name: 'node', state: 'ok', detail }
    : { name: 'node', state: 'problem', detail, remedy: 'install Node 24.15 or newer' }
}

export function examineSqlite(version: string): Examined {
  const detail = `SQLite ${version}`
  return isAtLeast(version, [3, 51, 3])
    ? { name: 'sqlite', state: 'ok', detail }
    : {
        name: 'sqlite',
        state: 'problem',
        detail,
        remedy: 'before 3.51.3 a journal can be damaged: install Node 24.15 or newer',
      }
}

export async function examineGit(env: Environment): Promise<Examined> {
  const place = { home: '/nonexistent', tmp: '/tmp' }
  const ended = await run({
    file: 'git',
    args: ['--version'],
    cwd: '/',
    env: environmentOf(place, env),
    wallMs: 10_000,
  })
  const text = ended.stdout.tail.toString('utf8').trim()
  const remedy = 'install git 2.38 or newer'
  if (ended.unavailable !== undefined) return { name: 'git', state: 'problem', detail: 'git is not on PATH', remedy }
  const [, version] = /^git version (\d+\.\d+(\.\d+)?)/.exec(text) ?? []
  if (version === undefined)
    return { name: 'git', state: 'unknown', detail: `git --version said: ${text.slice(0, 100)}` }
  return isAtLeast(version, [2, 38])
    ? { name: 'git', state: 'ok', detail: `git ${version}` }
    : { name: 'git', state: 'problem', detail: `git ${version}`, remedy }
}

/** What stands between agents and the user's machine. */
export function examineSandbox(settings: SandboxSettings, held: Enclosure): Examined {
  const name = 'sandbox'
  const sandbox = sandboxFor(settings, held)
  if (!sandbox.ok) {
    const { message, hint } = sandbox.failure
    return { name, state: 'problem', detail: message, ...(hint === undefined ? {} : { remedy: hint }) }
  }
  const { record, warning } = sandbox.value
  if (record.held === 'sandbox') return walledAs(record, settings)
  const sweeping =
    record.held === 'processes' ? 'their processes are in a namespace' : 'their processes are found by a marker'
  const own = (settings.agents ?? []).filter((agent) => recordFor(sandbox.value, agent).held === 'agent')
  const detail = `none: ${record.why ?? ''}; ${sweeping}${own.length === 0 ? '' : `; held by its own program: ${own.join(', ')}`}`
  return warning === undefined
    ? { name, state: 'warning', detail, remedy: 'set sandbox: auto' }
    : { name, state: 'warning', detail, remedy: 'install bubblewrap (apt install bubblewrap, dnf install bubblewrap)' }
}

function walledAs({ network, ports = [] }: Held, { ownLogin = [] }: SandboxSettings): Examined {
  const detail =
    ports.length === 0
      ? `bubblewrap: agents and checks write only their tree; network ${network}`
      : `bubblewrap: agents and checks write only their tree; network ${network} but for ports ${ports.join(', ')} of this machine`
  if (network === 'open' || ownLogin.length === 0) return { name: 'sandbox', state: 'ok', detail }
  return {
    name: 'sandbox',
    state: 'warning',
    detail: `${detail}; open for ${ownLogin.join(', ')}, which uses a login of its own`,
    remedy: 'give Forge the key of its provider (forge accounts add), or set network: open',
  }
}

/** Ours alone to read and write: the journal holds what agents said and what people decided. */
export function examineState({ state }: Places): Examined {
  const name = 'state directory'
  const found = statSync(state, { throwIfNoEntry: false })
  if (found === undefined) return { name, state: 'ok', detail: `${state} will be made by the first run` }
  if (!found.isDirectory()) return { name, state: 'problem', detail: `${state} is not a directory` }
  try {
    accessSync(state, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return { name, state: 'problem', detail: `${state} is not writable`, remedy: `chmod u+rwx ${state}` }
  }
  const others = found.mode & 0o077
  if (others === 0) return { name, state: 'ok', detail: `${state}, private` }
  const detail = `${state} can be read by others (mode ${(found.mode & 0o777).toString(8)})`
  return { name, state: 'problem', detail, remedy: 'forge doctor --fix' }
}

export function makePrivate({ state }: Places): void {
  if (statSync(state, { throwIfNoEntry: false })?.isDirectory() === true) chmodSync(state, 0o700)
}

/** Every entry of every run, each against the hash of the one before. */
export async function examineJournal(log: Log<Event>): Promise<Examined> {
  const name = 'journal'
  const runs = await listRuns(log)
  if (!runs.ok) return { name, state: 'problem', detail: runs.failure.message }
  let entries = 0
  for (const { run: id } of runs.value) {
    const read = await log.read(id, 0)
    if (!read.ok)
      return {
        name,
        state: 'problem',
        detail: `run ${id}: ${logRefusal(read.failure).message}`,
        remedy: 'restore the journal from a backup',
      }
    entries += read.value.length
  }
  return { name, state: 'ok', detail: `${runs.value.length} runs, ${entries} entries, chain unbroken` }
}

/** Other products have a command of this name; the first on PATH wins. */
export function examinePath(env: Environment, program: string): Examined {
  const name = 'forge on PATH'
  const own = resolved(program)
  const found = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'forge'))
    .filter((path, index, all) => existsSync(path) && all.indexOf(path) === index)
  const others = found.filter(
    (path) => resolved(path) !== own && !/forgeloop[/\\]bin[/\\]forge\.js$/.test(resolved(path)),
  )
  if (found.length === 0) return { name, state: 'ok', detail: 'no command of that name is on PATH' }
  if (others.length === 0) return { name, state: 'ok', detail: found.join(', ') }
  const remedy = 'call Forge as forgeloop, or put its directory first on PATH'
  return { name, state: 'warning', detail: `another program of that name: ${others.join(', ')}`, remedy }
}

function resolved(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const ours: ReadonlySet<string> = new Set(
  (
    'config.yaml config.local.yaml .gitignore state logs presets gates roles.yaml personas workflows skills fragments blocks ' +
    'project.md architecture.md rehearsal.yaml rehearsal.yml rehearsal.json'
  ).split(' '),
)

export function examineFolder(root: string): Examined {
  const name = '.forge folder'
  const folder = join(root, '.forge')
  if (!existsSync(folder)) return { name, state: 'warning', detail: 'there is none yet', remedy: 'forge init' }
  try {
    const foreign = readdirSync(folder).filter((entry) => !ours.has(entry))
    if (foreign.length === 0) return { name, state: 'ok', detail: folder }
    const detail = `not made by this Forge: ${foreign.slice(0, 8).join(', ')}`
    return {
      name,
      state: 'warning',
      detail,
      remedy: 'another product may use the same folder; Forge leaves those files alone',
    }
  } catch (error) {
    return { name, state: 'unknown', detail: `${folder} cannot be listed: ${String(error)}` }
  }
}

function isAtLeast(version: string, wanted: readonly number[]): boolean {
  const parts = numbersIn(version)
  for (const [index, least] of wanted.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}

function numbersIn(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0)
}
