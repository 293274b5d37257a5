/**
 * Agents that speak ACP: Gemini, OpenCode, Copilot, Goose, Qwen and any other program by its command line. The protocol
 * has no typed output, so agents answer through the result tool, or through the private file if they cannot reach
 * tools.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findProgramOf,
  resumePrompt,
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
  type OwnProgram,
  type PrivatePlace,
  type Program,
  type ResultReading,
  type AdapterParts,
  type Translator,
} from '#adapters/agents/session/index.ts'
import { placeFolder } from '#adapters/files/unfollowed.ts'
import { openResultTool, toolName } from '#adapters/agents/result-tool/index.ts'
import type { Agents, AgentTask } from '#engine/ports.ts'
import { say, type Said } from '#messages/said.ts'
import type { Failure } from '#model/failure.ts'
import { answerErrors } from '#model/answer-schema.ts'
import { unreachable } from '#model/result.ts'
import { converse, type Conversation, type Errand } from './conversation.ts'
import { isMessage, isPromptEnd, usageIn } from './ending.ts'
import { argumentsOf, variablesOf, writeFiles, type LaunchSettings } from './launch-settings.ts'
import type { Opened } from './opening.ts'
import type { Quirks } from './quirk.ts'
import { configuredAs, withoutHelpers } from './quirks.ts'

export interface AcpRequest {
  readonly quirks: Quirks
  /** What Forge knows of the program; undefined: nothing, Forge just starts it. */
  readonly program: Program | undefined
  /** Where it is, when not on PATH. */
  readonly path: string | undefined
}

export function createAcpAgents(around: AdapterParts, request: AcpRequest): Agents {
  const own = around.programs?.[request.quirks.name]
  const configured = configuredAs(request.quirks, own)
  const quirks = around.helpers === 'allowed' ? configured : withoutHelpers(configured)
  return {
    start: (task, reports) =>
      startSession(around, task, reports, (place) => launchOf(around, { task, place, ...request, quirks, own })),
  }
}

interface Attempt extends AcpRequest {
  /** What the configuration sets for this program. */
  readonly own: OwnProgram | undefined
  readonly task: AgentTask
  readonly place: PrivatePlace
}

async function launchOf(around: AdapterParts, attempt: Attempt): Promise<Launch | Failure> {
  const { task, place, quirks } = attempt
  const file = await fileOf(around, attempt)
  if (typeof file !== 'string') return file
  const loaded = loadedByItself(around, attempt)
  if (loaded !== undefined) return loaded
  const endpoint = await endpointOf(around, attempt)
  if (endpoint !== undefined && quirks.needsModel !== undefined && task.task.route?.model === undefined)
    return { tag: 'unavailable', what: say('model.agentHasNone', { name: quirks.name }) }
  // The home with its conversation must survive for a lost performance to be resumed.
  const home = join(place.kept, 'home')
  await placeFolder(home)
  const given: LaunchSettings = { quirks, task, home, endpoint }
  const logins = await linkedLogin(given)
  if (isLoggedOut(around, attempt, { given, logins }))
    return { tag: 'unavailable', what: say('login.nobodyLoggedIn', { how: quirks.login.hint }), lasts: 'yes' }
  await writeFiles(given)
  const tool = await openResultTool(task.schema, (answer) => answerErrors(task.task, answer))
  const handed = async (): Promise<ResultReading> => {
    const answer = tool.handed()
    return answer.found === 'none' ? readResult(place.result) : answer
  }
  const talk = talkFor((onAgain): Errand => ({
    task,
    quirks,
    cwd: around.pathOf(task.tree),
    tool,
    auth: authOf(attempt, endpoint),
    textFor: (opened) => textOf(task, place, opened),
    servers: quirks.serversFlag === undefined ? (around.mcpServers ?? {}) : {},
    async missing() {
      // Some report a failed request as a turn that ended well: asking again would only fail again.
      if (endpoint?.isRefused?.() === true) return []
      const answer = tool.handed()
      return answer.found === 'none' ? missingInFile(task, place) : missingIn(task, answer)
    },
    onAgain,
  }))
  return {
    file,
    args: argumentsOf(given, around),
    env: variablesOf(given),
    home,
    translator: talk.translator,
    ...(around.repositoryFiles === 'used' ? {} : { masks: quirks.repositoryFiles }),
    input: 'stays open',
    ...logins,
    configured: quirks.args,
    ...wayOut(attempt, endpoint, tool.url),
    ...(quirks.resumes === 'yes' ? { conversation: 'lasts' } : {}),
    works: worksWords(attempt.program),
    stopBy: { ask: talk.cancel },
    answer: handed,
    close: () => tool.close(),
  }
}

