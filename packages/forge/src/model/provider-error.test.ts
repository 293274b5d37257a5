import { describe, expect, it } from 'vitest'
import { kindOfCode, kindOfError } from './provider-error.ts'

describe('what providers call it', () => {
  it.each([
    ['OpenAI', { code: 'context_length_exceeded', type: 'invalid_request_error', message: 'x' }, 'overflow'],
    ['Anthropic', { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000' }, 'overflow'],
    [
      'Gemini',
      {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).',
      },
      'overflow',
    ],
    ['llama.cpp', { code: 400, type: 'exceed_context_size_error', message: 'x' }, 'overflow'],
    [
      'vLLM',
      { code: 400, type: 'BadRequestError', message: "This model's maximum context length is 4096 tokens. However, …" },
      'overflow',
    ],
    ['OpenAI', { code: 'content_policy_violation', message: 'x' }, 'refusal'],
  ])('S1-56 %s: %o', (_, error, kind) => expect(kindOfError(error)).toBe(kind))

  it('S1-56 D-10 is a code, never a word somewhere in a message: what talks about it is not it', () => {
    for (const message of [
      'the auth token is wrong: prompt is too long: 9 tokens',
      'context_length_exceeded',
      'I cannot: refusal',
    ])
      expect(kindOfError({ type: 'invalid_request_error', message })).toBeUndefined()
    expect(kindOfError({ type: 'authentication_error', message: 'prompt is too long: 9 tokens' })).toBeUndefined()
    expect(kindOfCode('toString')).toBeUndefined()
    expect(kindOfCode('end_turn')).toBeUndefined()
  })
})
