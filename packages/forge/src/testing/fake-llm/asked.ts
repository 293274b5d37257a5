/** A request in the form that scripts are matched against: its entries in order, and the offered tools. */
import { z } from 'zod'
import type { Wire } from '#adapters/meter/routes.ts'

export interface Entry {
  readonly by: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
}

export interface Offered {
  readonly name: string
  /** Responses: tools of an MCP server are called with the namespace in which they were offered. */
  readonly namespace?: string
  /** `custom`: its input is a text of its own language. */
  readonly kind: 'function' | 'custom'
  /** Properties of its input with their schemas. */
  readonly properties: Readonly<Record<string, unknown>>
}

export interface FakeRequestBody {
  readonly model: string
  readonly isStream: boolean
  readonly entries: readonly Entry[]
  readonly tools: readonly Offered[]
  /** The JSON Schema of the answer, where the request sets one by the provider's own means. */
  readonly wants?: unknown
}

const Loose = z.looseObject({})
type Loose = z.infer<typeof Loose>

/** The relevant parts of a request; undefined when it is not a request of this wire format. */
export function readAsked(wire: Wire, body: unknown): FakeRequestBody | undefined {
  const parsed = Loose.safeParse(body)
  if (!parsed.success) return undefined
  const asked = readers[wire](parsed.data)
  return asked.entries.length === 0 ? undefined : { ...asked, entries: asked.entries.filter(hasMeaning) }
}

const readers: Readonly<Record<Wire, (body: Loose) => FakeRequestBody>> = {
  anthropic: (body) => ({
    ...common(body),
    entries: [
      { by: 'system', text: textOf(body['system']) },
      ...listOf(body['messages']).flatMap((message) => blocksOf(message, 'tool_result')),
    ],
    tools: listOf(body['tools']).map((tool) => offered(tool, tool['input_schema'])),
    wants: at(body, 'output_config', 'format', 'schema') ?? at(body, 'output_format', 'schema'),
  }),
  chat: (body) => ({
    ...common(body),
    entries: listOf(body['messages']).map((message) => ({
      by: chatRoles[String(message['role'])] ?? 'user',
      text: textOf(message['content']),
    })),
    tools: listOf(body['tools']).map((tool) => {
      const inner = Loose.safeParse(tool['function']).data ?? tool
      return offered(inner, inner['parameters'])
    }),
    wants: at(body, 'response_format', 'json_schema', 'schema'),
  }),
  responses: (body) => ({
    ...common(body),
    entries: [
      { by: 'system', text: textOf(body['instructions']) },
      ...(typeof body['input'] === 'string'
        ? [{ by: 'user' as const, text: body['input'] }]
        : listOf(body['input']).map(itemOf)),
    ],
    tools: listOf(body['tools']).flatMap(responsesTools),
    wants: at(body, 'text', 'format', 'schema'),
  }),
  gemini: (body) => ({
    ...common(body),
    entries: [
      { by: 'system', text: partsText(body['systemInstruction'] ?? body['system_instruction']) },
      ...listOf(body['contents']).flatMap(contentOf),
    ],
    tools: listOf(body['tools'])
      .flatMap((tool) => listOf(tool['functionDeclarations'] ?? tool['function_declarations']))
      .map((tool) => offered(tool, tool['parametersJsonSchema'] ?? tool['parameters'])),
    wants: at(body, 'generationConfig', 'responseJsonSchema') ?? at(body, 'generationConfig', 'responseSchema'),
  }),
}

function at(body: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => Loose.safeParse(inner).data?.[name], body)
}

const chatRoles: Readonly<Record<string, Entry['by']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
}

function common(body: Loose): { model: string; isStream: boolean } {
  return { model: typeof body['model'] === 'string' ? body['model'] : '', isStream: body['stream'] === true }
}

/** An assistant's entry counts as a turn even without text; other entries without text are ignored. */
function hasMeaning({ by, text }: Entry): boolean {
  return by === 'assistant' || by === 'tool' || text !== ''
}

function listOf(value: unknown): readonly Loose[] {
  if (!Array.isArray(value)) return []
  return (value as unknown[]).flatMap((item) => {
    const parsed = Loose.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}

/** A string, or the texts of its blocks. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return listOf(value)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n')
}

function blocksOf(message: Loose, resultType: string): readonly Entry[] {
  const text = textOf(message['content'])
  if (message['role'] === 'assistant') return [{ by: 'assistant', text }]
  const isResult = listOf(message['content']).some(({ type }) => type === resultType)
  return [...(isResult ? [{ by: 'tool' as const, text: '' }] : []), { by: 'user', text }]
}

function itemOf(item: Loose): Entry {
  const type = typeof item['type'] === 'string' ? item['type'] : 'message'
  if (type === 'message') return { by: chatRoles[String(item['role'])] ?? 'user', text: textOf(item['content']) }
  return { by: type.endsWith('_output') ? 'tool' : 'assistant', text: '' }
}

function responsesTools(tool: Loose): readonly Offered[] {
  const name = typeof tool['name'] === 'string' ? tool['name'] : ''
  if (tool['type'] === 'namespace')
    return listOf(tool['tools']).map((inner) => ({ ...offered(inner, inner['parameters']), namespace: name }))
  if (tool['type'] === 'custom') return [{ name, kind: 'custom', properties: {} }]
  return tool['type'] === 'function' ? [offered(tool, tool['parameters'])] : []
}

function contentOf(content: Loose): readonly Entry[] {
  const text = partsText(content)
  if (content['role'] === 'model') return [{ by: 'assistant', text }]
  const isResult = listOf(content['parts']).some((part) => part['functionResponse'] !== undefined)
  return [...(isResult ? [{ by: 'tool' as const, text: '' }] : []), { by: 'user', text }]
}

function partsText(content: unknown): string {
  const parsed = Loose.safeParse(content)
  return parsed.success ? textOf(parsed.data['parts']) : ''
}

function offered(tool: Loose, schema: unknown): Offered {
  const properties = Loose.safeParse(Loose.safeParse(schema).data?.['properties']).data ?? {}
  const { name, namespace } = tool
  return {
    name: typeof name === 'string' ? name : '',
    kind: 'function',
    properties,
    ...(typeof namespace === 'string' ? { namespace } : {}),
  }
}
