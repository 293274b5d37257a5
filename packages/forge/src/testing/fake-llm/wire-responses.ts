/** OpenAI Responses. Clients act on `output_item.done` and `completed`; the events between are only for display. */
import { inputText, type Answer, type Block } from './answer.ts'
import { openAiError } from './wire-chat.ts'
import { pieces, withoutCacheWrites, type Frame, type WireFormat } from './wire.ts'
import { noTokens } from '#adapters/meter/tokens.ts'
import { defined } from '#model/defined.ts'

/** Why an answer is incomplete; undefined when it is complete. */
const reasons: Readonly<Partial<Record<Answer['stop'], string>>> = {
  length: 'max_output_tokens',
  overflow: 'max_output_tokens',
  refusal: 'content_filter',
}

export const responses: WireFormat = {
  frames(answer) {
    const running = { ...envelope(answer), status: 'in_progress', output: [], usage: null }
    const parts = answer.blocks.map((block, index) => itemFrames(answer, block, index))
    const all: (readonly [string, object])[] = [
      ['response.created', { response: running }],
      ['response.in_progress', { response: running }],
      ...parts.flat(),
      reasons[answer.stop] !== undefined
        ? ['response.incomplete', { response: whole(answer) }]
        : ['response.completed', { response: whole(answer) }],
    ]
    return all.map(([type, fields], sequence_number) => ({ event: type, data: { type, sequence_number, ...fields } }))
  },
  body: whole,
  error: openAiError,
  errorFrame(type = 'server_error') {
    const response = {
      id: 'resp_failed',
      object: 'response',
      created_at: 1_700_000_000,
      status: 'failed',
      output: [],
      error: { code: type, message: 'a scripted error in the stream' },
    }
    const data = { type: 'response.failed', sequence_number: 1000, response }
    return { event: 'response.failed', data } satisfies Frame
  },
  told: ({ tokens }, how) => (how === 'whole' ? withoutCacheWrites(tokens) : noTokens),
}

function envelope({ id, model }: Answer): object {
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 1_700_000_000,
    model,
    error: null,
    parallel_tool_calls: true,
  }
}

function whole(answer: Answer): object {
  const { tokens } = answer
  const input = tokens.inputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens
  return {
    ...envelope(answer),
    status: reasons[answer.stop] === undefined ? 'completed' : 'incomplete',
    incomplete_details: reasons[answer.stop] === undefined ? null : { reason: reasons[answer.stop] },
    output: answer.blocks.map((block, index) => itemOf(answer, block, index)),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: tokens.cacheReadTokens },
      output_tokens: tokens.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + tokens.outputTokens,
    },
  }
}

function itemOf({ id }: Answer, block: Block, index: number): object {
  if (block.kind === 'text') return { id: `msg_${id}_${index}`, type: 'message', ...said(block.text) }
  if (block.kind === 'thinking')
    return { id: `rs_${id}_${index}`, type: 'reasoning', summary: [{ type: 'summary_text', text: block.text }] }
  const call = { id: `fc_${block.id}`, call_id: `call_${block.id}`, name: block.name, status: 'completed' }
  if (typeof block.input === 'string') return { ...call, type: 'custom_tool_call', input: block.input }
  const namespace = defined({ namespace: block.namespace })
  return { ...call, ...namespace, type: 'function_call', arguments: inputText(block) }
}

function said(text: string): object {
  return { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] }
}

function itemFrames(answer: Answer, block: Block, output_index: number): readonly (readonly [string, object])[] {
  const item = itemOf(answer, block, output_index) as { readonly id: string }
  const at = { item_id: item.id, output_index }
  const added = { ...item, status: 'in_progress', ...emptied(block) }
  return [
    ['response.output_item.added', { output_index, item: added }],
    ...innerFrames(block, at),
    ['response.output_item.done', { output_index, item }],
  ]
}

function emptied(block: Block): object {
  if (block.kind === 'text') return { content: [] }
  if (block.kind === 'thinking') return { summary: [] }
  return typeof block.input === 'string' ? { input: '' } : { arguments: '' }
}

function innerFrames(block: Block, at: object): readonly (readonly [string, object])[] {
  if (block.kind === 'text') {
    const part = { type: 'output_text', text: block.text, annotations: [] }
    return [
      ['response.content_part.added', { ...at, content_index: 0, part: { ...part, text: '' } }],
      ...pieces(block.text).map(
        (delta) => ['response.output_text.delta', { ...at, content_index: 0, delta, logprobs: [] }] as const,
      ),
      ['response.output_text.done', { ...at, content_index: 0, text: block.text, logprobs: [] }],
      ['response.content_part.done', { ...at, content_index: 0, part }],
    ]
  }
  if (block.kind === 'thinking') {
    const part = { type: 'summary_text', text: block.text }
    return [
      ['response.reasoning_summary_part.added', { ...at, summary_index: 0, part: { ...part, text: '' } }],
      ...pieces(block.text).map(
        (delta) => ['response.reasoning_summary_text.delta', { ...at, summary_index: 0, delta }] as const,
      ),
      ['response.reasoning_summary_text.done', { ...at, summary_index: 0, text: block.text }],
      ['response.reasoning_summary_part.done', { ...at, summary_index: 0, part }],
    ]
  }
  const isCustom = typeof block.input === 'string'
  const name = isCustom ? 'response.custom_tool_call_input' : 'response.function_call_arguments'
  const text = inputText(block)
  return [
    ...pieces(text).map((delta) => [`${name}.delta`, { ...at, delta }] as const),
    [`${name}.done`, { ...at, ...(isCustom ? { input: text } : { arguments: text }) }],
  ]
}
