/**
 * The codes of providers for a request that does not fit into the model, and for a refusal of the model, as data. Some
 * have no code for a prompt that is too long; for these the beginning of their sentence is matched together with their
 * class, and nothing else is ever read from a message.
 */
import type { FailureKind } from '#model/agent-event.ts'

const codes: Readonly<Record<string, FailureKind>> = {
  // OpenAI
  context_length_exceeded: 'overflow',
  content_policy_violation: 'refusal',
  content_filter: 'refusal',
  // Anthropic: reasons to stop
  model_context_window_exceeded: 'overflow',
  refusal: 'refusal',
  // llama.cpp
  exceed_context_size_error: 'overflow',
  // Claude Code: why it ended
  prompt_too_long: 'overflow',
}

/** Class of the error, and how its sentence begins. */
const sentences: readonly { readonly type: string; readonly begins: RegExp }[] = [
  { type: 'invalid_request_error', begins: /^prompt is too long: \d+ tokens/u },
  // vLLM
  { type: 'BadRequestError', begins: /^This model's maximum context length is \d+ tokens/u },
  { type: 'INVALID_ARGUMENT', begins: /^The input token count \(?\d+\)? exceeds the maximum number of tokens/u },
]

export function kindOfCode(code: string | null | undefined): FailureKind | undefined {
  return code !== null && code !== undefined && Object.hasOwn(codes, code) ? codes[code] : undefined
}

export interface ProviderError {
  readonly code?: string | number | null | undefined
  readonly type?: string | null | undefined
  readonly status?: string | null | undefined
  readonly message?: string | null | undefined
}

/** Undefined: neither of the two. */
export function kindOfError({ code, type, status, message }: ProviderError): FailureKind | undefined {
  const known = kindOfCode(typeof code === 'string' ? code : undefined) ?? kindOfCode(type)
  if (known !== undefined) return known
  const isTooLong = sentences.some(
    (sentence) => (sentence.type === type || sentence.type === status) && sentence.begins.test(message ?? ''),
  )
  return isTooLong ? 'overflow' : undefined
}
