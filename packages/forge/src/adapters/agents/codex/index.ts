/** Codex as an agent of Forge, through its app-server: one process and one thread an attempt. */
import {
  findInstalled,
  linkLogin,
  startSession,
  versionWarning,
  type AgentKind,
  type Launch,
  type PrivatePlace,
  type Program,
  type Surroundings,
} from '#adapters/agents/session/index.ts'
import type { AgentTask } from '#engine/ports.ts'
import type { Failure } from '#model/failure.ts'
import { createConversation, helloLine } from './conversation.ts'
import { argumentsOf, keyVariable, threadOf, turnOf } from './flags.ts'

const program: Program = {
  file: 'codex',
  versionArguments: ['--version'],
  triedVersions: ['0.166'],
  install: 'npm install -g @openai/codex',
  login: {
    hint: 'run codex login, or set OPENAI_API_KEY',
    variables: ['OPENAI_API_KEY'],
    files: ['.codex/auth.json'],
  },
}

export const codex: AgentKind = {
  name: 'codex',
  about: 'Codex by its app-server',
  argument: 'path of the program, when it is not codex on PATH',
  program,
  capabilities: {
    answer: 'typed output',
    resume: 'yes',
    interrupt: 'by word',
    model: 'yes',
    effort: 'yes',
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
  create: (around, path) => ({
    start: (task, reports) => startSession(around, task, reports, (place) => launchOf(around, { task, place, path })),
  }),
}

interface Asked {
  readonly task: AgentTask
  readonly place: PrivatePlace
  readonly path: string | undefined
}

async function launchOf(around: Surroundings, { task, place, path }: Asked): Promise<Launch | Failure> {
  const installed = await findInstalled(program, path)
  if (installed === undefined)
    return { tag: 'unavailable', what: `${path ?? program.file} is not on PATH: ${program.install}` }
  const warning = versionWarning(program, installed)
  if (warning !== undefined) around.warn?.(warning)
  const endpoint = await around.endpointOf?.(task, 'openai')
  if (endpoint === undefined) await linkLogin(program.login.files, place.kept)
  const conversation = createConversation({
    thread: threadOf(task, around),
    resume: task.resume,
    turn: turnOf(task),
    now: () => around.clock.wall(),
  })
  return {
    file: installed.path,
    args: argumentsOf(around, around.pathOf(task.tree), endpoint),
    env: { CODEX_HOME: place.kept, ...(endpoint === undefined ? {} : { [keyVariable]: endpoint.key }) },
    stdin: `${JSON.stringify(helloLine(installed.version ?? '0'))}\n`,
    input: 'stays open',
    stopBy: { say: () => conversation.stopLine() },
    translator: conversation,
  }
}
