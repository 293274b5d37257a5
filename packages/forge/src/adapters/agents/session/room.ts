/**
 * What an agent's program needs of the machine behind walls: its tree and private place to write, what its command line
 * names to read, the logins that its adapter linked in this launch, and the doors of Forge that its settings name. Nothing is
 * read back from its place: an agent could have written it.
 */
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { findProgram, type Network, type Room } from '#adapters/exec/index.ts'
import type { PrivatePlace } from './private-place.ts'
import type { Launch } from './launch.ts'
import type { Surroundings } from './surroundings.ts'

export function roomOf(tree: string, place: PrivatePlace, launch: Launch, servers: Servers = {}): Room {
  return {
    writable: [tree, dirname(place.home), place.kept, ...(launch.linked ?? []).map(({ target }) => target)],
    masked: (launch.masks ?? []).map((path) => join(tree, path)).filter((path) => existsSync(path)),
    readable: [...new Set([...namedBy([launch.file, ...launch.args]), ...namedBy(wordsOf(servers))])],
    network: networkOf(launch),
  }
}

type Servers = NonNullable<Surroundings['mcpServers']>

/** What the configuration names for its servers: their programs, wherever they lie, and paths among their arguments and variables. */
function wordsOf(servers: Servers): readonly string[] {
  return Object.values(servers).flatMap(({ command, args, env }) => [
    findProgram(command, process.env['PATH'] ?? '') ?? command,
    ...args.map((word) => word.replace(/^--?[\w-]+=/, '')),
    ...Object.values(env),
  ])
}

/** A program on the command line comes with the folder that it is in, and with the package that it is a part of. */
function namedBy(words: readonly string[]): readonly string[] {
  const paths = words.filter((word) => word.length < 4096 && isAbsolute(word) && existsSync(word))
  const both = paths.flatMap((path) => [realpathSync(path), path])
  return [...new Set(both.flatMap((path) => [...itself(path), ...packageOf(path), ...environmentOf(path)]))].filter(
    (path) => path !== '/',
  )
}

/** A folder is shown as it is, a file with what lies beside it; nothing that would show a whole home with it. */
function itself(path: string): readonly string[] {
  if (lstatSync(realpathSync(path)).isDirectory()) return holdsMore(path) ? [] : [path]
  return [holdsMore(dirname(path)) ? path : dirname(path)]
}

/** A program of Python's comes with its environment, and that with the Python it was made by. */
function environmentOf(path: string): readonly string[] {
  const root = foldersAbove(path).find((folder) => existsSync(join(folder, 'pyvenv.cfg')))
  if (root === undefined || holdsMore(root)) return []
  const [, home] = /^home\s*=\s*(.+)$/m.exec(readFileSync(join(root, 'pyvenv.cfg'), 'utf8')) ?? []
  const made = home === undefined || !existsSync(home) ? undefined : dirname(realpathSync(home))
  return made === undefined || holdsMore(made) ? [root] : [root, made]
}

/** The nearest package above, and every folder above in which its dependencies may lie. */
function packageOf(path: string): readonly string[] {
  const above = foldersAbove(path)
  const root = above.find((folder) => existsSync(join(folder, 'package.json')))
  if (root === undefined || holdsMore(root)) return []
  return [root, ...above.map((folder) => join(folder, 'node_modules')).filter((folder) => existsSync(folder))]
}

/** A home or the place of temporary files is never shown whole, whatever lies in it. */
function holdsMore(folder: string): boolean {
  return [homedir(), tmpdir(), '/tmp'].some((place) => `${place}/`.startsWith(`${folder}/`))
}

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...foldersAbove(parent)]
}

/** Who is given no door of Forge uses a login of its own, and needs its provider. */
function networkOf({ reaches, env, args }: Launch): Network {
  if (reaches !== undefined) return { ports: reaches }
  const named = [...Object.values(env), ...args].flatMap((text) => portsIn(text))
  return named.length === 0 ? 'shared' : { ports: [...new Set(named)] }
}

function portsIn(text: string): readonly number[] {
  return [...text.matchAll(/\b(?:127\.0\.0\.1|localhost):(\d{1,5})\b/g)].map(([, port]) => Number(port))
}
