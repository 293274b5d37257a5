/**
 * What agents and checks see of the machine: its programs and the repository to read, their own tree and private places
 * to write, and no secrets.
 *
 * 1. The homes, temporary and runtime directories of the user are empty: no keys, no sockets of agents or of
 *    containers. What PATH names inside them is mounted again to read: programs and what they link to, without
 *    credentials.
 * 2. Files that only the system's administrator may read are empty, even if Forge is root.
 * 3. Forge's state is empty except for what this child works on and, to read, the objects that its `.git` borrows
 *    (T-29).
 * 4. Nothing outside can be written. Later mounts cover earlier ones, so the order below matters.
 */
import { existsSync, lstatSync } from 'node:fs'
import { delimiter, isAbsolute, sep } from 'node:path'
import type { Mount, SandboxAccess, SandboxRules, SandboxRulesOf } from '#adapters/exec/index.ts'
import { maskedBelow } from './credentials.ts'
import { isIn } from './homes.ts'
import { filesOfProgram, namedPlaces, realOf } from './program-files.ts'
import { showPathFolder } from './path-folders.ts'
import { systemSecrets } from './system.ts'

export interface SandboxSettings {
  /** Homes of the user: from the environment, from the password database, and root's. */
  readonly homes: readonly string[]
  /** Forge's state of all repositories. */
  readonly state: string
  /** The user's checkout and its git directory. */
  readonly repository: readonly string[]
  /** The objects that the `.git` of trees borrows. */
  readonly objects: string
  /** The PATH of children; default: Forge's own. */
  readonly path?: string
  /** Folders of Forge itself, for its own programs that run in the sandbox. */
  readonly programs: readonly string[]
}

/** Where users and programs leave files that are not meant for an agent. */
const shared: readonly string[] = ['/tmp', '/var/tmp', '/run', '/mnt', '/media']

/** Name resolution and the programs of some systems are in the runtime directory. */
const neededOfRun: readonly string[] = [
  '/run/systemd/resolve',
  '/run/resolvconf',
  '/run/current-system',
  '/run/wrappers',
]

export function createSandboxRules(ground: SandboxSettings): SandboxRulesOf {
  const sight = sightOf(ground)
  const { homes, hidden } = sight
  const state = realOf(ground.state)
  const before: readonly Mount[] = [
    ...sight.system,
    ...hidden.map(empty),
    ...neededOfRun.map(readable),
    ...toolMounts(ground, sight),
  ]
  const repository = ground.repository
    .map(realOf)
    .filter((path) => !homes.some((home) => home === path || isIn(home, path)))
  const after: readonly Mount[] = [
    ...repository.map(readable),
    ...repository.flatMap(maskedBelow),
    empty(state),
    readable(realOf(ground.objects)),
  ]
  return (room): SandboxRules => ({
    mounts: [
      ...before,
      ...roomMounts(room, sight),
      ...after,
      ...room.writable.filter(isNoLink).map((path): Mount => ({ mount: 'writable', path: realOf(path) })),
      ...(room.laid ?? []).map(({ from, at }): Mount => ({ mount: 'laid', path: realOf(at), from: realOf(from) })),
      ...(room.masked ?? []).map(masked),
    ],
    network: room.network,
  })
}

/** What is hidden unless it is mounted again. */
interface Sight {
  readonly homes: readonly string[]
  readonly hidden: readonly string[]
  readonly system: readonly Mount[]
  /**
   * Whether a place must and may be mounted again: not if it contains a home or shared temporary files, and not if this
   * user cannot read it (a PATH inherited from root), because bubblewrap refuses to mount it.
   */
  readonly isToShow: (place: string) => boolean
}

function sightOf(ground: SandboxSettings): Sight {
  const homes = [...new Set(ground.homes.map(realOf))].filter((home) => home !== sep && existsSync(home))
  const hidden = [...new Set([...shared.filter((path) => existsSync(path)), ...homes])]
  const spared = [...pathOf(ground), ...ground.programs, ...ground.repository, ground.state, ...hidden]
  const system = systemSecrets(spared)
  const away = [...hidden, ...system.map(({ path }) => path)]
  return {
    homes,
    hidden,
    system,
    isToShow: (place) =>
      away.some((path) => isIn(place, path)) &&
      !hidden.some((path) => path === place || isIn(path, place)) &&
      existsSync(place),
  }
}

function pathOf({ path = process.env['PATH'] ?? '' }: SandboxSettings): readonly string[] {
  return [...new Set(path.split(delimiter).filter((folder) => isAbsolute(folder)))]
}

/** Programs on PATH and Forge's own, without credentials next to them. */
function toolMounts(ground: SandboxSettings, { homes, isToShow }: Sight): readonly Mount[] {
  const folders = pathOf(ground)
    .flatMap((folder) => [folder, realOf(folder)])
    .filter((folder, at, all) => all.indexOf(folder) === at && isToShow(folder))
    .map((folder) => showPathFolder(folder, homes))
  const leads = [...folders.flatMap((folder) => folder.leads), ...filesOfProgram(process.execPath, homes)]
  const places = [...new Set(leads)].filter(isToShow)
  return [
    ...folders.flatMap((folder) => folder.mounts),
    ...places.map(readable),
    ...places.flatMap(maskedBelow),
    ...ground.programs.filter(isToShow).map(readable),
  ]
}

/** What the configuration names for this child: folders unchanged, programs with what they link to. */
function roomMounts(
  { readable: named = [], programs = [] }: SandboxAccess,
  { homes, isToShow }: Sight,
): readonly Mount[] {
  const places = [...new Set(programs.flatMap((program) => namedPlaces(program, homes)))].filter(isToShow)
  return [
    ...places.map(readable),
    ...places.flatMap(maskedBelow),
    ...[...programs, ...named]
      .flatMap((path) => [path, realOf(path)])
      .filter(isToShow)
      .map(readable),
  ]
}

/** A writable path must be the real one; a link there was not made by Forge. */
function isNoLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true
}

function readable(path: string): Mount {
  return { mount: 'readable', path }
}

/** At the real path, since a link cannot be mounted over. */
function masked(path: string): Mount {
  const real = realOf(path)
  return lstatSync(real).isDirectory() ? empty(real) : { mount: 'blank', path: real }
}

function empty(path: string): Mount {
  return { mount: 'empty', path }
}
