/**
 * What agents and checks see of the machine: its programs and the repository to read, their own tree and private places to
 * write, and nothing of anybody's secrets.
 *
 * 1. The homes, temporary and runtime directories of the user are empty: no keys, no sockets of agents or of containers.
 *    What PATH names inside of them is put back to read: programs and what they lead to, without credentials.
 * 2. What only the administrator of the system may read reads as nothing, also where Forge is root.
 * 3. Forge's state is empty but for what this child works on and the objects that its `.git` borrows, to read (T-29).
 * 4. Nothing outside can be written. Later mounts lie over earlier ones, so the order below is what holds.
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
  /** Homes of the user: that of the environment, that of the password database, that of root. */
  readonly homes: readonly string[]
  /** Where Forge keeps what it knows, of all repositories. */
  readonly state: string
  /** The user's checkout and its git directory. */
  readonly repository: readonly string[]
  /** Objects that the `.git` of trees borrows. */
  readonly objects: string
  /** The PATH of children; default: that of Forge. */
  readonly path?: string
  /** Folders of Forge itself, for programs of its own that it starts behind walls. */
  readonly programs: readonly string[]
}

/** Where people and programs leave what is not meant for an agent. */
const shared: readonly string[] = ['/tmp', '/var/tmp', '/run', '/mnt', '/media']

/** Name resolution and the programs of some systems live in the runtime directory. */
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

/** What is not seen unless it is put back. */
interface Sight {
  readonly homes: readonly string[]
  readonly hidden: readonly string[]
  readonly system: readonly Mount[]
  /**
   * Whether a place must be put back, and may be: not with a home or everybody's temporary files in it, and not where this
   * user cannot look (a PATH inherited from root), which bubblewrap refuses to mount.
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

/** Programs that PATH finds and Forge's own, without the credentials that lie among them. */
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

/** What the configuration names for this child: folders as they are, programs with what they lead to. */
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

/** What is to be written is named where it really is; a link in its place is somebody else's idea. */
function isNoLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true
}

function readable(path: string): Mount {
  return { mount: 'readable', path }
}

/** Where the path leads, since a link cannot be mounted upon. */
function masked(path: string): Mount {
  const real = realOf(path)
  return lstatSync(real).isDirectory() ? empty(real) : { mount: 'blank', path: real }
}

function empty(path: string): Mount {
  return { mount: 'empty', path }
}
