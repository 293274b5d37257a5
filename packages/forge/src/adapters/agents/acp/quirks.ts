/**
 * How agents that speak ACP differ, as data. The protocol is one; what a program needs to start in it, where its model is
 * set, which mode lets it work unattended and what its figures mean are not.
 */
import type { Dialect, Program } from '#adapters/agents/session/index.ts'

/** What the tokens told at the end of a prompt are: of the whole prompt, of its last request only, or nothing. */
type UsageMeans = 'prompt' | 'last-request' | 'session' | 'nothing'

export interface Quirks {
  readonly name: string
  /** What it is, in a few words. */
  readonly about: string
  /** The program, and what makes it speak ACP. */
  readonly program: string
  readonly args: readonly string[]
  /** Beginnings of the versions that this Forge was tried with. */
  readonly tried: readonly string[]
  readonly install: string
  readonly login: Program['login']
  /** How a model is chosen: a flag before the others, a variable, or an option of the session. */
  readonly model: { readonly flag: string } | { readonly env: string } | 'option'
  /** Pointed at a provider by a key it has no model of its own: one must be named. */
  readonly needsModel?: 'behind a key'
  /** The category of the session's option for effort, where there is one. */
  readonly effort: 'option' | 'none'
  /** The mode in which it asks nobody; absent: permissions are asked, and Forge answers. */
  readonly mode?: string
  readonly usage: UsageMeans
  /** How it is pointed at a provider: its dialect, and variables with `{url}`, `{key}` and `{model}`. */
  readonly provider: { readonly dialect: Dialect; readonly env: Readonly<Record<string, string>> } | undefined
  /** It starts no servers that a session names for it to start, but those behind this flag, as JSON. */
  readonly serversFlag?: string
  /** What keeps it quiet and at home. */
  readonly env: Readonly<Record<string, string>>
  /** Files of its own home, by path from there: settings it has no flag for. */
  readonly files?: Readonly<Record<string, string>>
  /** What keeps it from starting helpers of its own, on top of the rest; a file here goes before the same one of `files`. */
  readonly alone?: {
    readonly args?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly files?: Readonly<Record<string, string>>
  }
  /** What it would load of the repository as its own configuration, with servers, hooks and plugins in it. */
  readonly repositoryFiles: readonly string[]
}

const geminiSettings = {
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  telemetry: { enabled: false },
}

const qwenSettings = JSON.stringify({
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, disableAutoUpdate: true },
  // Otherwise it hides the tools of servers behind a search, and the result tool with them.
  tools: { toolSearch: { threshold: 100 } },
})

/** The second one could switch the first one on again. */
const gooseAlone = ['extensions:', ...['summon', 'extensionmanager'].flatMap(withoutExtension), ''].join('\n')

function withoutExtension(name: string): readonly string[] {
  return [`  ${name}:`, '    enabled: false', '    type: platform', `    name: ${name}`, `    description: ${name}`]
}

const openCodeConfig = JSON.stringify({
  autoupdate: false,
  share: 'disabled',
  enabled_providers: ['forge'],
  provider: {
    forge: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: '{url}/v1', apiKey: '{key}' },
      models: { '{model}': { limit: { context: 200_000, output: 32_000 } } },
    },
  },
  model: 'forge/{model}',
  permission: { '*': 'allow' },
})

