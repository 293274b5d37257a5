/** Anthropic Messages. */
import type { Answer, Block } from './answer.ts'
import { errorText, pieces, type Frame, type WireFormat } from './wire.ts'

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

const stops = {
  end: 'end_turn',
  call: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
  overflow: 'model_context_window_exceeded',
} as const

export const anthropic: WireFormat = {
  frames(answer) {
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = answer.tokens
    const usage = {
      input_tokens: inputTokens,
      cache_creation_input_tokens: cacheWriteTokens,
      cache_read_input_tokens: cacheReadTokens,
      output_tokens: 1,
    }
    const message = { ...envelope(answer), content: [], stop_reason: null, stop_sequence: null, usage }
    return [
      frame({ type: 'message_start', message }),
      frame({ type: 'ping' }),
      ...answer.blocks.flatMap((block, index) => blockFrames(block, index)),
      frame({
        type: 'message_delta',
        delta: { stop_reason: stops[answer.stop], stop_sequence: null },
        usage: { output_tokens: outputTokens },
      }),
      frame({ type: 'message_stop' }),
    ]
  },
  body: (answer) => ({
    ...envelope(answer),
    content: answer.blocks.map(wholeBlock),
    stop_reason: stops[answer.stop],
    stop_sequence: null,
    usage: {
      input_tokens: answer.tokens.inputTokens,
      cache_creation_input_tokens: answer.tokens.cacheWriteTokens,
      cache_read_input_tokens: answer.tokens.cacheReadTokens,
      output_tokens: answer.tokens.outputTokens,
    },
  }),
  error: (fault) => ({
    type: 'error',
    error: { type: fault.type ?? errorTypes[fault.status] ?? 'api_error', message: errorText(fault) },
    request_id: 'req_fake',
  }),
  errorFrame: (type = 'overloaded_error') =>
    frame({ type: 'error', error: { type, message: 'a scripted error in the stream' } }),
  // The start of a stream reports the input and the first token.
  told: ({ tokens }, how) => (how === 'whole' ? tokens : { ...tokens, outputTokens: 1 }),
}

function envelope({ id, model }: Answer): object {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model }
}

function wholeBlock(block: Block): object {
  if (block.kind === 'text') return { type: 'text', text: block.text }
  if (block.kind === 'thinking') return { type: 'thinking', thinking: block.text, signature: 'fake' }
  return { type: 'tool_use', id: `toolu_${block.id}`, name: block.name, input: block.input }
}

function blockFrames(block: Block, index: number): readonly Frame[] {
  const delta = (delta: object): Frame => frame({ type: 'content_block_delta', index, delta })
  const start = (content_block: object): Frame => frame({ type: 'content_block_start', index, content_block })
  const stop = frame({ type: 'content_block_stop', index })
  if (block.kind === 'text')
    return [
      start({ type: 'text', text: '' }),
      ...pieces(block.text).map((text) => delta({ type: 'text_delta', text })),
      stop,
    ]
  if (block.kind === 'thinking')
    return [
      start({ type: 'thinking', thinking: '', signature: '' }),
      ...pieces(block.text).map((thinking) => delta({ type: 'thinking_delta', thinking })),
      delta({ type: 'signature_delta', signature: 'fake' }),
      stop,
    ]
  return [
    start({ type: 'tool_use', id: `toolu_${block.id}`, name: block.name, input: {} }),
    ...pieces(JSON.stringify(block.input)).map((partial_json) => delta({ type: 'input_json_delta', partial_json })),
    stop,
  ]
}

function frame(data: Readonly<Record<string, unknown>> & { readonly type: string }): Frame {
  return { event: data.type, data }
}
