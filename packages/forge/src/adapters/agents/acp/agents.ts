/**
 * Agents that speak ACP: Gemini, OpenCode, Copilot, Goose, Qwen and any other program by its command line. The protocol has no
 * typed output, so the answer is handed in through the result tool, or through the private file where tools are out of reach.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findProgramOf,
  linkAtHome,
  networkVariables,
  portsOf,
  errorsOf,
  readResult,
  startSession,
  worksWords,
  unknownLine,
  type Endpoint,
  type Launch,
  type PrivatePlace,
  type Program,
  type ResultReading,
  type Surroundings,
} from '#adapters/agents/session/index.ts'
import { placeFile } from '#adapters/files/unfollowed.ts'
import { openResultTool, toolName } from '#adapters/agents/result-tool/index.ts'
import type { Agents, AgentTask } from '#engine/ports.ts'
import type { Failure } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import { answerErrors } from '#model/answer-schema.ts'
import { unreachable } from '#model/result.ts'
import { converse, type Conversation, type Errand } from './conversation.ts'
import { isMessage, isPromptEnd, usageIn } from './ending.ts'
import { withoutHelpers, type Quirks } from './quirks.ts'

export interface AcpRequest {
  readonly quirks: Quirks
  /** What is known of the program; undefined: nothing, it is just started. */
  readonly program: Program | undefined
  /** Where it is, when not on PATH. */
  readonly path: string | undefined
}

export function createAcpAgents(around: Surroundings, request: AcpRequest): Agents {
  const quirks = around.helpers === 'allowed' ? request.quirks : withoutHelpers(request.quirks)
  return {
    start: (task, reports) =>
      startSession(around, task, reports, (place) => launchOf(around, { task, place, ...request, quirks })),
  }
}

interface Attempt extends AcpRequest {
  readonly task: AgentTask
  readonly place: PrivatePlace
}

async function launchOf(around: Surroundings, attempt: Attempt): Promise<Launch | Failure> {
  const { task, place, quirks } = attempt
  const file = await fileOf(around, attempt)
  if (typeof file !== 'string') return file
  const loaded = loadedByItself(around, attempt)
  if (loaded !== undefined) return loaded
  const endpoint = await endpointOf(around, attempt)
  if (endpoint !== undefined && quirks.needsModel !== undefined && task.task.route?.model === undefined)
    return { tag: 'unavailable', what: withoutModel(quirks.name) }
  const linked = endpoint === undefined ? await linkAtHome(quirks.login.files, place.home) : []
  await writeFiles(place, quirks)
  const tool = await openResultTool(task.schema, (answer) => answerErrors(task.task, answer))
  const handed = async (): Promise<ResultReading> => {
    const given = tool.handed()
    return given.found === 'none' ? readResult(place.result) : given
  }
  let conversation: Conversation | undefined
  let endsLeft = 1
  const errand: Errand = {
    task,
    quirks,
    cwd: around.pathOf(task.tree),
    tool,
    textFor: textOf(task, place),
    servers: quirks.serversFlag === undefined ? (around.mcpServers ?? {}) : {},
    async missing() {
      // Some say a failed request as a well ended turn: asking again would only fail again.
      if (endpoint?.isRefused?.() === true) return []
      const given = tool.handed()
      if (given.found === 'none') return missingInFile(task, place)
      return missingIn(task, given)
    },
    onAgain: () => (endsLeft += 1),
  }
  return {
    file,
    args: [...modelArgs(attempt), ...quirks.args, ...serverArgs(attempt, around)],
    env: environmentOf(attempt, endpoint),
    translator: {
      connect(link) {
        conversation = converse(link, errand)
      },
      take(line) {
        // The protocol's library takes what is no message of it for a broken connection; other lines are only noise.
        if (!isMessage(line)) return unknownLine
        if (isPromptEnd(line)) endsLeft -= 1
        // The protocol's library drops a second end without a word; contradictions must be seen (F-19).
        if (endsLeft < 0) return { events: [{ type: 'finished', text: '' }] }
        conversation?.take(line)
        return { events: usageIn(line, quirks.usage) }
      },
    },
    ...(around.repositoryFiles === 'used' ? {} : { masks: quirks.repositoryFiles }),
    input: 'stays open',
    linked,
    configured: quirks.args,
    ...wayOut(quirks, endpoint, tool.url),
    works: worksWords(attempt.program),
    stopBy: { ask: () => conversation?.cancel() },
    answer: handed,
    close: () => tool.close(),
  }
}

/** Without a door of Forge to its provider it uses a login of its own, and needs the network. */
function wayOut(
  { login }: Quirks,
  endpoint: Endpoint | undefined,
  tool: string,
): Pick<Launch, 'reaches' | 'pass' | 'loginHint' | 'isLimited'> {
  return endpoint === undefined
    ? { reaches: 'internet', pass: [...login.variables, ...networkVariables], loginHint: login.hint }
    : { reaches: portsOf(endpoint.baseUrl, tool), isLimited: endpoint.isLimited }
}