/** The conversation, fed with the lines of its program. */
function talkFor(errandWith: (onAgain: () => void) => Errand): {
  readonly translator: Translator
  readonly cancel: () => void
} {
  let conversation: Conversation | undefined
  let endsLeft = 1
  const errand = errandWith(() => (endsLeft += 1))
  const translator: Translator = {
    connect(link) {
      conversation = converse(link, errand)
    },
    take(line) {
      // The protocol's library treats a line that is no message as a broken connection; other lines are only noise.
      if (!isMessage(line)) return unknownLine
      if (isPromptEnd(line)) endsLeft -= 1
      // The protocol's library silently drops a second end; contradictions must be seen (F-19).
      if (endsLeft < 0) return { events: [{ type: 'finished', text: '' }] }
      conversation?.take(line)
      return { events: usageIn(line, errand.quirks.usage) }
    },
  }
  return { translator, cancel: () => conversation?.cancel() }
}

/** The user's own login, if Forge has no endpoint for its provider. */
async function linkedLogin({
  quirks: { login },
  home,
  endpoint,
}: LaunchSettings): Promise<Pick<Launch, 'linked' | 'returns'>> {
  if (endpoint !== undefined) return {}
  const returns = await linkAtHome(login.files, home)
  return { returns, linked: [...returns, ...(await linkAtHome(login.settings ?? [], home))] }
}

/** Without a login the program would wait for a human. */
function isLoggedOut(
  { accountOf }: AdapterParts,
  { quirks, own, task }: Attempt,
  { given, logins }: { readonly given: LaunchSettings; readonly logins: Pick<Launch, 'returns'> },
): boolean {
  const isByRow = quirks.auth?.login !== undefined && own === undefined
  if (!isByRow || given.endpoint !== undefined || (logins.returns ?? []).length > 0) return false
  const layers = [accountOf?.(task.task.account) ?? {}, process.env]
  return !quirks.login.variables.some((name) => layers.some((layer) => (layer[name] ?? '') !== ''))
}

/** The configuration overrides the row. */
function authOf({ quirks: { auth }, own }: Attempt, endpoint: Endpoint | undefined): Errand['auth'] {
  const method = endpoint === undefined ? auth?.login : auth?.key
  return method === undefined ? undefined : { method, by: own?.auth === undefined ? 'row' : 'configuration' }
}

/** Without Forge's endpoint for its provider it uses its own login, and needs the network. */
function wayOut(
  { quirks: { login }, own }: Attempt,
  endpoint: Endpoint | undefined,
  tool: string,
): Pick<Launch, 'reaches' | 'pass' | 'loginHint' | 'isLimited'> {
  return endpoint === undefined
    ? { reaches: 'internet', pass: [...login.variables, ...networkVariables], loginHint: login.hint }
    : { reaches: portsOf(endpoint.baseUrl, tool), pass: own?.pass ?? [], isLimited: endpoint.isLimited }
}

/** Only a sandbox can hide what it would load of the repository: it does not run without one, unless allowed (T-26). */
function loadedByItself(around: AdapterParts, { task, quirks }: Attempt): Failure | undefined {
  if (around.wallsOf !== undefined || around.repositoryFiles === 'used') return undefined
  const found = quirks.repositoryFiles.find((path) => existsSync(join(around.pathOf(task.tree), path)))
  if (found === undefined) return undefined
  const setting = 'agents: { files: used }'
  return { tag: 'blocked', text: say('agent.wouldLoadFiles', { name: quirks.name, path: found, setting }) }
}

/**
 * What is wrong with the answers so far; two answers are a contradiction, which the agent is not asked to fix (F-26).
 */
function missingIn({ task }: AgentTask, handed: ResultReading): readonly Said[] {
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

/** Removes an invalid answer before asking again: next to the new one it would be a second answer. */
async function missingInFile(task: AgentTask, { result }: PrivatePlace): Promise<readonly Said[]> {
  const errors = missingIn(task, await readResult(result))
  // Its author still runs and could replace a folder by a link during a recursive removal, so a folder stays and is
  // refused again.
  if (errors.length > 0) await rm(result, { force: true }).catch(() => undefined)
  return errors
}

async function fileOf(around: AdapterParts, { program, path }: Attempt): Promise<string | Failure> {
  if (program === undefined) return path ?? { tag: 'unavailable', what: say('program.noneNamed') }
  const installed = await findProgramOf(around, program, path)
  return 'tag' in installed ? installed : installed.path
}

async function endpointOf(around: AdapterParts, { task, quirks }: Attempt): Promise<Endpoint | undefined> {
  return quirks.provider === undefined ? undefined : around.endpointOf?.(task, quirks.provider.dialect)
}

/**
 * The protocol has no system prompt, so both are one text. An agent that resumes a lost session knows the first part.
 */
function textOf(task: AgentTask, place: PrivatePlace, { channel, begins }: Pick<Opened, 'channel' | 'begins'>): string {
  const { prompt } = task
  const first = begins === 'anew' ? prompt.system : (resumePrompt(task) ?? prompt.system)
  const how =
    channel === 'tool'
      ? `Hand in your answer by calling the tool ${toolName} (server forge) with that JSON object as its arguments. Only what you hand in there counts.`
      : `Hand in your answer by writing that JSON object, on one line, to the new file ${place.result}. Only what stands there counts.`
  return `${first}\n\n${prompt.text}\n\n${how}`
}
