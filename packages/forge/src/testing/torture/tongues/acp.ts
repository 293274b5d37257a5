/** The fake agent in ACP, without the official library, which would keep it from misbehaving. */
import type { Json } from '#model/json.ts'
import { createLineInput, readLines, statusOf, type Stage, type WireFormat } from '#testing/torture/wire-format.ts'

interface Tool {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

interface Incoming {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly prompt?: readonly { readonly text?: string }[]
    readonly mcpServers?: readonly { url: string; headers: readonly { name: string; value: string }[] }[]
  }
}

const sessionId = 'acp-session'

/** The server side: initialize, session, prompt, stop. */
function serve({ print, obeys }: Stage, hear: (asked: AcpPrompt) => void): Promise<void> {
  let isOver: () => void = () => undefined
  let tool: Tool | undefined
  let asked: AcpPrompt | undefined
  const over = new Promise<void>((resolve) => (isOver = resolve))
  const respond = (id: number | undefined, result: Json): void => print({ jsonrpc: '2.0', id: id ?? 0, result })

  readLines(
    () => isOver(),
    (line) => {
      const { id, method, params } = JSON.parse(line) as Incoming
      if (method === 'initialize')
        respond(id, { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } })
      if (method === 'session/new') {
        tool = toolOf(params)
        respond(id, { sessionId })
      }
      if (method === 'session/prompt') {
        asked = { id: id ?? 0, text: params?.prompt?.map((part) => part.text ?? '').join('') ?? '', tool }
        hear(asked)
      }
      if (method === 'session/cancel' && asked !== undefined && obeys()) {
        respond(asked.id, { stopReason: 'cancelled' })
        void over.then(() => process.exit(0))
      }
    },
  )
  return over
}

interface AcpPrompt {
  readonly id: number
  readonly text: string
  readonly tool: Tool | undefined
}

function toolOf(params: Incoming['params']): Tool | undefined {
  const [server] = params?.mcpServers ?? []
  if (server === undefined) return undefined
  return { url: server.url, headers: Object.fromEntries(server.headers.map(({ name, value }) => [name, value])) }
}

export function acpTongue(stage: Stage): WireFormat {
  const { print } = stage
  const total = { inputTokens: 0, outputTokens: 0 }
  let asked: AcpPrompt | undefined
  const ears = createLineInput(() => finish())
  const over = serve(stage, (prompt) => {
    asked = prompt
    ears.hear(prompt.text)
  })
  let calls = 0
  const update = (fields: Json): void =>
    print({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: fields } })
  const finish = (): void => {
    print({ jsonrpc: '2.0', id: asked?.id ?? 0, result: { stopReason: 'end_turn', usage: { ...total } } })
    total.inputTokens = 0
    total.outputTokens = 0
  }
  const fail: WireFormat['fail'] = (as) => {
    const code = statusOf[as] ?? -32_603
    print({ jsonrpc: '2.0', id: asked?.id ?? 0, error: { code, message: `the provider said ${as}` } })
  }

  return {
    version: '1.0.0',
    listen: () => ears.prompt,
    again: ears.again,
    begin: () => undefined,
    say: (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
    tool(name) {
      const toolCallId = `t${(calls += 1)}`
      update({ sessionUpdate: 'tool_call', toolCallId, title: name, kind: 'edit' })
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
    },
    use(input, output) {
      total.inputTokens += input
      total.outputTokens += output
    },
    limited: () => undefined,
    async answer(answer) {
      await handIn(asked?.tool, answer)
      finish()
    },
    helper: (answer) => print(saidByHelper(answer)),
    finish,
    fail,
    // The protocol cannot express it.
    spent: () => fail('quota'),
    farewell: () => over,
  }
}

/** In a session of its own. */
function saidByHelper(answer: Json): Json {
  const content = { type: 'text', text: JSON.stringify(answer) }
  const params = { sessionId: 'of-a-helper', update: { sessionUpdate: 'agent_message_chunk', content } }
  return { jsonrpc: '2.0', method: 'session/update', params }
}

async function handIn(tool: Tool | undefined, answer: Json): Promise<void> {
  if (tool === undefined) return
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'forge_result', arguments: answer } }
  const headers = { ...tool.headers, 'content-type': 'application/json' }
  await fetch(tool.url, { method: 'POST', headers, body: JSON.stringify(call) })
}
