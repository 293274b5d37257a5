/** The fake agent in the place of the built-in one: Forge's own events, one per line. */
import { text } from 'node:stream/consumers'
import type { Stage, Tongue } from '#adapters/agents/torture/tongue.ts'

export function builtinTongue({ print }: Stage): Tongue {
  return {
    version: '1.0.0',
    listen: () => text(process.stdin),
    begin: (session) => print({ type: 'started', session }),
    say: (said) => print({ type: 'text', text: said }),
    tool: (name) => print({ type: 'tool_call', id: '1', name, input: null }),
    use: (inputTokens, outputTokens) =>
      print({
        type: 'usage',
        usage: { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, costMicros: 0 },
      }),
    limited: (retryAfterMs) => print({ type: 'rate_limited', status: 429, retryAfterMs }),
    answer: (structured) => print({ type: 'finished', text: '', structured }),
    finish: () => print({ type: 'finished', text: '' }),
    fail: (as) => print({ type: 'failed', kind: as, message: as, retryable: false }),
    farewell: () => Promise.resolve(),
  }
}
