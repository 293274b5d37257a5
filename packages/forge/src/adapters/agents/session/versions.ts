/**
 * Which versions of agents' programs work with this Forge, as data: by range where one is known, and by the flags that
 * their help must name. Forge does not check the help of a tested version, but that of every other one, because a newer
 * one may have dropped a flag.
 */

export interface Works {
  /** Its name on npm. */
  readonly package: string
  /** The version that this Forge was tested with and proposes to install. */
  readonly driven: string
  /** The first version that works, and why earlier ones do not. */
  readonly from?: { readonly version: string; readonly why: string }
  /** How to print its help, and the names that must occur in it. */
  readonly help: { readonly arguments: readonly string[]; readonly names: readonly string[] }
}

export const versions = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    driven: '2.1.325',
    from: {
      version: '2.1.160',
      why: 'older ones do not look for their login where they are told, and some do not know --effort',
    },
    help: {
      arguments: ['--help'],
      names: [
        '--input-format',
        '--output-format',
        '--permission-mode',
        '--permission-prompt-tool',
        '--tools',
        '--json-schema',
        '--session-id',
        '--resume',
        '--model',
        '--effort',
        '--max-budget-usd',
        '--append-system-prompt',
        '--setting-sources',
        '--settings',
        '--strict-mcp-config',
        '--mcp-config',
      ],
    },
  },
  codex: {
    package: '@openai/codex',
    driven: '0.166.0',
    // Observed: 0.100 does not know the feature `plugins`, 0.130 and 0.140 take `agents.enabled` for the name of a
    // role; 0.150 works.
    from: { version: '0.150.0', why: 'older ones end at once of settings that switch helpers and plugins off' },
    help: { arguments: ['app-server', '--help'], names: ['--config', '--disable'] },
  },
  gemini: {
    package: '@google/gemini-cli',
    driven: '0.61.0',
    help: { arguments: ['--help'], names: ['--acp', '--skip-trust', '--model'] },
  },
  opencode: { package: 'opencode-ai', driven: '1.18.33', help: { arguments: ['--help'], names: ['acp'] } },
  copilot: {
    package: '@github/copilot',
    driven: '1.0.102',
    help: {
      arguments: ['--help'],
      names: ['--acp', '--allow-all-tools', '--no-ask-user', '--additional-mcp-config', '--excluded-tools'],
    },
  },
  goose: {
    package: '@aaif/goose-acp',
    driven: '1.50.0',
    help: { arguments: ['acp', '--help'], names: ['--with-builtin'] },
  },
  qwen: {
    package: '@qwen-code/qwen-code',
    driven: '0.24.4',
    help: { arguments: ['--help'], names: ['--acp', '--auth-type', '--exclude-tools'] },
  },
} as const satisfies Readonly<Record<string, Works>>

/** For an agent whose program comes from npm. */
export function worksOf(agent: string): Works | undefined {
  return Object.hasOwn(versions, agent) ? versions[agent as keyof typeof versions] : undefined
}

export function installOf({ package: name, driven }: Works): string {
  return `npm install -g ${name}@${driven}`
}

/** Whether this version is before the first that works. */
export function isTooOld({ from }: Works, version: string): boolean {
  return from !== undefined && isBefore(version, from.version)
}

/** The names that the help should contain and does not. An empty help proves nothing. */
export function missingIn({ help }: Works, said: string): readonly string[] {
  if (said.trim() === '') return []
  return help.names.filter((name) => !new RegExp(`(^|[^\\w-])${name}(?![\\w-])`, 'mu').test(said))
}

function isBefore(version: string, other: string): boolean {
  const [left, right] = [version, other].map((one) => one.split('.').map(Number))
  const at = [0, 1, 2].find((index) => (left?.[index] ?? 0) !== (right?.[index] ?? 0))
  return at !== undefined && (left?.[at] ?? 0) < (right?.[at] ?? 0)
}
