/** The mark by which every process that Forge starts, and all that it starts in turn, is found again (I-33). */

/** Inherited through the environment, so it outlives `setsid`, double forks and the death of Forge itself. */
export interface Marker {
  /** Which Forge: two repositories may name a run the same. */
  readonly scope?: string
  readonly key?: string
  readonly tree?: string
}

const variables = { scope: 'FORGE_SCOPE', key: 'FORGE_KEY', tree: 'FORGE_TREE' } as const

export function markerVariables(marker: Marker): Record<string, string> {
  const set: Record<string, string> = {}
  for (const part of ['scope', 'key', 'tree'] as const) {
    const value = marker[part]
    if (value !== undefined) set[variables[part]] = value
  }
  return set
}

/** Does an environment (as `/proc/<pid>/environ` shows it) carry every part of the marker? */
export function carriesMarker(environ: string, marker: Marker): boolean {
  const wanted = Object.entries(markerVariables(marker)).map(([name, value]) => `${name}=${value}`)
  // A marker of nothing would be carried by everything that lives.
  if (wanted.length === 0) throw new Error('a marker needs a scope, a key or a tree')
  const entries = new Set(environ.split('\0'))
  return wanted.every((entry) => entries.has(entry))
}
