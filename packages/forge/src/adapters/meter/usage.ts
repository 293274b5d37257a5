/**
 * Reads the usage that a provider reports in each wire format. Foreign JSON: fields that do not fit count as absent.
 */
import { z } from 'zod'
import { defined } from '#model/defined.ts'
import type { Wire } from './routes.ts'
import type { Tokens } from './tokens.ts'

/** What one message of a provider reports; later figures of the same request replace earlier ones. */
export interface ReportedUsage {
  readonly tokens?: Partial<Tokens>
  readonly model?: string
  /** An error inside a stream that started well. */
  readonly error?: string
}

const Count = z.number().int().nonnegative().nullish()

const AnthropicUsage = z.object({
  input_tokens: Count,
  output_tokens: Count,
  cache_read_input_tokens: Count,
  cache_creation_input_tokens: Count,
  cache_creation: z.object({ ephemeral_1h_input_tokens: Count }).nullish(),
})

const Anthropic = z.object({
  type: z.string(),
  model: z.string().optional(),
  message: z.object({ model: z.string().optional(), usage: AnthropicUsage.optional() }).optional(),
  usage: AnthropicUsage.optional(),
  error: z.object({ type: z.string() }).optional(),
})

const OpenAiCached = z.object({ cached_tokens: Count, cache_write_tokens: Count })

const OpenAiUsage = z.object({
  input_tokens: Count,
  prompt_tokens: Count,
  output_tokens: Count,
  completion_tokens: Count,
  input_tokens_details: OpenAiCached.nullish(),
  prompt_tokens_details: OpenAiCached.nullish(),
})

const OpenAi = z.object({
  model: z.string().optional(),
  usage: OpenAiUsage.nullish(),
  error: z.object({ code: z.string().nullish(), type: z.string().nullish() }).nullish(),
})

const Responses = OpenAi.extend({ type: z.string().optional(), response: OpenAi.optional() })

const Gemini = z.object({
  modelVersion: z.string().optional(),
  usageMetadata: z
    .object({
      promptTokenCount: Count,
      candidatesTokenCount: Count,
      thoughtsTokenCount: Count,
      cachedContentTokenCount: Count,
      toolUsePromptTokenCount: Count,
    })
    .optional(),
  error: z.object({ status: z.string().optional() }).optional(),
})

export function readUsage(wire: Wire, message: unknown): ReportedUsage {
  return readers[wire](message)
}

const readers: Readonly<Record<Wire, (message: unknown) => ReportedUsage>> = {
  anthropic(message) {
    const { data } = Anthropic.safeParse(message)
    if (data === undefined) return {}
    const usage = data.message?.usage ?? data.usage
    return told({
      model: data.message?.model ?? data.model,
      error: data.type === 'error' ? (data.error?.type ?? 'error') : undefined,
      tokens: usage && {
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        cacheReadTokens: usage.cache_read_input_tokens,
        cacheWriteTokens: usage.cache_creation_input_tokens,
        cacheWriteHourTokens: usage.cache_creation?.ephemeral_1h_input_tokens || undefined,
      },
    })
  },
  responses(message) {
    const { data } = Responses.safeParse(message)
    return data === undefined ? {} : openAi(data.response ?? data)
  },
  chat(message) {
    const { data } = OpenAi.safeParse(message)
    return data === undefined ? {} : openAi(data)
  },
  gemini(message) {
    // Without `alt=sse` a stream is one JSON list.
    const { data } = Gemini.safeParse(Array.isArray(message) ? message.at(-1) : message)
    if (data === undefined) return {}
    const usage = data.usageMetadata
    const cached = usage?.cachedContentTokenCount ?? 0
    return told({
      model: data.modelVersion,
      error: data.error === undefined ? undefined : (data.error.status ?? 'error'),
      tokens: usage && {
        inputTokens: Math.max(0, (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0) - cached),
        outputTokens: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
        cacheReadTokens: cached,
      },
    })
  },
}

function openAi({ usage, model, error }: z.infer<typeof OpenAi>): ReportedUsage {
  const details = usage?.input_tokens_details ?? usage?.prompt_tokens_details
  const [cached, written] = [details?.cached_tokens ?? 0, details?.cache_write_tokens ?? 0]
  return told({
    model,
    error: error ? (error.code ?? error.type ?? 'error') : undefined,
    tokens: usage && {
      inputTokens: Math.max(0, (usage.input_tokens ?? usage.prompt_tokens ?? 0) - cached - written),
      outputTokens: usage.output_tokens ?? usage.completion_tokens,
      cacheReadTokens: cached,
      ...(written === 0 ? {} : { cacheWriteTokens: written }),
    },
  })
}

interface Found {
  readonly model: string | undefined
  readonly error: string | undefined
  readonly tokens: { readonly [Name in keyof Tokens]?: number | null | undefined } | null | undefined
}

function told({ model, error, tokens }: Found): ReportedUsage {
  const known = Object.entries(tokens ?? {}).filter(([, count]) => typeof count === 'number')
  return {
    ...defined({ model, error }),
    ...(known.length === 0 ? {} : { tokens: Object.fromEntries(known) }),
  }
}