function withoutModel(name: string): string {
  return `${name} has no model of its own behind a provider's key: name one with models:, routing: or --model`
}

/** What it would load of the repository can only be hidden by walls: without them it does not run, unless that is allowed (T-26). */
function loadedByItself(around: Surroundings, { task, quirks }: Attempt): Failure | undefined {
  if (around.wallsOf !== undefined || around.repositoryFiles === 'used') return undefined
  const found = quirks.repositoryFiles.find((path) => existsSync(join(around.pathOf(task.tree), path)))
  if (found === undefined) return undefined
  const way = 'install bubblewrap (sandbox: auto hides it), or allow it with agents: { files: used }'
  return {
    tag: 'blocked',
    text: `${quirks.name} would load ${found} of the repository as its own configuration: ${way}`,
  }
}

/** What is wrong with what was handed in; two answers are a contradiction, which nobody is asked to mend (F-26). */
function missingIn({ task }: AgentTask, handed: ResultReading): readonly string[] {
  switch (handed.found) {
    case 'none':
      return errorsOf(task, undefined)
    case 'one':
      return errorsOf(task, handed.answer)
    case 'refused':
      return handed.isContradiction === true ? [] : [handed.error]
    default:
      return unreachable(handed)
  }
}

/** What does not fit is taken away before it is asked for again: beside a new one it would be a second. */
async function missingInFile(task: AgentTask, { result }: PrivatePlace): Promise<readonly string[]> {
  const errors = missingIn(task, await readResult(result))
  // Its author still runs: a folder that is walked could turn into a link meanwhile, so one stays and is refused again.
  if (errors.length > 0) await rm(result, { force: true }).catch(() => undefined)
  return errors
}

async function fileOf(around: Surroundings, { program, path }: Attempt): Promise<string | Failure> {
  if (program === undefined) return path ?? { tag: 'unavailable', what: 'no program is named' }
  const installed = await findProgramOf(around, program, path)
  return 'tag' in installed ? installed : installed.path
}

async function endpointOf(around: Surroundings, { task, quirks }: Attempt): Promise<Endpoint | undefined> {
  return quirks.provider === undefined ? undefined : around.endpointOf?.(task, quirks.provider.dialect)
}

/** Settings that a program takes from nowhere but its home. */
async function writeFiles({ home }: PrivatePlace, { files = {} }: Quirks): Promise<void> {
  for (const [path, text] of Object.entries(files)) await placeFile(join(home, path), text)
}

function modelArgs({ quirks, task }: Attempt): readonly string[] {
  const model = task.task.route?.model
  return typeof quirks.model === 'object' && 'flag' in quirks.model && model !== undefined
    ? [quirks.model.flag, model]
    : []
}

function serverArgs({ quirks }: Attempt, { mcpServers = {} }: Surroundings): readonly string[] {
  if (quirks.serversFlag === undefined || Object.keys(mcpServers).length === 0) return []
  const all = Object.entries(mcpServers).map(([name, server]) => [name, { type: 'local', ...server, tools: ['*'] }])
  return [quirks.serversFlag, JSON.stringify({ mcpServers: Object.fromEntries(all) as Json })]
}

function environmentOf({ quirks, task, place }: Attempt, endpoint: Endpoint | undefined): Record<string, string> {
  const model = task.task.route?.model
  const words = { home: place.home, url: endpoint?.baseUrl ?? '', key: endpoint?.key ?? '', model: model ?? 'default' }
  const fill = (env: Readonly<Record<string, string>>): [string, string][] =>
    Object.entries(env).map(([name, text]) => [
      name,
      text.replaceAll(/\{(home|url|key|model)\}/g, (_, word: keyof typeof words) => words[word]),
    ])
  const isEnv = typeof quirks.model === 'object' && 'env' in quirks.model && model !== undefined
  return Object.fromEntries([
    ...fill(quirks.env),
    ...(endpoint === undefined ? [] : fill(quirks.provider?.env ?? {})),
    ...(isEnv ? [[(quirks.model as { env: string }).env, model] as const] : []),
  ])
}

/** The protocol has no place for a system prompt: both are one text. */
function textOf({ prompt }: AgentTask, place: PrivatePlace): (channel: 'tool' | 'file') => string {
  return (channel) => {
    const how =
      channel === 'tool'
        ? `Hand in your answer by calling the tool ${toolName} (server forge) with that JSON object as its arguments. Only what you hand in there counts.`
        : `Hand in your answer by writing that JSON object, on one line, to the new file ${place.result}. Only what stands there counts.`
    return `${prompt.system}\n\n${prompt.text}\n\n${how}`
  }
}
