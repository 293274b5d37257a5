/**
 * The doctor's examinations. Each says what it saw; what could not be examined is `unknown`, never `ok` (U-24). Nothing
 * here changes anything, except `makePrivate`, which is safe at any time.
 */
import { delimiter, join } from 'node:path'
import { environmentOf, run, type Enclosure } from '#adapters/exec/index.ts'
import { factsOf, isOpenFolder, isThere, listNames, resolved, setMode } from '#adapters/files/plain.ts'
import type { Log } from '#engine/ports.ts'
import { raw, say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event } from '#model/event.ts'
import type { Environment, Places } from '#forge/place/places.ts'
import { listRuns } from '#forge/look/run-list.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import { recordFor, sandboxFor, type SandboxReport, type SandboxSettings } from '#forge/world/sandbox.ts'

export interface Examined {
  readonly name: Said
  readonly state: 'ok' | 'warning' | 'problem' | 'unknown'
  readonly detail: Said
  /** What the user can do about it. */
  readonly remedy?: Said
}

export function examineNode(version: string): Examined {
  const [major = 0, minor = 0] = numbersIn(version)
  const isFine = (major === 22 && minor >= 23) || (major === 24 && minor >= 15) || major > 24
  const name = raw('node')
  const detail = raw(`Node ${version}`)
  return isFine ? { name, state: 'ok', detail } : { name, state: 'problem', detail, remedy: say('doctor.installNode') }
}

export function examineSqlite(version: string): Examined {
  const name = raw('sqlite')
  const detail = raw(`SQLite ${version}`)
  return isAtLeast(version, [3, 51, 3])
    ? { name, state: 'ok', detail }
    : { name, state: 'problem', detail, remedy: say('doctor.sqliteDamagesJournal') }
}

export async function examineGit(env: Environment): Promise<Examined> {
  const name = raw('git')
  const place = { home: '/nonexistent', tmp: '/tmp' }
  const ended = await run({
    file: 'git',
    args: ['--version'],
    cwd: '/',
    env: environmentOf(place, env),
    wallMs: 10_000,
  })
  const text = ended.stdout.tail.toString('utf8').trim()
  const remedy = say('doctor.installGit')
  if (ended.unavailable !== undefined) return { name, state: 'problem', detail: say('doctor.gitNotOnPath'), remedy }
  const [, version] = /^git version (\d+\.\d+(\.\d+)?)/.exec(text) ?? []
  if (version === undefined)
    return { name, state: 'unknown', detail: say('doctor.gitVersionSaid', { text: text.slice(0, 100) }) }
  const detail = raw(`git ${version}`)
  return isAtLeast(version, [2, 38]) ? { name, state: 'ok', detail } : { name, state: 'problem', detail, remedy }
}

/** The sandbox between agents and the user's machine. */
export function examineSandbox(settings: SandboxSettings, held: Enclosure): Examined {
  const name = raw('sandbox')
  const sandbox = sandboxFor(settings, held)
  if (!sandbox.ok) {
    const { message, hint } = sandbox.failure
    return { name, state: 'problem', detail: message, ...defined({ remedy: hint }) }
  }
  const { record, warning } = sandbox.value
  if (record.held === 'sandbox') return walledAs(record, settings)
  const sweeping = record.held === 'processes' ? say('sandbox.processesInNamespace') : say('sandbox.processesByMarker')
  const own = (settings.agents ?? []).filter((agent) => recordFor(sandbox.value, agent).held === 'agent')
  const none = { why: record.why ?? '', sweeping }
  const detail =
    own.length === 0
      ? say('sandbox.noneBecause', none)
      : say('sandbox.onlyAgentsOwn', { ...none, agents: own.join(', ') })
  return warning === undefined
    ? { name, state: 'warning', detail, remedy: say('sandbox.setAuto') }
    : { name, state: 'warning', detail, remedy: say('sandbox.installBubblewrap') }
}

