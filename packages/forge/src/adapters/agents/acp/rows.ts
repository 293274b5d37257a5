/**
 * Programs that speak ACP and need little more than the protocol: a row each, with where its login is and how it is pointed at a
 * provider. `driven here` are those of `npm run test:agents`; the others are as their documentation or their own help says.
 */
import type { Quirks } from './quirk.ts'
import { openCodeSettings } from './open-code-settings.ts'

/** What a row says; the rest is as with any program that speaks ACP. */
type Row = Pick<Quirks, 'name' | 'about' | 'program' | 'args' | 'install' | 'login'> & Partial<Quirks>

/** What most programs would load of a repository as their own configuration, whatever their name. */
const usualFiles = ['.mcp.json', '.env']

function rowOf(row: Row): Quirks {
  return {
    tried: [],
    known: 'by its documentation',
    resumes: 'where it offers it',
    model: 'option',
    effort: 'option',
    usage: 'nothing',
    provider: undefined,
    env: {},
    ...row,
    repositoryFiles: [...usualFiles, ...(row.repositoryFiles ?? [])],
  }
}

const codexConfig = {
  model_providers: {
    forge: {
      name: 'forge',
      base_url: '{url}/v1',
      wire_api: 'responses',
      env_key: 'CODEX_API_KEY',
      supports_websockets: false,
    },
  },
  model_provider: 'forge',
  analytics: { enabled: false },
}

const clineProviders = {
  version: 1,
  lastUsedProvider: 'openai-compatible',
  modes: {},
  providers: {
    'openai-compatible': {
      settings: { provider: 'openai-compatible', apiKey: '{key}', model: '{model}', baseUrl: '{url}/v1' },
      updatedAt: '2026-01-01T00:00:00.000Z',
      tokenSource: 'manual',
    },
  },
}

const claudeAlone = JSON.stringify({ permissions: { deny: ['Agent', 'Task'] } })

/** Installed from npm and run against the fake provider. */
const driven: readonly Row[] = [
  {
    name: 'claude-agent-acp',
    about: 'Claude Code behind its ACP adapter',
    program: 'claude-agent-acp',
    args: [],
    tried: ['0.99'],
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
    login: {
      hint: 'set ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN (claude setup-token prints one)',
      variables: ['CLAUDE_CODE_OAUTH_TOKEN'],
      // Its credentials are a file of single-use tokens, lent to claude-code alone.
      files: [],
    },
    resumes: 'yes',
    model: { env: 'ANTHROPIC_MODEL' },
    usage: 'prompt',
    provider: { dialect: 'anthropic', env: { ANTHROPIC_BASE_URL: '{url}', ANTHROPIC_API_KEY: '{key}' } },
    env: {
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Otherwise it hides the tools of servers behind a search, and the result tool with them; and begins before they are there.
      ENABLE_TOOL_SEARCH: 'false',
      MCP_CONNECTION_NONBLOCKING: 'false',
    },
    alone: { files: { '.claude/settings.json': claudeAlone } },
    repositoryFiles: ['.claude/settings.json', '.claude/settings.local.json'],
  },
  {
    name: 'kilo',
    about: 'Kilo Code, over ACP',
    program: 'kilo',
    args: ['acp'],
    tried: ['7.7'],
    install: 'npm install -g @kilocode/cli',
    login: {
      hint: 'run kilo auth login, or set OPENAI_API_KEY',
      variables: [],
      files: ['.local/share/kilo/auth.json'],
    },
    resumes: 'yes',
    needsModel: 'behind a key',
    mode: 'build',
    usage: 'last-request',
    provider: { dialect: 'openai', env: { KILO_CONFIG_CONTENT: JSON.stringify(openCodeSettings) } },
    alone: { env: { KILO_PERMISSION: JSON.stringify({ task: 'deny' }) } },
    repositoryFiles: ['kilo.json', 'kilo.jsonc', '.kilo', '.kilocode', 'opencode.json', '.opencode'],
  },
  {
    name: 'kimi',
    about: 'Kimi Code, over ACP',
    program: 'kimi',
    args: ['acp'],
    tried: ['2.1'],
    install: 'npm install -g @moonshot-ai/kimi-code',
    login: {
      hint: 'set KIMI_MODEL_NAME and KIMI_MODEL_API_KEY, or OPENAI_API_KEY with a model',
      variables: ['KIMI_MODEL_API_KEY', 'KIMI_MODEL_NAME', 'KIMI_MODEL_BASE_URL', 'KIMI_MODEL_PROVIDER_TYPE'],
      files: [],
    },
    resumes: 'yes',
    model: { env: 'KIMI_MODEL_NAME' },
    needsModel: 'behind a key',
    provider: {
      dialect: 'openai',
      env: {
        KIMI_MODEL_NAME: '{model}',
        KIMI_MODEL_API_KEY: '{key}',
        KIMI_MODEL_PROVIDER_TYPE: 'openai',
        KIMI_MODEL_BASE_URL: '{url}/v1',
      },
    },
    env: { KIMI_CODE_NO_AUTO_UPDATE: '1' },
    alone: { files: { '.kimi-code/config.toml': '[tools]\ndisabled = ["Agent", "AgentSwarm"]\n' } },
    repositoryFiles: ['.kimi-code'],
  },
]

