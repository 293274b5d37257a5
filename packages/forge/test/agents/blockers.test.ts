/** Models that refuse or are too small, told by their providers' own codes: through the real programs and the fake provider. */
import { describe, expect, it } from 'vitest'
import { createTranslator } from '#adapters/agents/claude-code/translate.ts'
import { failedBy } from '#adapters/agents/codex/failure.ts'
import { onStage } from './builtin.ts'

const models = [
  ['Anthropic', 'claude-sonnet-4-5'],
  ['OpenAI', 'openai/gpt-5.5'],
  ['Google', 'gemini-2.5-pro'],
  ['a compatible endpoint', 'qwen3@{url}/v1'],
] as const

/** How each provider says that a prompt is too long. */
const tooLong = {
  Anthropic: { status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' },
  OpenAI: { status: 400, type: 'context_length_exceeded' },
  Google: { status: 400, message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).' },
  'a compatible endpoint': { status: 400, type: 'context_length_exceeded' },
} as const

describe.each(models)('the built-in agent with %s', { timeout: 60_000 }, (name, model) => {
  it('U-05 S1-56 says that its model refuses', () =>
    onStage(model, async ({ perform }) => {
      const end = await perform([{ text: 'I will not do that.', stop: 'refusal' }])
      expect(end).toMatchObject({ end: 'failed', failure: { tag: 'blocked', why: 'refusal' } })
    }))

  it('U-05 S1-56 says that the work does not fit into its model', () =>
    onStage(model, async ({ perform }) => {
      const end = await perform([{ text: 'x', fail: [tooLong[name]] }])
      expect(end).toMatchObject({ end: 'failed', failure: { tag: 'blocked', why: 'overflow' } })
    }))
})

describe('a window that is full in the middle', { timeout: 60_000 }, () => {
  it('U-05 S1-56 is an overflow too, by the reason for which the model stopped', () =>
    onStage('claude-sonnet-4-5', async ({ perform }) => {
      const end = await perform([{ text: 'and then', stop: 'overflow' }])
      expect(end).toMatchObject({ end: 'failed', failure: { tag: 'blocked', why: 'overflow' } })
    }))
})

describe('Claude Code', () => {
  const ended = (more: object) =>
    createTranslator({ now: () => 0, decide: () => 'allowed' }).take({
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'words',
      ...more,
    }).events

  it('U-05 S1-56 tells why its model stopped: a refusal is no answer, an answer is none the less for it', () => {
    expect(ended({ stop_reason: 'refusal' })).toMatchObject([{ type: 'failed', kind: 'refusal' }])
    expect(ended({ stop_reason: 'model_context_window_exceeded' })).toMatchObject([{ kind: 'overflow' }])
    expect(ended({ is_error: true, terminal_reason: 'prompt_too_long' })).toMatchObject([{ kind: 'overflow' }])
    expect(ended({ stop_reason: 'end_turn' })).toMatchObject([{ type: 'finished' }])
    expect(ended({ stop_reason: 'refusal', structured_output: { a: 1 } })).toMatchObject([{ type: 'finished' }])
  })
})

describe('Codex', () => {
  it.each([
    [{ message: 'x', codexErrorInfo: 'contextWindowExceeded' }, 'overflow'],
    [{ message: 'x', codexErrorInfo: 'cyberPolicy' }, 'refusal'],
    [{ message: JSON.stringify({ error: { code: 'context_length_exceeded' } }), codexErrorInfo: 'other' }, 'overflow'],
    [{ message: 'context_length_exceeded', codexErrorInfo: 'other' }, 'other'],
  ] as const)('U-05 S1-56 %o is %s', (error, kind) => {
    expect(failedBy(error as unknown as Parameters<typeof failedBy>[0], undefined).kind).toBe(kind)
  })
})
