/** The environment of a child: an allowlist, never the parent's own (D9, T-1). */

const inherited: readonly string[] = ['PATH', 'LANG', 'LC_ALL', 'TZ']

export interface EnvironmentRequest {
  /** Private directories; the user's own home holds credentials. */
  readonly home: string
  readonly tmp: string
  /** Names of further variables that the configuration declares for this child. */
  readonly pass?: readonly string[]
  readonly set?: Readonly<Record<string, string>>
}

export type Environment = Readonly<Record<string, string>>

export function environmentOf(
  request: EnvironmentRequest,
  parent: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const environment: Record<string, string> = {}
  for (const name of [...inherited, ...(request.pass ?? [])]) {
    const value = parent[name]
    // Markers say which Forge started a process: passing those of an outer Forge would mix up the two.
    if (value !== undefined && !name.startsWith('FORGE_')) environment[name] = value
  }
  return { ...environment, ...request.set, TERM: 'dumb', HOME: request.home, TMPDIR: request.tmp }
}
