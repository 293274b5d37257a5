/** The fake agent in the format of Claude Code 2.1: stream-json both ways. */
import type { FailureKind } from '#model/agent-event.ts'
import type { Json } from '#model/json.ts'
import {
  createLineInput,
  readLines,
  statusOf,
  valueOf,
  type Stage,
  type WireFormat,
} from '#testing/torture/wire-format.ts'

export function claudeTongue({ args, print, obeys }: Stage): WireFormat {
  const session = valueOf(args, '--session-id') ?? valueOf(args, '--resume') ?? 'none'
  const used = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
  let tools = 0
  let isOver: () => void = () => undefined
  const over = new Promise<void>((resolve) => (isOver = resolve))

  let last: Json = {}
  const { prompt, hear, again } = createLineInput(() => print(last))
  const result = (more: { readonly [key: string]: Json }): void => {
    last = { session_id: session, total_cost_usd: 0, usage: { ...used }, type: 'result', ...more }
    print(last)
    used.input_tokens = 0
    used.output_tokens = 0
  }

  readLines(
    () => isOver(),
    (text) => {
      const line = JSON.parse(text) as { type: string; message?: { content: string }; request_id?: string }
      if (line.type === 'user') hear(`${valueOf(args, '--append-system-prompt') ?? ''}\n${line.message?.content ?? ''}`)
      if (line.type !== 'control_request') return
      if (!obeys()) return
      print({ type: 'control_response', response: { subtype: 'success', request_id: line.request_id ?? '' } })
      result({ subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_tools' })
      void over.then(() => process.exit(0))
    },
  )

  return {
    version: '2.1.999 (Claude Code)',
    listen: () => prompt,
    again,
    begin: () =>
      print({ type: 'system', subtype: 'init', session_id: session, model: valueOf(args, '--model') ?? 'own' }),
    say: (text) => print(assistant({ type: 'text', text })),
    tool(name) {
      const id = `toolu_${(tools += 1)}`
      print(assistant({ type: 'tool_use', id, name, input: {} }))
      print(toolResult(id))
    },
    use(input, output) {
      used.input_tokens += input
      used.output_tokens += output
    },
    limited: (retryAfterMs) =>
      print({ type: 'system', subtype: 'api_retry', attempt: 1, retry_delay_ms: retryAfterMs, error_status: 429 }),
    answer: (answer) =>
      result({ subtype: 'success', is_error: false, terminal_reason: 'completed', structured_output: answer }),
    helper: (answer) => print({ ...assistant({ type: 'text', text: JSON.stringify(answer) }), ...ofHelper }),
    finish: () => result({ subtype: 'success', is_error: false, terminal_reason: 'completed', result: 'done' }),
    fail: (as) => result(failed(as)),
    spent(resetMs) {
      const resetsAt = Math.round((Date.now() + resetMs) / 1000)
      print({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt } })
      result(failed('rate-limit'))
    },
    farewell: () => over,
  }
}

function failed(as: FailureKind): { readonly [key: string]: Json } {
  if (as === 'turns') return { subtype: 'error_max_turns', is_error: true }
  if (as === 'budget') return { subtype: 'error_max_budget_usd', is_error: true }
  if (as === 'other') return { subtype: 'error_during_execution', is_error: true }
  const status = statusOf[as] ?? null
  return { subtype: 'success', is_error: true, terminal_reason: 'api_error', api_error_status: status, result: as }
}

function assistant(block: Json): { readonly [key: string]: Json } {
  return { type: 'assistant', message: { role: 'assistant', content: [block] } }
}

function toolResult(id: string): Json {
  return { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] } }
}

/** The parent tool call of a line from a helper. */
const ofHelper = { parent_tool_use_id: 'toolu_helper' }
