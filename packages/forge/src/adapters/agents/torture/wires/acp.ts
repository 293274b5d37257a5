/** ACP by hand: the official library would keep this agent from misbehaving. */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Json } from '#model/json.ts'
import { print, type Wire } from '../wire.ts'

interface Tool {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

interface Incoming {
  readonly id?: number | string
  readonly method?: string
  readonly params?: {
    readonly prompt?: readonly { readonly text?: string }[]
    readonly mcpServers?: readonly { url: string; headers: readonly { name: string; value: string }[] }[]
  }
}

const sessionId = 'tortured-session'

export function acpWire(): Wire {
  let tool: Tool | undefined
  let promptId: number | string = 0
  let usage: Json = null
  let text = ''
  const prompt = new Promise<string>((resolve) => {
    const take = (line: string): void => {
      const { id, method, params } = JSON.parse(line) as Incoming
      if (method === 'initialize')
        respond(id, { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } })
      if (method === 'session/new') {
        const [server] = params?.mcpServers ?? []
        if (server !== undefined)
          tool = {
            url: server.url,
            headers: Object.fromEntries(server.headers.map(({ name, value }) => [name, value])),
          }
        respond(id, { sessionId })
      }
      if (method !== 'session/prompt') return
      promptId = id ?? 0
      text = params?.prompt?.map((part) => part.text ?? '').join('') ?? ''
      resolve(text)
    }
    const lines = createInterface({ input: process.stdin })
    lines.on('line', take)
    // Alone on its own input it has nothing to wait for: whoever drives it closes it when it has ended.
    lines.on('close', () => process.stdin.unref())
  })
  const update = (fields: Json): void =>
    print({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: fields } })
  const finish = (): void => {
    respond(promptId, { stopReason: 'end_turn', ...(usage === null ? {} : { usage }) })
    process.stdin.unref()
  }
  return {
    prompt,
    started: () => undefined,
    text: (said) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } }),
    tool(name, input) {
      const call = { toolCallId: 't1', title: name, kind: 'edit' }
      update({ sessionUpdate: 'tool_call', ...call, rawInput: input })
      update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' })
    },
    used(inputTokens, outputTokens) {
      usage = { inputTokens, outputTokens }
    },
    answer: (answer) => handIn(tool, text, answer),
    finish,
    fail(status) {
      print({ jsonrpc: '2.0', id: promptId, error: { code: status, message: `the provider said ${status}` } })
      process.stdin.unref()
    },
    pretend(status) {
      update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `Error: ${status}` } })
      finish()
    },
    half: () => void process.stdout.write(`{"jsonrpc":"2.0","id":${promptId},"result":{"stopRea`),
  }
}

function respond(id: number | string | undefined, result: Json): void {
  print({ jsonrpc: '2.0', id: id ?? 0, result })
}

/** By the tool; where none was given, by the file that the prompt names. */
async function handIn(tool: Tool | undefined, prompt: string, answer: Json): Promise<void> {
  if (tool === undefined) {
    const path = /to the new file (\S+)\. Only/.exec(prompt)?.[1]
    return path === undefined ? undefined : appendFileSync(path, `${JSON.stringify(answer)}\n`)
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'forge_result', arguments: answer } }
  const headers = { ...tool.headers, 'content-type': 'application/json' }
  await fetch(tool.url, { method: 'POST', headers, body: JSON.stringify(call) })
}
