/**
 * What agents and checks see of the machine: its programs and the repository to read, their own tree and private places to
 * write, and nothing of anybody's secrets.
 *
 * 1. The home, temporary and runtime directories of the user are empty: no keys, no sockets of agents or of containers.
 *    What PATH names inside the home is put back, to read.
 * 2. Forge's state is empty but for what this child works on and the objects that its `.git` borrows, to read (T-29).
 * 3. Nothing outside can be written. Later mounts lie over earlier ones, so the order below is what holds.
 */
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import type { Mount, Walls, WallsOf } from '#adapters/exec/index.ts'
import { credentialsIn, toolPlaces } from './home.ts'

export interface Ground {
  /** The user's own home. */
  readonly home: string
  /** Where Forge keeps what it knows, of all repositories. */
  readonly state: string
  /** The user's checkout and its git directory. */
  readonly repository: readonly string[]
  /** Objects that the `.git` of trees borrows. */
  readonly objects: string
  /** The PATH of children; default: that of Forge. */
  readonly path?: string
  /** Forge itself, for programs of its own that it starts behind walls. */
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

export function createWalls(ground: Ground): WallsOf {
  const home = realOf(ground.home)
  const hidden = [...shared, home].filter((path) => path !== sep && existsSync(path))
  const path = ground.path ?? process.env['PATH'] ?? ''
  const tools = [...path.split(delimiter), ...ground.programs].filter((path) => isAbsolute(path))
  const before: readonly Mount[] = [
    ...hidden.map((path) => empty(path)),
    ...[...neededOfRun, ...toolPlaces(tools, home), ...tools.filter((path) => isIn(path, hidden))].map((path) =>
      readable(path),
    ),
    ...credentialsIn(home).flatMap(({ path, kind }): Mount[] =>
      existsSync(path) ? [kind === 'file' ? { mount: 'blank', path } : empty(path)] : [],
    ),
    // Who keeps their whole home in git does not show it for that.
    ...ground.repository.map(realOf).flatMap((path) => (isIn(home, [path]) || path === home ? [] : [readable(path)])),
    empty(realOf(ground.state)),
    readable(realOf(ground.objects)),
  ]
  return (room): Walls => ({
    mounts: [
      ...before,
      ...(room.readable ?? []).map((path) => readable(path)),
      ...room.writable.filter(isNoLink).map((path): Mount => ({ mount: 'writable', path: realOf(path) })),
      ...(room.masked ?? []).map((path) => masked(path)),
    ],
    network: room.network,
  })
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

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(join(folder, sep)))
}

/** A link to what is hidden would be hidden with it. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
