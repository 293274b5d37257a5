/**
 * Programs that speak ACP and need little more than the protocol: one row each, with its login and how it is configured
 * for a provider. `driven here` are those of `npm run test:agents`; the others are as their documentation or their own
 * help says.
 */
import { raw, say } from '#messages/said.ts'
import type { Quirks } from './quirk.ts'
import { openCodeSettings } from './open-code-settings.ts'

/** What a row sets; the rest is as for any program that speaks ACP. */
type Row = Pick<Quirks, 'name' | 'about' | 'program' | 'args' | 'install' | 'login'> & Partial<Quirks>

/** Files that most programs would load of a repository as their own configuration. */
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

/** Installed from npm and tested with the fake provider. */
const driven: readonly Row[] = [
  {
    name: 'claude-agent-acp',
    about: say('agent.aboutBehindAcpAdapter', { name: 'Claude Code' }),
    program: 'claude-agent-acp',
    args: [],
    tried: ['0.99'],
    install: raw('npm install -g @agentclientprotocol/claude-agent-acp'),
    login: {
      hint: say('login.setAnthropicKeyOrToken'),
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
      // Without this it hides the tools of servers behind a search, the result tool too, and starts before they are
      // available.
      ENABLE_TOOL_SEARCH: 'false',
      MCP_CONNECTION_NONBLOCKING: 'false',
    },
    alone: { files: { '.claude/settings.json': claudeAlone } },
    repositoryFiles: ['.claude/settings.json', '.claude/settings.local.json'],
  },
  {
    name: 'kilo',
    about: say('agent.aboutOverAcp', { name: 'Kilo Code' }),
    program: 'kilo',
    args: ['acp'],
    tried: ['7.7'],
    install: raw('npm install -g @kilocode/cli'),
    login: {
      hint: say('login.runCommandOrSetVariable', { command: 'kilo auth login', variable: 'OPENAI_API_KEY' }),
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
    about: say('agent.aboutOverAcp', { name: 'Kimi Code' }),
    program: 'kimi',
    args: ['acp'],
    tried: ['2.1'],
    install: raw('npm install -g @moonshot-ai/kimi-code'),
    login: {
      hint: say('login.setKimiModelAndKey'),
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

/** Taken from their documentation, or from the help of their program. */
const documented: readonly Row[] = [
  {
    name: 'amp',
    about: say('agent.aboutBehindAcpAdapter', { name: 'Amp' }),
    program: 'amp-acp',
    args: [],
    install: raw('npm install -g amp-acp'),
    login: { hint: say('key.setVariable', { variable: 'AMP_API_KEY' }), variables: ['AMP_API_KEY'], files: [] },
    repositoryFiles: ['.amp'],
  },
  {
    name: 'auggie',
    about: say('agent.aboutOverAcp', { name: 'Auggie' }),
    program: 'auggie',
    args: ['--acp'],
    install: raw('npm install -g @augmentcode/auggie'),
    login: {
      hint: say('login.runCommandOrSetVariable', { command: 'auggie login', variable: 'AUGMENT_SESSION_AUTH' }),
      variables: ['AUGMENT_SESSION_AUTH', 'AUGMENT_API_TOKEN', 'AUGMENT_API_URL'],
      files: ['.augment/session.json'],
    },
    env: { AUGMENT_DISABLE_AUTO_UPDATE: '1' },
    repositoryFiles: ['.augment'],
  },
  {
    name: 'cline',
    about: say('agent.aboutOverAcp', { name: 'Cline' }),
    program: 'cline',
    args: ['--acp'],
    install: raw('npm install -g cline'),
    login: {
      hint: say('login.runCommandOrSetVariable', { command: 'cline auth', variable: 'OPENAI_API_KEY' }),
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
    about: say('agent.aboutBehindAcpAdapter', { name: 'Codex' }),
    program: 'codex-acp',
    args: [],
    install: raw('npm install -g @agentclientprotocol/codex-acp'),
    login: {
      hint: say('login.runCommandOrSetVariable', { command: 'codex login', variable: 'OPENAI_API_KEY' }),
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
    about: say('agent.aboutOverAcp', { name: 'Cursor CLI' }),
    program: 'cursor-agent',
    args: ['acp'],
    install: say('hint.seeAddress', { address: 'https://cursor.com/docs/cli/installation' }),
    login: {
      hint: say('login.runCommandOrSetVariable', { command: 'cursor-agent login', variable: 'CURSOR_API_KEY' }),
      variables: ['CURSOR_API_KEY', 'CURSOR_AUTH_TOKEN'],
      files: ['.config/cursor/auth.json'],
    },
    auth: { login: 'cursor_login' },
    repositoryFiles: ['.cursor'],
  },
  {
    name: 'droid',
    about: say('agent.aboutOverAcp', { name: 'Factory Droid' }),
    program: 'droid',
    args: ['exec', '--output-format', 'acp'],
    install: raw('npm install -g droid'),
    login: { hint: say('key.setVariable', { variable: 'FACTORY_API_KEY' }), variables: ['FACTORY_API_KEY'], files: [] },
    env: { DROID_DISABLE_AUTO_UPDATE: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
    repositoryFiles: ['.factory'],
  },
  {
    name: 'grok',
    about: say('agent.aboutOverAcp', { name: 'Grok Build' }),
    program: 'grok',
    args: ['agent', 'stdio'],
    install: raw('npm install -g @xai-official/grok'),
    login: {
      hint: say('login.runCommandOrSetVariable', { command: 'grok login', variable: 'XAI_API_KEY' }),
      variables: ['XAI_API_KEY'],
      files: ['.grok/auth.json'],
    },
    repositoryFiles: ['.grok'],
  },
  {
    name: 'junie',
    about: say('agent.aboutOverAcp', { name: 'Junie' }),
    program: 'junie',
    args: ['--acp=true'],
    install: say('hint.seeAddress', { address: 'https://junie.jetbrains.com/docs/junie-cli.html' }),
    login: { hint: say('key.setVariable', { variable: 'JUNIE_API_KEY' }), variables: ['JUNIE_API_KEY'], files: [] },
    repositoryFiles: ['.junie'],
  },
  {
    name: 'kiro',
    about: say('agent.aboutOverAcp', { name: 'Kiro CLI' }),
    program: 'kiro-cli',
    args: ['acp'],
    install: say('hint.seeAddress', { address: 'https://kiro.dev/docs/cli/installation' }),
    login: { hint: say('key.setVariable', { variable: 'KIRO_API_KEY' }), variables: ['KIRO_API_KEY'], files: [] },
    repositoryFiles: ['.kiro'],
  },
  {
    name: 'pi',
    about: say('agent.aboutBehindAcpAdapter', { name: 'Pi' }),
    program: 'pi-acp',
    args: [],
    install: raw('npm install -g pi-acp @earendil-works/pi-coding-agent'),
    login: {
      hint: say('login.runPi'),
      variables: [],
      files: ['.pi/agent/auth.json'],
      settings: ['.pi/agent/settings.json', '.pi/agent/models.json'],
    },
    repositoryFiles: ['.pi'],
  },
  {
    name: 'vibe',
    about: say('agent.aboutOverAcp', { name: 'Mistral Vibe' }),
    program: 'vibe-acp',
    args: [],
    install: raw('uv tool install mistral-vibe'),
    login: {
      hint: say('key.setVariable', { variable: 'MISTRAL_API_KEY' }),
      variables: ['MISTRAL_API_KEY'],
      files: ['.vibe/.env'],
    },
    repositoryFiles: ['.vibe'],
  },
]

export const acpPrograms: readonly Quirks[] = [
  ...driven.map((row) => rowOf({ ...row, known: 'driven here' })),
  ...documented.map(rowOf),
]