function walledAs({ network, ports = [] }: SandboxReport, { ownLogin = [] }: SandboxSettings): Examined {
  const detail =
    ports.length === 0
      ? say('sandbox.bubblewrap', { network })
      : say('sandbox.bubblewrapWithPorts', { network, ports: ports.join(', ') })
  const name = raw('sandbox')
  if (network === 'open' || ownLogin.length === 0) return { name, state: 'ok', detail }
  return {
    name,
    state: 'warning',
    detail: say('sandbox.openForOwnLogin', { what: detail, agents: ownLogin.join(', ') }),
    remedy: say('sandbox.giveKeyOrOpenNetwork'),
  }
}

/** Readable and writable by the owner only: the journal holds agents' answers and humans' decisions. */
export function examineState({ state }: Places): Examined {
  const name = say('doctor.stateDirectory')
  const found = factsOf(state)
  if (found === undefined) return { name, state: 'ok', detail: say('doctor.firstRunMakesPath', { path: state }) }
  if (found.kind !== 'folder') return { name, state: 'problem', detail: say('path.notDirectory', { path: state }) }
  if (!isOpenFolder(state)) {
    const detail = say('path.notWritable', { path: state })
    return { name, state: 'problem', detail, remedy: raw(`chmod u+rwx ${state}`) }
  }
  const others = found.mode & 0o077
  if (others === 0) return { name, state: 'ok', detail: say('path.private', { path: state }) }
  const detail = say('path.readableByOthers', { path: state, mode: (found.mode & 0o777).toString(8) })
  return { name, state: 'problem', detail, remedy: raw('forge doctor --fix') }
}

export function makePrivate({ state }: Places): void {
  if (factsOf(state)?.kind === 'folder') setMode(state, 0o700)
}

/** Checks every entry of every run against the hash of the one before. */
export async function examineJournal(log: Log<Event>): Promise<Examined> {
  const name = say('doctor.journal')
  const runs = await listRuns(log)
  if (!runs.ok) return { name, state: 'problem', detail: runs.failure.message }
  let entries = 0
  for (const { run: id } of runs.value) {
    const read = await log.read(id, 0)
    if (!read.ok)
      return {
        name,
        state: 'problem',
        detail: say('run.because', { run: id, why: journalRefusal(read.failure).message }),
        remedy: say('journal.restoreFromBackup'),
      }
    entries += read.value.length
  }
  return { name, state: 'ok', detail: say('journal.chainUnbroken', { count: runs.value.length, entries }) }
}

/** Other products have a command of this name; the first on PATH wins. */
export function examinePath(env: Environment, program: string): Examined {
  const name = say('doctor.forgeOnPath')
  const own = resolved(program)
  const found = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'forge'))
    .filter((path, index, all) => isThere(path) && all.indexOf(path) === index)
  const others = found.filter(
    (path) => resolved(path) !== own && !/forgeloop[/\\]bin[/\\]forge\.js$/.test(resolved(path)),
  )
  if (found.length === 0) return { name, state: 'ok', detail: say('doctor.noForgeOnPath') }
  if (others.length === 0) return { name, state: 'ok', detail: raw(found.join(', ')) }
  const remedy = say('doctor.callForgeloop')
  return { name, state: 'warning', detail: say('doctor.otherProgramOfName', { paths: others.join(', ') }), remedy }
}

const ours: ReadonlySet<string> = new Set(
  (
    'config.yaml config.local.yaml .gitignore state logs presets gates roles.yaml personas workflows skills fragments blocks ' +
    'project.md architecture.md rehearsal.yaml rehearsal.yml rehearsal.json'
  ).split(' '),
)

export function examineFolder(root: string): Examined {
  const name = say('doctor.forgeFolder')
  const folder = join(root, '.forge')
  if (!isThere(folder)) return { name, state: 'warning', detail: say('doctor.noneYet'), remedy: raw('forge init') }
  try {
    const foreign = listNames(folder).filter((entry) => !ours.has(entry))
    if (foreign.length === 0) return { name, state: 'ok', detail: raw(folder) }
    const detail = say('doctor.filesNotOfForge', { names: foreign.slice(0, 8).join(', ') })
    return {
      name,
      state: 'warning',
      detail,
      remedy: say('doctor.foreignFilesLeftAlone'),
    }
  } catch (error) {
    return { name, state: 'unknown', detail: say('doctor.folderCannotBeListed', { folder, error: String(error) }) }
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
