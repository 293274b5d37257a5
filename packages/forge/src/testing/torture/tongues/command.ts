/** The fake agent as any program: reads its prompt to the end, answers with one JSON line. */
import { text } from 'node:stream/consumers'
import type { Stage, WireFormat } from '#testing/torture/wire-format.ts'

export function commandTongue({ print }: Stage): WireFormat {
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
    limited: (retryAfterMs) => print({ type: 'rate_limited', retryAfterMs }),
    answer: (answer) => print(answer),
    finish: () => undefined,
    fail: (as) => print({ type: 'failed', kind: as, message: as, retryable: false }),
    spent: (retryAfterMs) =>
      print({ type: 'failed', kind: 'quota', message: 'nothing left', retryable: false, retryAfterMs }),
    farewell: () => Promise.resolve(),
  }
}
