/** The mark by which Forge finds every process that it started, with descendants (I-33), and recognises them (I-23). */
import { parseJson } from '#model/parse-json.ts'

/** Inherited through the environment, so it outlives `setsid`, double forks and the death of Forge itself. */
export interface Marker {
  /** Identifies the Forge: two repositories may give a run the same name. */
  readonly scope?: string
  readonly key?: string
  readonly tree?: string
  /** Real paths of the child's own folders: it may use Forge freely on what it makes there. Not used to find it. */
  readonly room?: readonly string[]
}

/** What the mark of an ancestor says: for which attempt it was started, and which folders are its own. */
export interface Mark {
  readonly name: string
  readonly room: readonly string[]
}

const variables = { scope: 'FORGE_SCOPE', key: 'FORGE_KEY', tree: 'FORGE_TREE' } as const
const roomVariable = 'FORGE_ROOM'
const recognised = [variables.key, variables.tree, variables.scope, 'FORGE_RUN_ID']

export function markerVariables({ room, ...marker }: Marker): Record<string, string> {
  return { ...identifying(marker), ...(room === undefined ? {} : { [roomVariable]: JSON.stringify(room) }) }
}

function identifying(marker: Marker): Record<string, string> {
  const set: Record<string, string> = {}
  for (const part of ['scope', 'key', 'tree'] as const) {
    const value = marker[part]
    if (value !== undefined) set[variables[part]] = value
  }
  return set
}

/** Whether an environment (as `/proc/<pid>/environ` shows it) carries every part of the marker. */
export function carriesMarker(environ: string, marker: Marker): boolean {
  const wanted = Object.entries(identifying(marker)).map(([name, value]) => `${name}=${value}`)
  // Every live process would carry an empty marker.
  if (wanted.length === 0) throw new Error('a marker needs a scope, a key or a tree')
  const entries = new Set(environ.split('\0'))
  return wanted.every((entry) => entries.has(entry))
}

export function markOf({ key, tree, scope, room = [] }: Marker): Mark {
  return { name: key ?? tree ?? scope ?? 'of Forge', room }
}

/** The mark in an environment; undefined when it has none of Forge. */
export function markIn(env: Readonly<Record<string, string | undefined>>): Mark | undefined {
  const name = recognised.map((variable) => env[variable]).find((value) => value !== undefined)
  return name === undefined ? undefined : { name, room: roomIn(env[roomVariable]) }
}

/** An unreadable list counts as empty: then no folder is the child's own. */
function roomIn(text: string | undefined): readonly string[] {
  const room = parseJson(text ?? '[]')
  return Array.isArray(room) ? room.filter((path) => typeof path === 'string') : []
}

/** `/proc/<pid>/environ` as an environment. */
export function parseEnviron(environ: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    environ.split('\0').flatMap((entry) => {
      const at = entry.indexOf('=')
      return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1)] as const] : []
    }),
  )
}
