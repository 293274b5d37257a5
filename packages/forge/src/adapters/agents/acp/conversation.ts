/**
 * One prompt over ACP: hello, a session, its settings, the prompt, its end. The official client speaks; the lines come and go
 * through the session's own framing, so that their length and number stay bounded like those of every other agent.
 */
import * as acp from '@agentclientprotocol/sdk'
import { wordsOf, type Link, type Surroundings } from '#adapters/agents/session/index.ts'
import type { AgentTask } from '#engine/ports.ts'
import type { Json } from '#model/json.ts'
import { endingOf, failureOf } from './ending.ts'
import { permissionFor } from './permission.ts'
import type { Quirks } from './quirks.ts'
import { eventsOf } from './updates.ts'

export interface Errand {
  readonly task: AgentTask
  readonly quirks: Quirks
  /** The directory of the tree. */
  readonly cwd: string
  /** The prompt, told how its answer is handed in through what this agent can reach. */
  readonly textFor: (channel: 'tool' | 'file') => string
  /** The result tool, for agents that reach tools over HTTP. */
  readonly tool: { readonly url: string; readonly token: string }
  /** What is wrong with what was handed in by now; empty: nothing. */
  readonly missing: () => Promise<readonly string[]>
  /** Servers that the configuration gives to agents. */
  readonly servers: NonNullable<Surroundings['mcpServers']>
  /** A second prompt is about to be sent: its end is not a contradiction. */
  readonly onAgain: () => void
}

export interface Conversation {
  take(line: Json): void
  /** Ask it to stop, in its own words. */
  cancel(): void
}

export function converse(link: Link, errand: Errand): Conversation {
  let push: (message: acp.AnyMessage) => void = () => undefined
  let cancel: () => void = () => undefined
  const readable = new ReadableStream<acp.AnyMessage>({
    start(controller) {
      push = (message) => controller.enqueue(message)
    },
  })
  const writable = new WritableStream<acp.AnyMessage>({ write: (message) => link.say(message as Json) })
  const said: string[] = []
  let session: string | undefined
  const client = acp
    .client({ name: 'forge' })
    .onRequest(acp.methods.client.session.requestPermission, ({ params }) => permissionFor(params, errand.task.task.do))
    .onNotification(acp.methods.client.session.update, ({ params }) => {
      for (const event of eventsOf(params.update)) {
        // What a helper of it says, in a session of its own, is not said by the agent.
        if (event.type === 'text' && session !== undefined && params.sessionId !== session) continue
        if (event.type === 'text') remember(said, event.text)
        link.hear(event)
      }
    })
  void client
    .connectWith({ readable, writable }, async (agent) => {
      const { sessionId, channel } = await openSession(agent, errand, link)
      session = sessionId
      cancel = () => void agent.notify(acp.methods.agent.session.cancel, { sessionId }).catch(() => undefined)
      const text = errand.textFor(channel)
      const prompt: acp.PromptRequest = { sessionId, prompt: [{ type: 'text', text }] }
      const { stopReason } = await agent.request(acp.methods.agent.session.prompt, prompt)
      const errors = stopReason === 'end_turn' ? await errand.missing() : []
      if (errors.length === 0) return link.hear(endingOf(stopReason, said.join('')))
      errand.onAgain()
      link.tell({ kind: 'asked-again', errors: [...errors] })
      const again: acp.PromptRequest = { sessionId, prompt: [{ type: 'text', text: wordsOf(errors) }] }
      const second = await agent.request(acp.methods.agent.session.prompt, again)
      link.hear(endingOf(second.stopReason, said.join('')))
    })
    .catch((error: unknown) => link.hear(failureOf(error)))
  return {
    take: (line) => push(line as unknown as acp.AnyMessage),
    cancel: () => cancel(),
  }
}

/** The end of what it said is kept, for people. */
function remember(said: string[], text: string): void {
  said.push(text)
  if (said.length > 500) said.splice(0, 250)
}

async function openSession(
  agent: acp.ClientContext,
  errand: Errand,
  link: Link,
): Promise<{ sessionId: string; channel: 'tool' | 'file' }> {
  const { quirks, task, cwd } = errand
  const hello = await agent.request(acp.methods.agent.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientInfo: { name: 'forge', version: '1' },
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  })
  const channel = hello.agentCapabilities?.mcpCapabilities?.http === true ? 'tool' : 'file'
  const mcpServers = [...(channel === 'tool' ? [serverOf(errand)] : []), ...ownServers(errand)]
  const { sessionId, configOptions, modes } = await agent.request(acp.methods.agent.session.new, { cwd, mcpServers })
  const route = task.task.route
  const set = (category: string, value: string | undefined): Promise<'set' | 'not offered'> =>
    setOption(agent, { sessionId, options: configOptions ?? [], category, value })
  const model = quirks.model === 'option' ? await set('model', route?.model) : 'set'
  const effort = quirks.effort === 'option' ? await set('thought_level', route?.effort) : 'set'
  const isModel = route?.model !== undefined && model === 'set'
  link.hear({ type: 'started', session: sessionId, ...(isModel ? { model: route.model } : {}) })
  const lacks = [
    ...(route?.model !== undefined && model !== 'set' ? ['model'] : []),
    ...(route?.effort !== undefined && effort !== 'set' ? ['effort'] : []),
  ]
  if (lacks.length > 0) link.tell({ kind: 'unset', agent: quirks.name, what: lacks })
  const mode = quirks.mode
  if (mode !== undefined && modes?.availableModes.some(({ id }) => id === mode) === true)
    await agent.request(acp.methods.agent.session.setMode, { sessionId, modeId: mode })
  return { sessionId, channel }
}

function ownServers({ servers }: Errand): acp.McpServer[] {
  return Object.entries(servers).map(([name, { command, args, env }]) => ({
    name,
    command,
    args: [...args],
    env: Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
  }))
}

function serverOf({ tool }: Errand): acp.McpServer {
  const headers = [{ name: 'Authorization', value: `Bearer ${tool.token}` }]
  return { type: 'http', name: 'forge', url: tool.url, headers }
}

/** A setting that the agent offers, with a value that it offers; the rest is left as it is. */
async function setOption(
  agent: acp.ClientContext,
  wanted: {
    readonly sessionId: string
    readonly options: readonly acp.SessionConfigOption[]
    readonly category: string
    readonly value: string | undefined
  },
): Promise<'set' | 'not offered'> {
  const { sessionId, options, category, value } = wanted
  const option = options.find((one) => one.category === category && one.type === 'select')
  const offered = option?.type === 'select' ? valuesOf(option).find((one) => isMeant(one, value)) : undefined
  if (option === undefined || offered === undefined) return 'not offered'
  await agent.request(acp.methods.agent.session.setConfigOption, { sessionId, configId: option.id, value: offered })
  return 'set'
}

function valuesOf({ options }: acp.SessionConfigSelect): readonly string[] {
  return options.flatMap((one) => ('options' in one ? one.options.map(({ value }) => value) : [one.value]))
}

/** Some agents put their provider before the name of a model. */
function isMeant(offered: string, wanted: string | undefined): boolean {
  return wanted !== undefined && (offered === wanted || offered.endsWith(`/${wanted}`))
}
