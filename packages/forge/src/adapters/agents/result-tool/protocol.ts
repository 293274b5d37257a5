/**
 * The result tool's responses to an agent's messages (MCP, JSON-RPC): four methods, no state of its own. Pure, so that
 * every message an agent could send is a row in a test.
 */
import { z } from 'zod'
import { render } from '#messages/render.ts'
import { JsonValue, type Json } from '#model/json.ts'
import { unreachable } from '#model/result.ts'
import type { Taking } from './answers.ts'

/** Its name among the agent's tools. */
export const toolName = 'forge_result'

/** The description of the tool. */
export interface Offer {
  /** JSON Schema of the answer. */
  readonly schema: Json
  take(answer: Json): Taking
}

const Request = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().max(200),
  params: JsonValue.optional(),
})
const Call = z.looseObject({ name: z.string(), arguments: JsonValue.optional() })
const Hello = z.looseObject({ protocolVersion: z.string().max(50).optional() })

/** The response to one message; undefined for a notification, which gets none. */
export function answerTo(message: Json, offer: Offer): Json | undefined {
  const request = Request.safeParse(message)
  if (!request.success) return fault(null, -32_600, 'not a request')
  const { id, method, params } = request.data
  if (id === undefined) return undefined
  switch (method) {
    case 'initialize': {
      const hello = Hello.safeParse(params ?? {})
      // The four methods are the same in every version of the protocol.
      const protocolVersion = (hello.success ? hello.data.protocolVersion : undefined) ?? '2025-06-18'
      const serverInfo = { name: 'forge', version: '1' }
      return { jsonrpc: '2.0', id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } }
    }
    case 'ping':
      return { jsonrpc: '2.0', id, result: {} }
    case 'tools/list':
      return { jsonrpc: '2.0', id, result: { tools: [toolOf(offer)] } }
    case 'tools/call':
      return called(id, Call.safeParse(params ?? {}).data, offer)
    default:
      return fault(id, -32_601, `there is no method ${method}`)
  }
}

function toolOf({ schema }: Offer): Json {
  const description = 'Hand in your answer, once, when you are done. Nothing else you say counts as your answer.'
  return { name: toolName, description, inputSchema: schema }
}

function called(id: string | number, call: z.infer<typeof Call> | undefined, offer: Offer): Json {
  if (call?.name !== toolName) return fault(id, -32_602, `there is no tool ${call?.name ?? 'without a name'}`)
  const taking = offer.take(call.arguments ?? {})
  const isError = taking.taken !== 'now' && taking.taken !== 'before'
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: wordsOf(taking) }], isError } }
}

function wordsOf(taking: Taking): string {
  switch (taking.taken) {
    case 'now':
      return 'Taken. You are done.'
    case 'before':
      return 'You have handed in this answer before: it counts once. You are done; do not call again.'
    case 'not, after another':
      return 'Not taken: you have handed in a different answer before. Two different answers contradict each other, and neither of them counts.'
    case 'not':
      return `Not taken. Correct this and call again:\n${taking.errors.map((error) => render(error, 'en')).join('\n')}`
    default:
      return unreachable(taking)
  }
}

function fault(id: string | number | null, code: number, message: string): Json {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
