/** The fake provider for one test, and requests to it as clients of each wire format make them. */
import { startFakeLlm, type FakeLlm } from '#testing/fake-llm/server.ts'
import { defined } from '#model/defined.ts'

export type Wire = 'anthropic' | 'responses' | 'chat' | 'gemini'
export const wires = ['anthropic', 'responses', 'chat', 'gemini'] as const

export async function withFake(
  request: Parameters<typeof startFakeLlm>[0],
  body: (fake: FakeLlm) => Promise<void>,
): Promise<void> {
  const started = await startFakeLlm(request)
  if (!started.ok) throw new Error(started.failure)
  try {
    await body(started.value)
  } finally {
    await started.value.close()
  }
}

export interface Talk {
  readonly prompt: string
  /** What the assistant did before, as text; each with a tool call when tools are offered. */
  readonly before?: number
  readonly tools?: readonly Tool[]
  readonly how?: 'stream' | 'whole'
  readonly model?: string
  readonly system?: string
  /** A message after all others. */
  readonly last?: string
  /** The JSON Schema of the answer. */
  readonly wants?: object
}

export interface Tool {
  readonly name: string
  readonly properties?: readonly string[]
  readonly type?: 'custom'
}

interface Asking {
  readonly path: string
  readonly body: unknown
}

const propertiesOf = ({ properties = [] }: Tool) => ({
  type: 'object',
  properties: Object.fromEntries(properties.map((name) => [name, { type: 'string' }])),
})

/** The same conversation in each wire format. */
export function askingOf(wire: Wire, talk: Talk): Asking {
  return askings[wire](talk, { model: talk.model ?? 'm-1', stream: talk.how !== 'whole' })
}

const turnsOf = ({ before = 0 }: Talk): readonly number[] => Array.from({ length: before }, (_, index) => index)

type Head = { readonly model: string; readonly stream: boolean }

