/** One table: what an attempt sets → the flags of Claude Code. */
import { randomUUID } from 'node:crypto'
import type { AdapterParts } from '#adapters/agents/session/index.ts'
import type { AgentTask } from '#engine/ports.ts'
import { toolsFor } from './policy.ts'

export interface Setting {
  readonly asked: AgentTask
  readonly around: Pick<AdapterParts, 'repositoryFiles' | 'mcpServers' | 'perAttempt' | 'ownSandbox' | 'helpers'>
}

type Row = (setting: Setting) => readonly string[]

/** Longer texts do not fit into one argument; they are put into the prompt instead. */
export const longestArgument = 100_000

const rows: Readonly<Record<string, Row>> = {
  'spoken with': () => ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  // Newer versions call it `manual` and accept both names; older ones know only this one.
  permissions: () => ['--permission-mode', 'default', '--permission-prompt-tool', 'stdio'],
  tools: ({ asked, around }) => ['--tools', toolsFor(asked.task, around.helpers).join(',')],
  answer: ({ asked }) => ['--json-schema', JSON.stringify(asked.schema)],
  conversation: ({ asked }) =>
    asked.resume === undefined ? ['--session-id', randomUUID()] : ['--resume', asked.resume],
  model: ({ asked }) => given('--model', asked.task.route?.model),
  effort: ({ asked }) => given('--effort', asked.task.route?.effort),
  turns: ({ asked, around }) => given('--max-turns', asked.task.route?.turns ?? around.perAttempt?.turns),
  budget: ({ asked, around }) => given('--max-budget-usd', asked.task.route?.dollars ?? around.perAttempt?.dollars),
  'system prompt': ({ asked: { prompt } }) =>
    prompt.system.length > longestArgument ? [] : ['--append-system-prompt', prompt.system],
  // Hooks, settings and servers of the repository do not run unless the user allowed them (T-26).
  'repository files': ({ around }) => (around.repositoryFiles === 'used' ? [] : ['--setting-sources', '']),
  sandbox: ({ around }) =>
    around.ownSandbox === 'used' ? ['--settings', JSON.stringify({ sandbox: ownSandbox })] : [],
  'mcp servers': ({ around }) => [
    ...(around.repositoryFiles === 'used' ? [] : ['--strict-mcp-config']),
    ...(around.mcpServers === undefined ? [] : ['--mcp-config', JSON.stringify({ mcpServers: around.mcpServers })]),
  ],
}

/** Its own sandbox, if Forge has none; it refuses to start if it cannot build one, and runs no command outside it. */
const ownSandbox = {
  enabled: true,
  failIfUnavailable: true,
  allowUnsandboxedCommands: false,
  network: { allowedDomains: [], strictAllowlist: true },
}

export function argumentsOf(setting: Setting): readonly string[] {
  return Object.values(rows).flatMap((row) => row(setting))
}

function given(flag: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [flag, String(value)]
}

/** Disables traffic that the work does not need, and leftovers on the machine. */
export const quiet: Readonly<Record<string, string>> = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
}

/** Settings that it reads only from its environment. */
export function variablesOf({ task: { route } }: AgentTask): Readonly<Record<string, string>> {
  return route?.thinking === undefined ? {} : { MAX_THINKING_TOKENS: String(route.thinking) }
}

/** Variables of Forge's environment: the user's key and provider if no proxy is used, and the models behind aliases. */
export const providerVariables = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_BASE_URL',
  'CLAUDE_CODE_OAUTH_TOKEN',
] as const
export const modelVariables = [
  'ANTHROPIC_DEFAULT_OPUS_MODEL',
  'ANTHROPIC_DEFAULT_SONNET_MODEL',
  'ANTHROPIC_DEFAULT_HAIKU_MODEL',
] as const
