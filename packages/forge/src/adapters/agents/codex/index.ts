/** Codex as an agent of Forge, through its app-server: one process and one thread per attempt. */
import {
  agentsBy,
  endpointOf,
  findProgramOf,
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
import { raw, say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Failure } from '#model/failure.ts'
import { createConversation, helloLine } from './conversation.ts'
import { argumentsOf, keyVariable, threadOf, turnOf } from './flags.ts'

const program: Program = {
  file: 'codex',
  versionArguments: ['--version'],
  triedVersions: ['0.166'],
  works: versions.codex,
  install: raw('npm install -g @openai/codex'),
  login: {
    hint: say('login.runCommandOrSetVariable', { command: 'codex login', variable: 'OPENAI_API_KEY' }),
    variables: ['OPENAI_API_KEY'],
    files: ['.codex/auth.json'],
  },
}

export const codex: AgentKind = {
  name: 'codex',
  about: say('agent.aboutCodex'),
  argument: say('program.argumentPath', { program: 'codex' }),
  program,
  capabilities: {
    answer: 'typed output',
    resume: 'yes',
    interrupt: 'by word',
    model: 'yes',
    effort: 'yes',
    thinking: 'no',
    systemPrompt: 'yes',
    tools: 'no',
    mcpServers: 'yes',
    turns: 'no',
    budget: 'no',
    usage: 'as it grows',
    limits: 'seen',
    repositoryFiles: 'ignored',
    ownSandbox: 'yes',
  },
  reaches: 'openai',
  provider: () => 'openai',
  create: agentsBy(launchOf),
}

async function launchOf(around: AdapterParts, asked: ProgramRequest): Promise<Launch | Failure> {
  const { task, place, path } = asked
  const installed = await findProgramOf(around, program, path)
  if ('tag' in installed) return installed
  const { endpoint, linked } = await endpointOf(around, asked, { program, dialect: 'openai' })
  const conversation = createConversation({
    thread: threadOf(task, around),
    resume: task.resume,
    turn: turnOf(task),
    now: () => around.clock.wall(),
  })
  return {
    file: installed.path,
    args: argumentsOf(around, { tree: around.pathOf(task.tree), tools: task.task.route?.tools }, endpoint),
    env: { CODEX_HOME: place.kept, ...(endpoint === undefined ? {} : { [keyVariable]: endpoint.key }) },
    pass: endpoint === undefined ? networkVariables : [],
    stdin: `${JSON.stringify(helloLine(installed.version ?? '0'))}\n`,
    input: 'stays open',
    ...defined({ linked }),
    ...(endpoint === undefined ? { loginHint: program.login.hint } : {}),
    isLimited: endpoint?.isLimited,
    reaches: endpoint === undefined ? 'internet' : portsOf(endpoint.baseUrl),
    conversation: 'lasts',
    works: worksWords(program),
    stopBy: { say: () => conversation.stopLine() },
    again: (text) => conversation.againLine(text),
    translator: conversation,
  }
}
