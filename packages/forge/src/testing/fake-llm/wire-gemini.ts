/** Gemini `generateContent`. */
import type { Answer, Block } from './answer.ts'
import { errorText, pieces, withoutCacheWrites, type Frame, type WireFormat } from './wire.ts'

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

const stops = { end: 'STOP', call: 'STOP', length: 'MAX_TOKENS', overflow: 'MAX_TOKENS', refusal: 'SAFETY' } as const

export const gemini: WireFormat = {
  frames(answer) {
    const parts = answer.blocks.flatMap(partsOf)
    const all = parts.length === 0 ? [{ text: '' }] : parts
    return all.map((part, index): Frame => ({
      data: chunk(answer, [part], index === all.length - 1 ? 'last' : 'more'),
    }))
  },
  body: (answer) => chunk(answer, answer.blocks.flatMap(partsOf), 'last'),
  error: (fault) => ({
    error: {
      code: fault.status,
      status: fault.type ?? statuses[fault.status] ?? 'UNKNOWN',
      message: errorText(fault),
      details: fault.details ?? [],
    },
  }),
  errorFrame: (type = 'UNAVAILABLE') => ({
    data: { error: { code: 503, status: type, message: 'a scripted error in the stream' } },
  }),
  // Every part of a stream reports them.
  told: ({ tokens }) => withoutCacheWrites(tokens),
}

function chunk({ id, model, tokens, stop }: Answer, parts: readonly object[], place: 'more' | 'last'): object {
  const prompt = tokens.inputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens
  const finish = place === 'last' ? { finishReason: stops[stop] } : {}
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...finish }],
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: tokens.outputTokens,
      totalTokenCount: prompt + tokens.outputTokens,
      cachedContentTokenCount: tokens.cacheReadTokens,
    },
    modelVersion: model,
    responseId: id,
  }
}

function partsOf(block: Block): readonly object[] {
  if (block.kind === 'text') return pieces(block.text).map((text) => ({ text }))
  if (block.kind === 'thinking') return [{ text: block.text, thought: true }]
  const { id, name, input } = block
  return [{ functionCall: { id: `call_${id}`, name, args: input }, thoughtSignature: 'ZmFrZQ==' }]
}
