/** How Forge translates ACP: permissions, shown work, ends, and tokens in three places. */
import {
  RequestError,
  type RequestPermissionRequest,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import type { AgentTask } from '#engine/ports.ts'
import type { Json } from '#model/json.ts'
import { endingOf, failureOf, isPromptEnd, usageIn } from './ending.ts'
import { permissionFor } from './permission.ts'
import { quirks } from './quirks.ts'
import { eventsOf } from './updates.ts'

const options = (['allow_always', 'allow_once', 'reject_once'] as const).map((kind) => ({
  optionId: kind,
  name: kind,
  kind,
}))

function asks(kind: NonNullable<RequestPermissionRequest['toolCall']['kind']>): RequestPermissionRequest {
  return { sessionId: 's', toolCall: { toolCallId: 't', kind }, options }
}

describe('a question for permission', () => {
  it.each<[AgentTask['task']['do'], Parameters<typeof asks>[0], string]>([
    ['work', 'edit', 'allow_once'],
    ['work', 'execute', 'allow_once'],
    ['judge', 'edit', 'reject_once'],
    ['plan', 'delete', 'reject_once'],
    ['judge', 'execute', 'allow_once'],
    ['judge', 'read', 'allow_once'],
  ])('U-30 of one who is to %s, for %s: %s', (does, kind, optionId) => {
    expect(permissionFor(asks(kind), does)).toEqual({ outcome: { outcome: 'selected', optionId } })
  })

  it('T-26 that has no answer to choose is cancelled, never allowed', () => {
    expect(permissionFor({ ...asks('edit'), options: [] }, 'work')).toEqual({ outcome: { outcome: 'cancelled' } })
  })
})

describe('work shown', () => {
  it.each<[string, SessionUpdate, readonly object[]]>([
    [
      'text',
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' } },
      [{ type: 'text', text: 'hi' }],
    ],
    ['thoughts are not text', { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } }, []],
    [
      'a call with its arguments',
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Write', kind: 'edit', rawInput: { path: 'a' } },
      [{ type: 'tool_call', id: 't', name: 'edit', input: { path: 'a' } }],
    ],
    [
      'a call that only shows where',
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Write', locations: [{ path: '/a' }] },
      [{ type: 'tool_call', id: 't', name: 'Write', input: { paths: ['/a'] } }],
    ],
    ['a call under way', { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' }, []],
    [
      'a call that failed',
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        status: 'failed',
        content: [{ type: 'content', content: { type: 'text', text: 'no' } }],
      },
      [{ type: 'tool_result', id: 't', ok: false, output: 'no' }],
    ],
  ])('%s', (_, update, events) => expect(eventsOf(update)).toEqual(events))
})

describe('an end', () => {
  it.each<[StopReason, object]>([
    ['end_turn', { type: 'finished' }],
    ['max_tokens', { type: 'failed', kind: 'turns' }],
    ['max_turn_requests', { type: 'failed', kind: 'turns' }],
    ['refusal', { type: 'failed', kind: 'refusal' }],
    ['cancelled', { type: 'failed', kind: 'other' }],
  ])('F-19 by %s', (reason, event) => expect(endingOf(reason, '')).toMatchObject(event))

  it.each<[unknown, object]>([
    [new RequestError(429, 'slow down'), { kind: 'rate-limit', status: 429, retryable: true }],
    [new RequestError(-32_603, 'x', { statusCode: 503 }), { kind: 'server', status: 503 }],
    [new RequestError(-32_603, 'x', { errorKind: 'rate_limit' }), { kind: 'rate-limit' }],
    [
      new RequestError(429, 'too much', { error: { details: [{ retryDelay: '34s' }] } }),
      { kind: 'rate-limit', retryAfterMs: 34_000 },
    ],
    [new RequestError(-32_000, 'log in first'), { kind: 'auth' }],
    [new RequestError(-32_602, 'no such model'), { kind: 'other' }],
    [new Error('the connection closed'), { kind: 'other' }],
  ])('S1-65 by an error, by its class: %s', (error, event) => expect(failureOf(error)).toMatchObject(event))
})

describe('tokens', () => {
  const answer = (result: Json): Json => ({
    jsonrpc: '2.0',
    id: 3,
    result: { stopReason: 'end_turn', ...(result as object) },
  })
  it.each<[string, Json, number | undefined]>([
    ['of the prompt', answer({ usage: { inputTokens: 5, outputTokens: 2 } }), 5],
    ['of the quota', answer({ _meta: { quota: { token_count: { input_tokens: 7, output_tokens: 1 } } } }), 7],
    ['that are not told', answer({}), undefined],
    ['that are nonsense', answer({ usage: { inputTokens: -5, outputTokens: 'x' } }), undefined],
    ['in another message', { jsonrpc: '2.0', method: 'session/update' }, undefined],
  ])('U-21 %s', (_, line, inputTokens) => {
    const [event] = usageIn(line, 'prompt')
    expect(event?.type === 'usage' ? event.usage.inputTokens : undefined).toBe(inputTokens)
  })

  it('U-21 of a whole session replace what was told before', () => {
    expect(usageIn(answer({ usage: { inputTokens: 5 } }), 'session')).toMatchObject([{ cumulative: true }])
    expect(isPromptEnd(answer({}))).toBe(true)
  })
})

describe('what is known of agents', () => {
  it('names each once, and leaves no word in an environment that nobody fills', () => {
    expect(new Set(quirks.map(({ name }) => name)).size).toBe(quirks.length)
    const words = quirks.flatMap(
      ({ env, provider }) =>
        Object.values({ ...env, ...provider?.env })
          .join(' ')
          .match(/\{\w+\}/g) ?? [],
    )
    expect(words.filter((word) => !['{home}', '{url}', '{key}', '{model}'].includes(word))).toEqual([])
  })
})
