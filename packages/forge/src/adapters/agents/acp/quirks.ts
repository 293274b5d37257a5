/**
 * The known programs that speak ACP: those with many settings here, others in `programs.ts`, any other by command line.
 */
import { providerOfCommand, type OwnProgram } from '#adapters/agents/session/index.ts'
import { raw, say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Quirks } from './quirk.ts'
import { acpPrograms } from './programs.ts'
import { openCodeSettings } from './open-code-settings.ts'

const geminiSettings = {
  security: { auth: { selectedType: '{auth}' }, folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  telemetry: { enabled: false },
}

const qwenSettings = JSON.stringify({
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, disableAutoUpdate: true },
  // Without this it hides the tools of servers behind a search, the result tool too.
  tools: { toolSearch: { threshold: 100 } },
})

/** The second one could enable the first one again. */
const gooseAlone = ['extensions:', ...['summon', 'extensionmanager'].flatMap(withoutExtension), ''].join('\n')

function withoutExtension(name: string): readonly string[] {
  return [`  ${name}:`, '    enabled: false', '    type: platform', `    name: ${name}`, `    description: ${name}`]
}

const driven: readonly Quirks[] = [
  {
    name: 'gemini',
    repositoryFiles: ['.gemini', '.env'],
    about: say('agent.aboutOverAcp', { name: 'Gemini CLI' }),
    program: 'gemini',
    tried: ['0.61'],
    install: raw('npm install -g @google/gemini-cli'),
    known: 'driven here',
    auth: { key: 'gemini-api-key', login: 'oauth-personal' },
    resumes: 'where it offers it',
    login: {
      hint: say('login.runProgramOrSetVariable', { program: 'gemini', variable: 'GEMINI_API_KEY' }),
      // A key is used through the proxy only.
      variables: [],
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
    about: say('agent.aboutOverAcp', { name: 'OpenCode' }),
    program: 'opencode',
    tried: ['1.18'],
    install: raw('npm install -g opencode-ai'),
    known: 'driven here',
    resumes: 'yes',
    login: {
      hint: say('login.runCommandOrSetVariable', { command: 'opencode auth login', variable: 'OPENAI_API_KEY' }),
      variables: [],
      files: ['.local/share/opencode/auth.json'],
    },
    args: ['acp'],
    model: 'option',
    needsModel: 'behind a key',
    effort: 'option',
    mode: 'build',
    usage: 'last-request',
    provider: { dialect: 'openai', env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(openCodeSettings) } },
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
    about: say('agent.aboutOverAcp', { name: 'Copilot CLI' }),
    program: 'copilot',
    tried: ['1.0'],
    install: raw('npm install -g @github/copilot'),
    known: 'driven here',
    resumes: 'yes',
    login: {
      // What `copilot login` stores is in the system's keychain, which no agent can reach.
      hint: say('login.setCopilotToken'),
      variables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
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
    about: say('agent.aboutOverAcp', { name: 'Goose' }),
    program: 'goose',
    tried: ['1.50'],
    install: raw('npm install -g @aaif/goose-acp'),
    known: 'driven here',
    resumes: 'yes',
    login: {
      hint: say('login.runCommandOrSetVariable', {
        command: 'GOOSE_DISABLE_KEYRING=1 goose configure',
        variable: 'OPENAI_API_KEY',
      }),
      variables: [],
      // Its keys; its settings name their provider.
      files: ['.config/goose/secrets.yaml'],
      settings: ['.config/goose/config.yaml'],
    },
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
    // Its subagents are an extension, which a file next to its own configuration (possibly the user's) disables.
    alone: {
      env: { GOOSE_ADDITIONAL_CONFIG_FILES: '{home}/goose-alone.yaml' },
      files: { 'goose-alone.yaml': gooseAlone },
    },
  },
  {
    name: 'qwen',
    repositoryFiles: ['.qwen', '.mcp.json', '.env'],
    about: say('agent.aboutOverAcp', { name: 'Qwen Code' }),
    program: 'qwen',
    tried: ['0.24'],
    install: raw('npm install -g @qwen-code/qwen-code'),
    known: 'driven here',
    auth: { key: 'openai', login: 'qwen-oauth' },
    resumes: 'yes',
    login: {
      hint: say('login.runProgramOrSetVariable', { program: 'qwen', variable: 'OPENAI_API_KEY' }),
      variables: [],
      files: ['.qwen/oauth_creds.json'],
    },
    args: ['--acp', '--auth-type', '{auth}'],
    model: { env: 'OPENAI_MODEL' },
    effort: 'none',
    mode: 'yolo',
    usage: 'nothing',
    provider: { dialect: 'openai', env: { OPENAI_BASE_URL: '{url}/v1', OPENAI_API_KEY: '{key}' } },
    // Servers are available before the first prompt, not some time after it.
    env: { QWEN_CODE_LEGACY_MCP_BLOCKING: '1' },
    files: { '.qwen/settings.json': qwenSettings },
    alone: { args: ['--exclude-tools', 'agent', '--exclude-tools', 'list_agents', '--exclude-tools', 'send_message'] },
  },
]

/** Every program that Forge knows to speak ACP. */
export const quirks: readonly Quirks[] = [...driven, ...acpPrograms]

/** The program as started when it may start no subagents. */
export function withoutHelpers({ alone = {}, ...quirks }: Quirks): Quirks {
  return {
    ...quirks,
    args: [...quirks.args, ...(alone.args ?? [])],
    env: { ...quirks.env, ...alone.env },
    files: { ...quirks.files, ...alone.files },
  }
}

/** The program as configured: with its own login, variables and provider. */
export function configuredAs(quirks: Quirks, own: OwnProgram | undefined): Quirks {
  if (own === undefined) return quirks
  const { login, pass, auth, door } = own
  const { files, variables } = quirks.login
  return {
    ...quirks,
    login: { ...quirks.login, files: [...files, ...login], variables: [...variables, ...pass] },
    ...(auth === undefined ? {} : { auth: { key: auth, login: auth } }),
    ...defined({ provider: door }),
  }
}

/** Any other program that speaks ACP, by its command line: only the protocol is known. */
export function plainQuirks(command: readonly [string, ...string[]]): Quirks {
  const [program, ...args] = command
  return {
    name: providerOfCommand(program),
    repositoryFiles: ['.mcp.json', '.env'],
    about: say('agent.aboutAnyAcp'),
    program,
    args,
    tried: [],
    install: say('program.installIt', { program }),
    known: 'by its documentation',
    login: { hint: hintFor(program), variables: [], files: [] },
    resumes: 'where it offers it',
    model: 'option',
    effort: 'option',
    usage: 'nothing',
    provider: undefined,
    env: {},
  }
}

/** Its home is new in each attempt: without these it finds no login of the user. */
function hintFor(program: string): Said {
  const name = providerOfCommand(program)
  return say('login.nameLoginFiles', { program, line: `agents: { ${name}: { login: [.${name}/auth.json] } }` })
}
