/**
 * Claude Code as an agent of Forge: its command line, with stream-json in both directions. Not its library: that ships
 * a second copy of the same program and uses the same protocol.
 */
import {
  agentsBy,
  endpointOf,
  findProgramOf,
  resumePrompt,
  networkVariables,
  portsOf,
  versions,
  worksWords,
  type AgentKind,
  type ProgramRequest,
  type Launch,
  type Program,
  type AdapterParts,
} from '#adapters/agents/session/index.ts'
import type { AgentTask } from '#engine/ports.ts'
import { raw, say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Failure } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import { argumentsOf, longestArgument, modelVariables, providerVariables, quiet, variablesOf } from './flags.ts'
import { decidePermission } from './policy.ts'
import { createTranslator } from './translate.ts'

const program = {
  file: 'claude',
  versionArguments: ['--version'],
  triedVersions: ['2.1'],
  works: versions['claude-code'],
  install: raw('npm install -g @anthropic-ai/claude-code'),
  login: {
    hint: say('login.runProgramOrSetVariable', { program: 'claude', variable: 'ANTHROPIC_API_KEY' }),
    variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    files: ['.claude/.credentials.json'],
    renews: {
      file: '.claude/.credentials.json',
      variable: 'CLAUDE_SECURESTORAGE_CONFIG_DIR',
      member: 'claudeAiOauth',
      access: 'accessToken',
      refresh: 'refreshToken',
      expires: 'expiresAt',
      scopes: 'scopes',
    },
  },
  elsewhere: {
    CLAUDE_CODE_USE_BEDROCK: 'Amazon Bedrock',
    CLAUDE_CODE_USE_VERTEX: 'Google Vertex AI',
    CLAUDE_CODE_USE_FOUNDRY: 'Microsoft Foundry',
  },
} as const satisfies Program

export const claudeCode: AgentKind = {
  name: 'claude-code',
  about: say('agent.aboutClaudeCode'),
  argument: say('program.argumentPath', { program: 'claude' }),
  program,
  capabilities: {
    answer: 'typed output',
    resume: 'yes',
    interrupt: 'by word',
    model: 'yes',
    effort: 'yes',
    thinking: 'yes',
    systemPrompt: 'yes',
    tools: 'yes',
    mcpServers: 'yes',
    turns: 'yes',
    budget: 'yes',
    usage: 'at the end',
    limits: 'seen',
    repositoryFiles: 'ignored',
    ownSandbox: 'on macOS',
  },
  reaches: 'anthropic',
  provider: () => 'anthropic',
  create: agentsBy(launchOf),
}

async function launchOf(around: AdapterParts, asked: ProgramRequest): Promise<Launch | Failure> {
  const { task, place, path } = asked
  const installed = await findProgramOf(around, program, path)
  if ('tag' in installed) return installed
  const { endpoint, lent } = await endpointOf(around, asked, { program, dialect: 'anthropic' })
  const tree = around.pathOf(task.tree)
  const provider: Record<string, string> =
    endpoint === undefined ? {} : { ANTHROPIC_BASE_URL: endpoint.baseUrl, ANTHROPIC_API_KEY: endpoint.key }
  const login: Record<string, string> = lent === undefined ? {} : { [program.login.renews.variable]: lent.folder }
  return {
    file: installed.path,
    args: argumentsOf({ asked: task, around }),
    env: { ...quiet, ...variablesOf(task), ...provider, ...login, CLAUDE_CONFIG_DIR: place.kept },
    pass: endpoint === undefined ? [...providerVariables, ...modelVariables, ...networkVariables] : modelVariables,
    stdin: `${JSON.stringify(promptLine(task))}\n`,
    input: 'stays open',
    ...defined({ lent }),
    ...(endpoint === undefined ? { loginHint: program.login.hint } : {}),
    isLimited: endpoint?.isLimited,
    reaches: endpoint === undefined ? 'internet' : portsOf(endpoint.baseUrl),
    conversation: 'lasts',
    works: worksWords(program),
    stopBy: { say: () => stopLine },
    again: userLine,
    translator: createTranslator({
      now: () => around.clock.wall(),
      decide: (tool, input) => decidePermission({ task: task.task, tree, helpers: around.helpers }, tool, input),
    }),
  }
}

function promptLine(task: AgentTask): Json {
  const { prompt } = task
  const again = resumePrompt(task)
  const system = prompt.system.length > longestArgument ? [prompt.system] : []
  return userLine([...system, ...(again === undefined ? [] : [again]), prompt.text].join('\n\n'))
}

function userLine(content: string): Json {
  return { type: 'user', message: { role: 'user', content } }
}

const stopLine: Json = { type: 'control_request', request_id: 'forge-stop', request: { subtype: 'interrupt' } }
