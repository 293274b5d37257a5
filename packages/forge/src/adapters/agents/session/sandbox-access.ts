/**
 * What an agent's program needs of the machine in the sandbox: its tree and private place to write, what the
 * configuration names to read, the logins that its adapter linked and the endpoints that it opened in this launch.
 * Nothing is derived from files in its place, which an agent could have written, or from texts of a project.
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

/** What the configuration names for its servers: their programs, and paths among their arguments and variables. */
function wordsOf(servers: Servers): readonly string[] {
  return Object.values(servers).flatMap(({ command, args, env }) => [
    findProgram(command, process.env['PATH'] ?? '') ?? command,
    ...args.map((word) => word.replace(/^--?[\w-]+=/, '')),
    ...Object.values(env),
  ])
}

/** Folders are mounted as they are, files as programs; never anything that would expose a whole home. */
function namedBy(words: readonly string[]): Pick<SandboxAccess, 'readable' | 'programs'> {
  const paths = [...new Set(words)].filter((word) => word.length < 4096 && isAbsolute(word) && existsSync(word))
  const isFolder = (path: string): boolean => statSync(path).isDirectory()
  return { readable: paths.filter(isFolder), programs: paths.filter((path) => !isFolder(path)) }
}