/** As their documentation, or the help of their program, says. */
const documented: readonly Row[] = [
  {
    name: 'amp',
    about: 'Amp behind its ACP adapter',
    program: 'amp-acp',
    args: [],
    install: 'npm install -g amp-acp',
    login: { hint: 'set AMP_API_KEY', variables: ['AMP_API_KEY'], files: [] },
    repositoryFiles: ['.amp'],
  },
  {
    name: 'auggie',
    about: 'Auggie, over ACP',
    program: 'auggie',
    args: ['--acp'],
    install: 'npm install -g @augmentcode/auggie',
    login: {
      hint: 'run auggie login, or set AUGMENT_SESSION_AUTH',
      variables: ['AUGMENT_SESSION_AUTH', 'AUGMENT_API_TOKEN', 'AUGMENT_API_URL'],
      files: ['.augment/session.json'],
    },
    env: { AUGMENT_DISABLE_AUTO_UPDATE: '1' },
    repositoryFiles: ['.augment'],
  },
  {
    name: 'cline',
    about: 'Cline, over ACP',
    program: 'cline',
    args: ['--acp'],
    install: 'npm install -g cline',
    login: {
      hint: 'run cline auth, or set OPENAI_API_KEY',
      variables: ['CLINE_API_KEY'],
      files: ['.cline/data/settings/providers.json'],
    },
    model: { env: 'CLINE_MODEL' },
    needsModel: 'behind a key',
    provider: {
      dialect: 'openai',
      env: { CLINE_API_KEY: '{key}', CLINE_PROVIDER: 'openai-compatible' },
      files: { '.cline/data/settings/providers.json': JSON.stringify(clineProviders) },
    },
    env: { CLINE_NO_AUTO_UPDATE: '1' },
    repositoryFiles: ['.cline', '.clinerules/hooks'],
  },
  {
    name: 'codex-acp',
    about: 'Codex behind its ACP adapter',
    program: 'codex-acp',
    args: [],
    install: 'npm install -g @agentclientprotocol/codex-acp',
    login: {
      hint: 'run codex login, or set OPENAI_API_KEY',
      variables: [],
      files: ['.codex/auth.json'],
    },
    auth: { key: 'api-key' },
    usage: 'prompt',
    mode: 'agent-full-access',
    provider: {
      dialect: 'openai',
      env: { CODEX_API_KEY: '{key}', MODEL_PROVIDER: 'forge', CODEX_CONFIG: JSON.stringify(codexConfig) },
    },
    alone: { files: { '.codex/config.toml': '[agents]\nenabled = false\n' } },
    repositoryFiles: ['.codex'],
  },
  {
    name: 'cursor',
    about: 'Cursor CLI, over ACP',
    program: 'cursor-agent',
    args: ['acp'],
    install: 'see https://cursor.com/docs/cli/installation',
    login: {
      hint: 'run cursor-agent login, or set CURSOR_API_KEY',
      variables: ['CURSOR_API_KEY', 'CURSOR_AUTH_TOKEN'],
      files: ['.config/cursor/auth.json'],
    },
    auth: { login: 'cursor_login' },
    repositoryFiles: ['.cursor'],
  },
  {
    name: 'droid',
    about: 'Factory Droid, over ACP',
    program: 'droid',
    args: ['exec', '--output-format', 'acp'],
    install: 'npm install -g droid',
    login: { hint: 'set FACTORY_API_KEY', variables: ['FACTORY_API_KEY'], files: [] },
    env: { DROID_DISABLE_AUTO_UPDATE: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
    repositoryFiles: ['.factory'],
  },
  {
    name: 'grok',
    about: 'Grok Build, over ACP',
    program: 'grok',
    args: ['agent', 'stdio'],
    install: 'npm install -g @xai-official/grok',
    login: {
      hint: 'run grok login, or set XAI_API_KEY',
      variables: ['XAI_API_KEY'],
      files: ['.grok/auth.json'],
    },
    repositoryFiles: ['.grok'],
  },
  {
    name: 'junie',
    about: 'Junie, over ACP',
    program: 'junie',
    args: ['--acp=true'],
    install: 'see https://junie.jetbrains.com/docs/junie-cli.html',
    login: { hint: 'set JUNIE_API_KEY', variables: ['JUNIE_API_KEY'], files: [] },
    repositoryFiles: ['.junie'],
  },
  {
    name: 'kiro',
    about: 'Kiro CLI, over ACP',
    program: 'kiro-cli',
    args: ['acp'],
    install: 'see https://kiro.dev/docs/cli/installation',
    login: { hint: 'set KIRO_API_KEY', variables: ['KIRO_API_KEY'], files: [] },
    repositoryFiles: ['.kiro'],
  },
  {
    name: 'pi',
    about: 'Pi behind its ACP adapter',
    program: 'pi-acp',
    args: [],
    install: 'npm install -g pi-acp @earendil-works/pi-coding-agent',
    login: {
      hint: 'run pi and log in',
      variables: [],
      files: ['.pi/agent/auth.json'],
      settings: ['.pi/agent/settings.json', '.pi/agent/models.json'],
    },
    repositoryFiles: ['.pi'],
  },
  {
    name: 'vibe',
    about: 'Mistral Vibe, over ACP',
    program: 'vibe-acp',
    args: [],
    install: 'uv tool install mistral-vibe',
    login: { hint: 'set MISTRAL_API_KEY', variables: ['MISTRAL_API_KEY'], files: ['.vibe/.env'] },
    repositoryFiles: ['.vibe'],
  },
]

export const rows: readonly Quirks[] = [
  ...driven.map((row) => rowOf({ ...row, known: 'driven here' })),
  ...documented.map(rowOf),
]