const askings: Readonly<Record<Wire, (talk: Talk, head: Head) => Asking>> = {
  anthropic: (talk, head) => ({
    path: '/v1/messages?beta=true',
    body: {
      ...head,
      max_tokens: 100,
      ...(talk.wants === undefined ? {} : { output_config: { format: { type: 'json_schema', schema: talk.wants } } }),
      ...(talk.system === undefined ? {} : { system: [{ type: 'text', text: talk.system }] }),
      messages: [
        { role: 'user', content: [{ type: 'text', text: talk.prompt }] },
        ...turnsOf(talk).flatMap((turn) => [
          { role: 'assistant', content: [{ type: 'tool_use', id: `t${turn}`, name: 'x', input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${turn}`, content: 'ok' }] },
        ]),
        ...(talk.last === undefined ? [] : [{ role: 'user', content: talk.last }]),
      ],
      tools: (talk.tools ?? []).map((tool) => ({ name: tool.name, input_schema: propertiesOf(tool) })),
    },
  }),
  responses: (talk, head) => ({
    path: '/v1/responses',
    body: {
      ...head,
      ...defined({ instructions: talk.system }),
      ...(talk.wants === undefined ? {} : { text: { format: { type: 'json_schema', name: 'a', schema: talk.wants } } }),
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: talk.prompt }] },
        ...turnsOf(talk).flatMap((turn) => [
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'so' }] },
          { type: 'function_call', call_id: `c${turn}`, name: 'x', arguments: '{}' },
          { type: 'function_call_output', call_id: `c${turn}`, output: 'ok' },
        ]),
        ...(talk.last === undefined ? [] : [{ role: 'user', content: talk.last }]),
      ],
      tools: (talk.tools ?? []).map((tool) =>
        tool.type === 'custom'
          ? { type: 'custom', name: tool.name }
          : { type: 'function', name: tool.name, parameters: propertiesOf(tool) },
      ),
    },
  }),
  chat: (talk, head) => ({
    path: '/v1/chat/completions',
    body: {
      ...head,
      ...(talk.wants === undefined
        ? {}
        : { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: talk.wants } } }),
      messages: [
        ...(talk.system === undefined ? [] : [{ role: 'system', content: talk.system }]),
        { role: 'user', content: talk.prompt },
        ...turnsOf(talk).flatMap((turn) => [
          { role: 'assistant', content: null, tool_calls: [{ id: `c${turn}`, type: 'function', function: {} }] },
          { role: 'tool', tool_call_id: `c${turn}`, content: 'ok' },
        ]),
        ...(talk.last === undefined ? [] : [{ role: 'user', content: talk.last }]),
      ],
      tools: (talk.tools ?? []).map((tool) => ({
        type: 'function',
        function: { name: tool.name, parameters: propertiesOf(tool) },
      })),
    },
  }),
  gemini: (talk, { model, stream }) => ({
    path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: {
      ...(talk.wants === undefined ? {} : { generationConfig: { responseJsonSchema: talk.wants } }),
      ...(talk.system === undefined ? {} : { systemInstruction: { parts: [{ text: talk.system }] } }),
      contents: [
        { role: 'user', parts: [{ text: talk.prompt }] },
        ...turnsOf(talk).flatMap(() => [
          { role: 'model', parts: [{ functionCall: { name: 'x', args: {} } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'x', response: {} } }] },
        ]),
        ...(talk.last === undefined ? [] : [{ role: 'user', parts: [{ text: talk.last }] }]),
      ],
      tools: [
        {
          functionDeclarations: (talk.tools ?? []).map((tool) => ({
            name: tool.name,
            parametersJsonSchema: propertiesOf(tool),
          })),
        },
      ],
    },
  }),
}

export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The data of the events, or the body as the only one. */
  readonly data: readonly Record<string, unknown>[]
  readonly events: readonly string[]
}

export async function ask(base: string, wire: Wire, talk: Talk, headers: Record<string, string> = {}): Promise<Got> {
  const { path, body } = askingOf(wire, talk)
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const lines = text.split('\n')
  const parts = isStream ? lines.filter((line) => line.startsWith('data: {')).map((line) => line.slice(6)) : [text]
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: parts.map((part) => parsed(part)),
    events: lines.filter((line) => line.startsWith('event: ')).map((line) => line.slice(7)),
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Foreign JSON, walked through freely: whatever is not there fails the test that looks for it. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

interface Content {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
}

/** The calls and the text of an answer, whichever wire format and form it has, read from scratch. */
export function contentOf(wire: Wire, got: Got): Content {
  const isWhole = got.headers.get('content-type')?.startsWith('application/json') === true
  return contents[wire](got.data, isWhole ? 'whole' : 'stream')
}

const contents: Readonly<Record<Wire, (parts: readonly Loose[], how: 'whole' | 'stream') => Content>> = {
  anthropic(parts, how) {
    const streamed = parts
      .filter((part) => part.type === 'content_block_start')
      .map((start) => {
        const deltas = parts.filter((part) => part.type === 'content_block_delta' && part.index === start.index)
        const json = deltas.map((part) => part.delta.partial_json ?? '').join('')
        const text = deltas.map((part) => part.delta.text ?? '').join('')
        return { ...start.content_block, text, input: json === '' ? undefined : JSON.parse(json) }
      })
    const blocks: readonly Loose[] = how === 'whole' ? parts[0]?.content : streamed
    return {
      text: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: blocks.flatMap((block) => (block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [])),
    }
  },
  responses(parts, how) {
    const done = parts.filter((part) => part.type === 'response.output_item.done').map((part) => part.item)
    const items: readonly Loose[] = how === 'whole' ? parts[0]?.output : done
    return {
      text: items.map((item) => item.content?.[0]?.text ?? '').join(''),
      calls: items.flatMap((item) => {
        if (item.type === 'custom_tool_call') return [{ name: item.name, input: item.input }]
        return item.type === 'function_call' ? [{ name: item.name, input: JSON.parse(item.arguments) }] : []
      }),
    }
  },
  chat(parts) {
    const choices: readonly Loose[] = parts.flatMap((part) => part.choices ?? [])
    const deltas = choices.map((choice) => choice.delta ?? choice.message)
    return {
      text: deltas.map((delta) => delta.content ?? '').join(''),
      calls: deltas.flatMap((delta) =>
        (delta.tool_calls ?? []).map((call: Loose) => ({
          name: call.function.name,
          input: JSON.parse(call.function.arguments),
        })),
      ),
    }
  },
  gemini(parts) {
    const all: readonly Loose[] = parts.flatMap((part) => part.candidates?.[0]?.content?.parts ?? [])
    return {
      text: all.map((part) => part.text ?? '').join(''),
      calls: all.flatMap((part) =>
        part.functionCall === undefined ? [] : [{ name: part.functionCall.name, input: part.functionCall.args }],
      ),
    }
  },
}

interface Figures {
  readonly input: number
  readonly output: number
  readonly cached: number
}

/** The figures as each provider's own documentation says to read them. */
export function figuresOf(wire: Wire, got: Got): Figures | undefined {
  return figures[wire](got.data)
}

const figures: Readonly<Record<Wire, (parts: readonly Loose[]) => Figures | undefined>> = {
  anthropic(parts) {
    const start = parts.find((part) => part.type === 'message_start')?.message.usage ?? parts[0]?.usage
    const end = parts.findLast((part) => part.type === 'message_delta')?.usage ?? parts[0]?.usage
    return start && { input: start.input_tokens, output: end.output_tokens, cached: start.cache_read_input_tokens }
  },
  responses(parts) {
    const usage = parts.findLast((part) => part.type === 'response.completed')?.response.usage ?? parts[0]?.usage
    const cached = usage?.input_tokens_details.cached_tokens
    return usage && { input: usage.input_tokens - cached, output: usage.output_tokens, cached }
  },
  chat(parts) {
    const usage = parts.at(-1)?.usage
    const cached = usage?.prompt_tokens_details.cached_tokens
    return usage && { input: usage.prompt_tokens - cached, output: usage.completion_tokens, cached }
  },
  gemini(parts) {
    const usage = parts.at(-1)?.usageMetadata
    const cached = usage?.cachedContentTokenCount
    return usage && { input: usage.promptTokenCount - cached, output: usage.candidatesTokenCount, cached }
  },
}
