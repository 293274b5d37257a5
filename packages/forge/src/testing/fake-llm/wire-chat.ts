/** OpenAI Chat Completions, and compatible providers. */
import { inputText, type Answer } from './answer.ts'
import { errorText, pieces, withoutCacheWrites, type Frame, type StatusFault, type WireFormat } from './wire.ts'
import { noTokens } from '#adapters/meter/tokens.ts'

/** There a full window is a refused request, without a stop reason of its own. */
const stops = {
  end: 'stop',
  call: 'tool_calls',
  length: 'length',
  refusal: 'content_filter',
  overflow: 'length',
} as const

export const chat: WireFormat = {
  frames(answer) {
    const chunk = (delta: object, finish: string | null = null): Frame => ({
      data: { ...envelope(answer, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] },
    })
    const calls = callsOf(answer)
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(textOf(answer)).map((content) => chunk({ content })),
      ...(calls.length === 0 ? [] : [chunk({ tool_calls: calls.map((call, index) => ({ index, ...call })) })]),
      chunk({}, stops[answer.stop]),
      { data: { ...envelope(answer, 'chat.completion.chunk'), choices: [], usage: usageOf(answer) } },
    ]
  },
  ending: 'data: [DONE]\n\n',
  body(answer) {
    const calls = callsOf(answer)
    const message = {
      role: 'assistant',
      content: textOf(answer) === '' && calls.length > 0 ? null : textOf(answer),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    }
    return {
      ...envelope(answer, 'chat.completion'),
      choices: [{ index: 0, message, finish_reason: stops[answer.stop] }],
      usage: usageOf(answer),
    }
  },
  error: openAiError,
  errorFrame: (type = 'server_error') => ({
    data: { error: { message: 'a scripted error in the stream', type, code: type, param: null } },
  }),
  told: ({ tokens }, how) => (how === 'whole' ? withoutCacheWrites(tokens) : noTokens),
}

/** Clients decide by the type whether to retry: a client's error must not be labelled as a server's. */
export function openAiError(fault: StatusFault): unknown {
  const usual =
    fault.status === 429 ? 'rate_limit_exceeded' : fault.status >= 500 ? 'server_error' : 'invalid_request_error'
  const type = fault.type ?? usual
  return { error: { message: errorText(fault), type, code: type, param: null } }
}

function envelope({ id, model }: Answer, object: string): object {
  return { id: `chatcmpl-${id}`, object, created: 1_700_000_000, model }
}

function textOf({ blocks }: Answer): string {
  return blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('')
}

function callsOf({ blocks }: Answer): readonly object[] {
  return blocks.flatMap((block) =>
    block.kind === 'call'
      ? [{ id: `call_${block.id}`, type: 'function', function: { name: block.name, arguments: inputText(block) } }]
      : [],
  )
}

function usageOf({ tokens }: Answer): object {
  const prompt = tokens.inputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens
  return {
    prompt_tokens: prompt,
    completion_tokens: tokens.outputTokens,
    total_tokens: prompt + tokens.outputTokens,
    prompt_tokens_details: { cached_tokens: tokens.cacheReadTokens },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}
