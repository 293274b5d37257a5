/**
 * Which sandbox agents and checks get: chosen once when a world is opened, said aloud when it is less than there could be,
 * and recorded with every attempt.
 */
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { enclosure, type Enclosure, type Network, type Room, type WallsOf } from '#adapters/exec/index.ts'
import { createWalls } from '#adapters/sandbox/index.ts'
import type { Agents } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Places, Repository } from './places.ts'
import { usageRefusal, type Refusal } from './refusal.ts'

export interface SandboxSettings {
  readonly mode: 'auto' | 'require' | 'off'
  readonly network: 'open' | { readonly ports: readonly number[] }
}

export interface Sandbox {
  /** What is recorded with every attempt, and is part of what a check depends on. */
  readonly record: Extract<Report, { kind: 'sandbox' }>
  /** Absent: there is none. */
  readonly wallsOf?: WallsOf
  /** What a person must be told. */
  readonly warning?: string
}

/** What holds where, without building anything: also what the doctor says. */
export function sandboxFor({ mode, network }: SandboxSettings, held: Enclosure): Result<Sandbox, Refusal> {
  if (mode !== 'off' && held.by === 'bubblewrap')
    return success({ record: { kind: 'sandbox', held: 'sandbox', network: network === 'open' ? 'open' : 'closed' } })
  const why = held.by === 'bubblewrap' ? 'switched off by sandbox: off' : held.why
  if (mode === 'require') {
    const hint = 'install bubblewrap, or set sandbox: auto to run without'
    return failed(usageRefusal('no-sandbox', `sandbox: require, and there is none: ${why}`, hint))
  }
  const record: Sandbox['record'] = {
    kind: 'sandbox',
    held: held.by === 'bubblewrap' ? 'processes' : 'marker',
    network: 'open',
    why: why.slice(0, 1000),
  }
  const warning = `NO SANDBOX: ${why}. Agents and checks can read and write whatever you can.`
  return success(mode === 'off' ? { record } : { record, warning })
}

export async function openSandbox(
  settings: SandboxSettings,
  { repository, places, objects }: { repository: Repository; places: Places; objects: string },
): Promise<Result<Sandbox, Refusal>> {
  const sandbox = sandboxFor(settings, await enclosure())
  if (!sandbox.ok || sandbox.value.record.held !== 'sandbox') return sandbox
  const build = createWalls({
    home: homedir(),
    state: dirname(places.state),
    repository: [repository.root, repository.gitDirectory],
    objects,
    programs: [dirname(process.execPath), ...ownPlaces()],
  })
  const wallsOf = (room: Room) => build({ ...room, network: networkOf(settings.network, room.network) })
  return success({ ...sandbox.value, wallsOf })
}

/** What a room asks for, and what the operator allows besides. */
function networkOf(allowed: SandboxSettings['network'], asked: Network): Network {
  if (allowed === 'open' || asked === 'shared') return 'shared'
  return { ports: [...new Set([...asked.ports, ...allowed.ports])] }
}

/** The package of Forge itself, and where its dependencies are found from there. */
function ownPlaces(): readonly string[] {
  const here = dirname(fileURLToPath(import.meta.url))
  const above = (folder: string): readonly string[] =>
    folder === dirname(folder) ? [] : [join(folder, 'node_modules'), ...above(dirname(folder))]
  return [here, dirname(here), ...above(here)]
}

/** Every attempt says on record how it was held. */
export function recordedAgents(agents: Agents, { record }: Sandbox): Agents {
  return {
    start(task, reports) {
      reports(record)
      return agents.start(task, reports)
    },
  }
}
