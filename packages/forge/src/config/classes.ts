/**
 * What each key of the configuration can do to a user who runs Forge in a repository of another author. One row per
 * key; a test refuses a key without one.
 *
 * - `safety`: a protection, such as sandbox, network or limits. The repository's value counts only where it is
 *   stricter than the user's own.
 * - `trusted`: starts programs, names what they are given, or which account pays. Shown and approved before it is used.
 * - `own`: counts only in the user's own configuration, in the environment or as a flag.
 * - `harmless`: neither.
 */
export type KeyClass = 'safety' | 'trusted' | 'own' | 'harmless'

/** By key, or by a prefix of keys (`budget` stands for `budget.attempts`). */
export const keyClasses: Readonly<Record<string, KeyClass>> = {
  $schema: 'harmless',
  agent: 'trusted',
  language: 'harmless',
  agents: 'trusted',
  models: 'harmless',
  routing: 'trusted',
  setup: 'trusted',
  submodules: 'harmless',
  teardown: 'trusted',
  verify: 'trusted',
  slots: 'harmless',
  strategy: 'harmless',
  claims: 'harmless',
  overlaps: 'harmless',
  sandbox: 'safety',
  advisor: 'harmless',
  'parking.resume': 'harmless',
  'parking.maxHours': 'harmless',
  'parking.maxCost': 'safety',
  'parking.leave': 'harmless',
  'parking.leaveAt': 'harmless',
  'transcripts.days': 'harmless',
  'transcripts.megabytes': 'harmless',
  network: 'safety',
  forbidden: 'safety',
  size: 'safety',
  'secrets.found': 'safety',
  'secrets.allowedIn': 'safety',
  'commit.hooks': 'trusted',
  limits: 'safety',
  'limits.allowUnpriced': 'own',
  prices: 'trusted',
  budget: 'harmless',
  'prompts.mode': 'harmless',
  'prompts.project': 'trusted',
  'prompts.architecture': 'trusted',
  'prompts.budget': 'harmless',
  pipelines: 'trusted',
  trusted: 'own',
}

export function classOf(path: readonly string[]): KeyClass | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const found = keyClasses[path.slice(0, length).join('.')]
    if (found !== undefined) return found
  }
  return undefined
}

type Written = string | number | boolean | readonly unknown[] | undefined

const sandboxes = ['off', 'auto', 'require']

/** The stricter of two safety settings. Deny lists are united, allow lists are intersected. */
export function stricter(key: string, own: unknown, other: unknown): unknown {
  switch (key) {
    case 'sandbox':
      return sandboxes.indexOf(own as string) >= sandboxes.indexOf(other as string) ? own : other
    case 'network':
      return narrower(own as Written, other as Written)
    case 'secrets.found':
      return own === 'refuse' ? own : other
    case 'forbidden':
      return [...new Set([...(own as readonly unknown[]), ...(other as readonly unknown[])])]
    case 'secrets.allowedIn':
      return both(own as readonly unknown[], other as readonly unknown[])
    default:
      return Math.min(own as number, other as number)
  }
}

function narrower(own: Written, other: Written): unknown {
  if (own === 'closed' || other === 'closed') return 'closed'
  if (own === 'open') return other
  return other === 'open' ? own : both(own as readonly unknown[], other as readonly unknown[])
}

function both(own: readonly unknown[], other: readonly unknown[]): unknown[] {
  return own.filter((one) => other.includes(one))
}

/** Whether a repository weakens a safety setting below its default: such a value is approved like a command. */
export function opensWall(key: string, value: unknown, fallback: unknown): boolean {
  if (key === 'forbidden') return false
  if (fallback === undefined) return key === 'secrets.allowedIn'
  return JSON.stringify(stricter(key, fallback, value)) !== JSON.stringify(value)
}
