/**
 * What an agent's program needs of the machine behind walls: its tree and private place to write, what the configuration names to
 * read, the logins that its adapter linked and the doors that it opened in this launch. Nothing is read back from its place, which
 * an agent could have written, and nothing from texts: a project may say what it likes.
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { findProgram, type SandboxAccess } from '#adapters/exec/index.ts'
import type { PrivatePlace } from './private-place.ts'
import type { Launch } from './launch.ts'
import type { AdapterParts } from './adapter-parts.ts'

export function sandboxAccessOf(
  tree: string,
  place: PrivatePlace,
  launch: Launch,
  servers: Servers = {},
): SandboxAccess {
  return {
    writable: [tree, dirname(place.home), place.kept, ...loginsOf(launch)],
    masked: (launch.masks ?? []).map((path) => join(tree, path)).filter((path) => existsSync(path)),
    ...namedBy([launch.file, ...(launch.configured ?? []), ...wordsOf(servers)]),
    network: launch.reaches === 'internet' ? 'shared' : { ports: launch.reaches },
  }
}

function loginsOf({ linked = [], lent }: Launch): readonly string[] {
  return [...linked.map(({ target }) => target), ...(lent === undefined ? [] : [lent.folder])]
}

type Servers = NonNullable<AdapterParts['mcpServers']>

/** What the configuration names for its servers: their programs, wherever they lie, and paths among their arguments and variables. */
function wordsOf(servers: Servers): readonly string[] {
  return Object.values(servers).flatMap(({ command, args, env }) => [
    findProgram(command, process.env['PATH'] ?? '') ?? command,
    ...args.map((word) => word.replace(/^--?[\w-]+=/, '')),
    ...Object.values(env),
  ])
}

/** Folders are shown as they are, files as programs; nothing that would show a whole home with it is either. */
function namedBy(words: readonly string[]): Pick<SandboxAccess, 'readable' | 'programs'> {
  const paths = [...new Set(words)].filter((word) => word.length < 4096 && isAbsolute(word) && existsSync(word))
  const isFolder = (path: string): boolean => statSync(path).isDirectory()
  return { readable: paths.filter(isFolder), programs: paths.filter((path) => !isFolder(path)) }
}