export const quirks: readonly Quirks[] = [
  {
    name: 'gemini',
    repositoryFiles: ['.gemini', '.env'],
    about: 'Gemini CLI, over ACP',
    program: 'gemini',
    tried: ['0.61'],
    install: 'npm install -g @google/gemini-cli',
    login: {
      hint: 'run gemini once and log in, or set GEMINI_API_KEY',
      variables: ['GEMINI_API_KEY'],
      files: ['.gemini/oauth_creds.json'],
    },
    args: ['--acp', '--skip-trust'],
    model: { flag: '-m' },
    effort: 'none',
    mode: 'yolo',
    usage: 'nothing',
    provider: { dialect: 'gemini', env: { GOOGLE_GEMINI_BASE_URL: '{url}', GEMINI_API_KEY: '{key}' } },
    env: { GEMINI_CLI_NO_RELAUNCH: '1', GEMINI_CLI_HOME: '{home}' },
    files: { '.gemini/settings.json': JSON.stringify(geminiSettings) },
    alone: {
      files: { '.gemini/settings.json': JSON.stringify({ ...geminiSettings, tools: { exclude: ['invoke_agent'] } }) },
    },
  },
  {
    name: 'opencode',
    repositoryFiles: ['opencode.json', 'opencode.jsonc', '.opencode', '.env'],
    about: 'OpenCode, over ACP',
    program: 'opencode',
    tried: ['1.18'],
    install: 'npm install -g opencode-ai',
    login: {
      hint: 'run opencode auth login, or set OPENAI_API_KEY',
      variables: [],
      files: ['.local/share/opencode/auth.json'],
    },
    args: ['acp'],
    model: 'option',
    needsModel: 'behind a key',
    effort: 'option',
    mode: 'build',
    usage: 'last-request',
    provider: { dialect: 'openai', env: { OPENCODE_CONFIG_CONTENT: openCodeConfig } },
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    alone: { env: { OPENCODE_PERMISSION: JSON.stringify({ task: 'deny' }) } },
  },
  {
    name: 'copilot',
    repositoryFiles: [
      '.copilot',
      '.mcp.json',
      '.vscode/mcp.json',
      '.claude/settings.json',
      '.claude/settings.local.json',
      ...['copilot', 'extensions', 'hooks', 'mcp.json', 'lsp.json'].map((name) => `.github/${name}`),
    ],
    about: 'Copilot CLI, over ACP',
    program: 'copilot',
    tried: ['1.0'],
    install: 'npm install -g @github/copilot',
    login: {
      hint: 'run copilot once and log in, or set OPENAI_API_KEY',
      variables: ['GH_TOKEN', 'GITHUB_TOKEN'],
      files: [],
    },
    args: ['--acp', '--allow-all-tools', '--no-ask-user'],
    model: { env: 'COPILOT_MODEL' },
    needsModel: 'behind a key',
    effort: 'none',
    usage: 'session',
    provider: {
      dialect: 'openai',
      env: {
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_BASE_URL: '{url}/v1',
        COPILOT_PROVIDER_API_KEY: '{key}',
      },
    },
    serversFlag: '--additional-mcp-config',
    env: { COPILOT_AUTO_UPDATE: 'false' },
    alone: { args: ['--excluded-tools=task,read_agent,list_agents,write_agent'] },
  },
  {
    name: 'goose',
    repositoryFiles: ['.goose', '.config/goose'],
    about: 'Goose, over ACP',
    program: 'goose',
    tried: ['1.50'],
    install: 'npm install -g @aaif/goose-acp',
    login: { hint: 'run goose configure, or set OPENAI_API_KEY', variables: [], files: ['.config/goose/config.yaml'] },
    args: ['acp', '--with-builtin', 'developer'],
    model: { env: 'GOOSE_MODEL' },
    needsModel: 'behind a key',
    effort: 'none',
    mode: 'auto',
    usage: 'last-request',
    provider: {
      dialect: 'openai',
      env: { GOOSE_PROVIDER: 'openai', OPENAI_HOST: '{url}', OPENAI_API_KEY: '{key}' },
    },
    env: { GOOSE_DISABLE_KEYRING: '1', GOOSE_MODE: 'auto' },
    // Its helpers are an extension; a file beside its own configuration, which may be the user's, switches it off.
    alone: {
      env: { GOOSE_ADDITIONAL_CONFIG_FILES: '{home}/goose-alone.yaml' },
      files: { 'goose-alone.yaml': gooseAlone },
    },
  },
  {
    name: 'qwen',
    repositoryFiles: ['.qwen', '.mcp.json', '.env'],
    about: 'Qwen Code, over ACP',
    program: 'qwen',
    tried: ['0.24'],
    install: 'npm install -g @qwen-code/qwen-code',
    login: {
      hint: 'run qwen once and log in, or set OPENAI_API_KEY',
      variables: ['OPENAI_API_KEY'],
      files: ['.qwen/oauth_creds.json'],
    },
    args: ['--acp', '--auth-type', 'openai'],
    model: { env: 'OPENAI_MODEL' },
    effort: 'none',
    mode: 'yolo',
    usage: 'nothing',
    provider: { dialect: 'openai', env: { OPENAI_BASE_URL: '{url}/v1', OPENAI_API_KEY: '{key}' } },
    // Servers are there before the first prompt, not some time after it.
    env: { QWEN_CODE_LEGACY_MCP_BLOCKING: '1' },
    files: { '.qwen/settings.json': qwenSettings },
    alone: { args: ['--exclude-tools', 'agent', '--exclude-tools', 'list_agents', '--exclude-tools', 'send_message'] },
  },
]

/** The program as it is started where it may start no helpers. */
export function withoutHelpers({ alone = {}, ...quirks }: Quirks): Quirks {
  return {
    ...quirks,
    args: [...quirks.args, ...(alone.args ?? [])],
    env: { ...quirks.env, ...alone.env },
    files: { ...quirks.files, ...alone.files },
  }
}

/** Any other program that speaks ACP, by its command line: nothing is known of it but the protocol. */
export function plainQuirks(command: readonly [string, ...string[]]): Quirks {
  const [program, ...args] = command
  return {
    name: 'acp',
    repositoryFiles: ['.mcp.json', '.env'],
    about: 'any agent that speaks ACP',
    program,
    args,
    tried: [],
    install: `install ${program}`,
    login: { hint: `log in with ${program} itself`, variables: [], files: [] },
    model: 'option',
    effort: 'option',
    usage: 'nothing',
    provider: undefined,
    env: {},
  }
}
