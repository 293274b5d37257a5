/** The output limit of a request, and the same request with a lower one. Each wire format has its own field for it. */
import { z } from 'zod'
import { parseJson } from '#model/parse-json.ts'
import type { Wire } from './routes.ts'

export interface OutputRequest {
  /** Absent if the path names it. */
  readonly model?: string | undefined
  /** The limit of the answer; absent: the model's maximum. */
  readonly outputTokens?: number | undefined
}

const Count = z.number().int().nonnegative().nullish()
const Body = z.looseObject({
  model: z.string().optional(),
  max_tokens: Count,
  max_completion_tokens: Count,
  max_output_tokens: Count,
  thinking: z.looseObject({ budget_tokens: Count }).nullish(),
  generationConfig: z
    .looseObject({
      maxOutputTokens: Count,
      thinkingConfig: z.looseObject({ thinkingBudget: z.number().nullish() }).nullish(),
    })
    .nullish(),
})
type Body = z.infer<typeof Body>

/** Undefined: this wire format has no such limit. */
export function readAsked(wire: Wire, body: Buffer): OutputRequest | undefined {
  const read = Body.safeParse(parseJson(body.toString('utf8'))).data
  if (read === undefined) return undefined
  return { model: read.model, outputTokens: outputOf(wire, read) ?? undefined }
}

function outputOf(wire: Wire, body: Body): number | null | undefined {
  if (wire === 'anthropic') return body.max_tokens
  if (wire === 'responses') return body.max_output_tokens
  if (wire === 'chat') return body.max_completion_tokens ?? body.max_tokens
  return body.generationConfig?.maxOutputTokens
}

export function withOutputBound(wire: Wire, body: Buffer, tokens: number): Buffer {
  const read = Body.safeParse(parseJson(body.toString('utf8'))).data
  if (read === undefined) return body
  return Buffer.from(JSON.stringify({ ...read, ...boundOf(wire, read, tokens) }))
}

function boundOf(wire: Wire, body: Body, tokens: number): Partial<Body> {
  if (wire === 'anthropic') return { max_tokens: tokens, ...thinkingWithin(body, tokens) }
  if (wire === 'responses') return { max_output_tokens: tokens }
  if (wire === 'gemini') return { generationConfig: geminiWithin(body, tokens) }
  // Servers of this format know only one of both names; newer OpenAI models refuse the older one.
  return body.max_tokens === undefined || body.max_tokens === null
    ? { max_completion_tokens: tokens }
    : { max_tokens: tokens }
}

/** Anthropic's minimum for the thinking budget, and what an answer needs besides. */
const leastThinking = 1024
const besidesThinking = 256

/** Thinking counts as output, and its budget must be smaller; with too little left it is disabled. */
function thinkingWithin({ thinking }: Body, tokens: number): Partial<Body> {
  const budget = thinking?.budget_tokens ?? 0
  if (budget <= tokens - besidesThinking) return {}
  if (tokens - besidesThinking < leastThinking) return { thinking: { type: 'disabled' } }
  return { thinking: { ...thinking, budget_tokens: tokens - besidesThinking } }
}

function geminiWithin({ generationConfig }: Body, tokens: number): Body['generationConfig'] {
  const { thinkingConfig } = generationConfig ?? {}
  const half = Math.floor(tokens / 2)
  const isOver = (thinkingConfig?.thinkingBudget ?? 0) > half
  return {
    ...generationConfig,
    maxOutputTokens: tokens,
    ...(isOver ? { thinkingConfig: { ...thinkingConfig, thinkingBudget: half } } : {}),
  }
}
