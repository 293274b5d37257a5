/**
 * The start of a conversation over ACP: hello, a login where the agent asks for one, a session with its settings.
 *
 * 1. Each request must be answered within `longestMs`: Forge ends an agent that waits for a human or hangs, with that
 *    as the reason.
 * 2. A lost session is resumed if the agent offers that; if the agent cannot find it, a new one starts.
 */
import * as acp from '@agentclientprotocol/sdk'
import type { Link, AdapterParts, ReportedFailure } from '#adapters/agents/session/index.ts'
import type { AgentTask } from '#engine/ports.ts'
import { raw, say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { decideAuth } from './auth.ts'
import { isAuthRequired, methodsIn, notReady, refusedLogin } from './ending.ts'
import type { Quirks } from './quirk.ts'
import { settingsOf } from './settings.ts'

export interface Opening {
  readonly task: AgentTask
  readonly quirks: Quirks
  /** The directory of the tree. */
  readonly cwd: string
  /** The login method, if one is named. */
  readonly auth: { readonly method: string; readonly by: 'configuration' | 'row' } | undefined
  /** The result tool, for agents that reach tools over HTTP. */
  readonly tool: { readonly url: string; readonly token: string }
  /** Servers that the configuration gives to agents. */
  readonly servers: NonNullable<AdapterParts['mcpServers']>
  /** How long one request may take; default a minute. */
  readonly longestMs?: number
}

export interface Opened {
  readonly sessionId: string
  readonly channel: 'tool' | 'file'
  /** Whether it is a new session, or that of the lost performance. */
  readonly begins: 'anew' | 'where it was'
}

/** What could not be opened, and why. */
export type Unopened = ReportedFailure

const usualLongestMs = 60_000

export async function openSession(agent: acp.ClientContext, opening: Opening, link: Link): Promise<Opened | Unopened> {
  const { longestMs = usualLongestMs } = opening
  const ask: Ask = (method, answer) => within(longestMs, method, answer())
  const hello = await ask('initialize', () => agent.request(acp.methods.agent.initialize, greeting))
  if (isUnopened(hello)) return hello
  const channel = hello.agentCapabilities?.mcpCapabilities?.http === true ? 'tool' : 'file'
  const mcpServers = [...(channel === 'tool' ? [serverOf(opening)] : []), ...ownServers(opening)]
  const login = (offered: readonly acp.AuthMethod[]): Promise<Unopened | undefined> =>
    authenticate(agent, opening, { ask, offered })
  if (opening.auth?.by === 'configuration') {
    const refused = await login(hello.authMethods ?? [])
    if (refused !== undefined) return refused
  }
  const begin = (): Promise<Begun | Unopened> => begun({ agent, opening, hello, ask, mcpServers })
  const session = await begin().catch(async (error: unknown) => {
    if (!isAuthRequired(error) || opening.auth?.by === 'configuration') throw error
    return (await login(methodsIn(error) ?? hello.authMethods ?? [])) ?? begin()
  })
  if (isUnopened(session)) return session
  const set = await ask(say('agent.itsSettings'), () => settingsOf(agent, opening, session))
  if (isUnopened(set)) return set
  link.hear({ type: 'started', session: session.sessionId, ...defined({ model: set.model }) })
  if (set.lacks.length > 0) link.tell({ kind: 'unset', agent: opening.quirks.name, what: [...set.lacks] })
  return { sessionId: session.sessionId, channel, begins: session.begins }
}

export function isUnopened(value: object): value is Unopened {
  return 'type' in value && value.type === 'failed'
}

const greeting: acp.InitializeRequest = {
  protocolVersion: acp.PROTOCOL_VERSION,
  clientInfo: { name: 'forge', version: '1' },
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
}

type Ask = <T extends object>(method: Said | string, answer: () => Promise<T>) => Promise<T | Unopened>

async function within<T extends object>(ms: number, method: Said | string, answer: Promise<T>): Promise<T | Unopened> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Unopened>((resolve) => {
    timer = setTimeout(() => resolve(notReady(method, ms)), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Undefined: the agent is logged in. */
async function authenticate(
  agent: acp.ClientContext,
  { quirks, auth }: Opening,
  { ask, offered }: { readonly ask: Ask; readonly offered: readonly acp.AuthMethod[] },
): Promise<Unopened | undefined> {
  const step = decideAuth({ name: quirks.name, offered, wanted: auth?.method })
  if (step.do === 'give up') return refusedLogin(step.why)
  const answered = await ask('authenticate', () =>
    agent.request(acp.methods.agent.authenticate, { methodId: step.method }).then(
      () => ({}),
      (error: unknown) =>
        refusedLogin(raw(`${step.method}: ${error instanceof Error ? error.message : String(error)}`)),
    ),
  )
  return isUnopened(answered) ? answered : undefined
}

interface Begun extends Pick<acp.NewSessionResponse, 'sessionId' | 'configOptions' | 'modes'> {
  readonly begins: Opened['begins']
}

interface Beginning {
  readonly agent: acp.ClientContext
  readonly opening: Opening
  readonly hello: acp.InitializeResponse
  readonly ask: Ask
  readonly mcpServers: acp.McpServer[]
}

async function begun(at: Beginning): Promise<Begun | Unopened> {
  const { agent, opening, ask, mcpServers } = at
  const { cwd, task } = opening
  const lost = task.resume === undefined ? undefined : await goneOnWith(at, task.resume)
  if (lost !== undefined) return lost
  const fresh = await ask('session/new', () => agent.request(acp.methods.agent.session.new, { cwd, mcpServers }))
  return isUnopened(fresh) ? fresh : { ...fresh, begins: 'anew' }
}

/** Undefined: the agent does not offer it, or has lost the session too. */
async function goneOnWith(
  { agent, opening: { cwd }, hello: { agentCapabilities }, ask, mcpServers }: Beginning,
  sessionId: string,
): Promise<Begun | Unopened | undefined> {
  const { loadSession, sessionCapabilities } = agentCapabilities ?? {}
  const resumes = (sessionCapabilities?.resume ?? undefined) !== undefined
  if (!resumes && loadSession !== true) return undefined
  const asked = { sessionId, cwd, mcpServers }
  const { session } = acp.methods.agent
  try {
    const found = await (resumes
      ? ask('session/resume', async () => orNothing(await agent.request(session.resume, asked)))
      : ask('session/load', async () => orNothing(await agent.request(session.load, asked))))
    return isUnopened(found) ? found : { ...found, sessionId, begins: 'where it was' }
  } catch (error) {
    if (isAuthRequired(error)) throw error
    return undefined
  }
}

/** Some agents answer with null. */
function orNothing(answer: acp.LoadSessionResponse | null | undefined): acp.LoadSessionResponse {
  return answer ?? {}
}

function ownServers({ servers }: Opening): acp.McpServer[] {
  return Object.entries(servers).map(([name, { command, args, env }]) => ({
    name,
    command,
    args: [...args],
    env: Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
  }))
}

function serverOf({ tool }: Opening): acp.McpServer {
  const headers = [{ name: 'Authorization', value: `Bearer ${tool.token}` }]
  return { type: 'http', name: 'forge', url: tool.url, headers }
}
