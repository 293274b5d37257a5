/**
 * Which sandbox agents and checks get: chosen once when a world is opened, reported when the machine could do better,
 * and recorded with every attempt.
 */
import { homedir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isThere } from '#adapters/files/plain.ts'
import {
  enclosure,
  type Enclosure,
  type Network,
  type SandboxAccess,
  type SandboxRulesOf,
} from '#adapters/exec/index.ts'
import { holdsItself } from '#adapters/agents/session/index.ts'
import { createSandboxRules } from '#adapters/sandbox/index.ts'
import type { Agents } from '#engine/ports.ts'
import { say, truncated, type Said } from '#messages/said.ts'
import type { Report } from '#model/attempt.ts'
import { failed, success, type Result } from '#model/result.ts'
import { findKind, splitAgent } from './agents/kinds.ts'
import type { Repository } from '#forge/place/places.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'

export interface SandboxSettings {
  readonly mode: 'auto' | 'require' | 'off'
  readonly network: 'open' | { readonly ports: readonly number[] }
  /** The agents, as the configuration calls them: some bring their own sandbox. */
  readonly agents?: readonly string[]
  /** Those of them that use their own login: they need the internet. */
  readonly ownLogin?: readonly string[]
}

export type SandboxReport = Extract<Report, { kind: 'sandbox' }>

export interface Sandbox {
  /** How checks are held, and agents without Forge's sandbox; inside it each attempt records what was built for it. */
  readonly record: SandboxReport
  /** Agents whose own program sandboxes them instead, where it can. */
  readonly ownSandbox: 'used' | 'unused'
  /** Whether agents with their own login get the internet inside the sandbox. */
  readonly internet: 'allowed' | 'refused'
  /** Absent: there is no sandbox. */
  readonly wallsOf?: SandboxRulesOf
  /** The warning that the user must see. */
  readonly warning?: Said
}

/** What holds where, without building anything: the doctor reports the same. */
export function sandboxFor(settings: SandboxSettings, held: Enclosure): Result<Sandbox, Refusal> {
  const { mode, agents = [] } = settings
  if (mode !== 'off' && held.by === 'bubblewrap') return walledFor(settings)
  const why = held.by === 'bubblewrap' ? say('sandbox.switchedOff') : held.why
  if (mode === 'require') {
    const hint = say('sandbox.installOrSetAuto')
    return failed(usageRefusal('no-sandbox', say('sandbox.requiredButNone', { why }), hint))
  }
  const record: Sandbox['record'] = {
    kind: 'sandbox',
    held: held.by === 'bubblewrap' ? 'processes' : 'marker',
    network: 'open',
    why: truncated(why, 1000),
  }
  if (mode === 'off') return success({ record, ownSandbox: 'unused', internet: 'allowed' })
  const own = [...new Set(agents.filter(isHeldByItself))]
  const who =
    own.length === 0 ? say('sandbox.agentsAndChecks') : say('sandbox.agentsOwnAndOthers', { agents: own.join(', ') })
  const warning = say('sandbox.noneAccessUnlimited', { why, who })
  return success({ record, ownSandbox: 'used', internet: 'allowed', warning })
}

/**
 * A user who demands a sandbox and a closed network gets both or a refusal: it names the agent that needs the internet.
 */
function walledFor({ mode, network, ownLogin = [] }: SandboxSettings): Result<Sandbox, Refusal> {
  const isStrict = mode === 'require' && network !== 'open'
  if (isStrict && ownLogin.length > 0) {
    const who = ownLogin.join(', ')
    const hint = say('sandbox.giveKeyOrChangeAgent')
    return failed(usageRefusal('open-network', say('sandbox.closedForOwnLogins', { agents: who }), hint))
  }
  const ports = network === 'open' || network.ports.length === 0 ? {} : { ports: [...network.ports] }
  return success({
    record: { kind: 'sandbox', held: 'sandbox', network: network === 'open' ? 'open' : 'closed', ...ports },
    ownSandbox: 'unused',
    internet: isStrict ? 'refused' : 'allowed',
  })
}

function isHeldByItself(agent: string): boolean {
  const kind = findKind(splitAgent(agent)[0])
  return kind !== undefined && holdsItself(kind.capabilities, process.platform)
}

/** How the attempts of one agent are sandboxed. */
export function recordFor({ record, ownSandbox }: Omit<Sandbox, 'wallsOf'>, agent: string): SandboxReport {
  return ownSandbox === 'used' && isHeldByItself(agent) ? { ...record, held: 'agent', network: 'closed' } : record
}

export async function openSandbox(
  settings: SandboxSettings,
  {
    repository,
    state,
    objects,
  }: { repository: Pick<Repository, 'root' | 'gitDirectory'>; state: string; objects: string },
): Promise<Result<Sandbox, Refusal>> {
  const sandbox = sandboxFor(settings, await enclosure())
  if (!sandbox.ok || sandbox.value.record.held !== 'sandbox') return sandbox
  const build = createSandboxRules({
    homes: homesOfUser(),
    state,
    repository: [repository.root, repository.gitDirectory],
    objects,
    programs: ownPlaces(),
  })
  const wallsOf = (room: SandboxAccess) => build({ ...room, network: networkOf(settings.network, room.network) })
  return success({ ...sandbox.value, wallsOf })
}

/** The home that the environment names, which `sudo` and CI set as they like, that of the password database, and that of root. */
function homesOfUser(): readonly string[] {
  try {
    return [homedir(), userInfo().homedir, '/root']
  } catch {
    // A user without an entry in the password database has no home there.
    return [homedir(), '/root']
  }
}

/** What an attempt asks for, and what the user allows besides. */
function networkOf(allowed: SandboxSettings['network'], asked: Network): Network {
  if (allowed === 'open' || asked === 'shared') return 'shared'
  return { ports: [...new Set([...asked.ports, ...allowed.ports])] }
}

/** The package of Forge itself, and the folders in which it finds its dependencies. */
function ownPlaces(): readonly string[] {
  const here = dirname(fileURLToPath(import.meta.url))
  const folders = [here, ...foldersAbove(here)]
  // The whole package: its package.json names its own imports.
  const whole = folders.find((folder) => isThere(join(folder, 'package.json'))) ?? here
  return [whole, ...folders.map((folder) => join(folder, 'node_modules'))]
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [] : [above, ...foldersAbove(above)]
}

/** Every attempt records how it was held; an agent with its own sandbox reports that itself. */
export function recordedAgents(agents: Agents, sandbox: Sandbox, agent: string): Agents {
  return {
    start(task, reports) {
      if (sandbox.wallsOf === undefined) reports(recordFor(sandbox, task.task.route?.agent ?? agent))
      return agents.start(task, reports)
    },
  }
}
