/** What the real programs said, recorded against the fake provider, as our events. One folder of recordings per version. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTranslator } from '#adapters/agents/claude-code/translate.ts'
import { createConversation } from '#adapters/agents/codex/conversation.ts'
import type { Translator } from '#adapters/agents/session/index.ts'
import { endOf, foldEvent, emptySession } from '#adapters/agents/session/fold.ts'
import { raw } from '#messages/said.ts'
import type { AgentEvent } from '#model/agent-event.ts'
import { AgentEvent as AgentEventSchema } from '#model/agent-event.ts'
import type { Json } from '#model/json.ts'

const claude = (): Translator => createTranslator({ now: () => 0, decide: () => 'allowed' })
const codex = (): Translator => createConversation({ thread: {}, resume: undefined, turn: {}, now: () => 0 })

function linesOf(file: string): Json[] {
  const text = readFileSync(new URL(`./recorded/${file}.jsonl`, import.meta.url), 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Json]))
}

function replay(file: string, translator: Translator, lines = linesOf(file)) {
  const meanings = lines.map((line) => translator.take(line))
  const events: AgentEvent[] = meanings.flatMap((meaning) => meaning.events)
  for (const event of events) expect(AgentEventSchema.parse(event)).toEqual(event)
  return {
    types: events.map(({ type }) => type),
    events,
    replies: meanings.flatMap(({ replies = [] }) => replies),
    unknown: meanings.filter(({ isUnknown }) => isUnknown === true).length,
    end: endOf(
      events.reduce(foldEvent, emptySession),
      { exitCode: 0, signal: null, dismissed: 'no' },
      { found: 'none' },
      0,
    ),
  }
}

const answer = { nonce: 'abc', status: 'done', note: '' }

describe('Claude Code 2.1.325, recorded', () => {
  it('works: text, a call, its permission, its result, the typed answer, and what the provider served', () => {
    const { types, replies, unknown, end } = replay('claude-code-2.1.325-done', claude())
    expect(types).toEqual([
      'started',
      'text',
      'tool_call',
      'tool_result',
      'tool_call',
      'tool_result',
      'usage',
      'finished',
    ])
    expect(replies).toMatchObject([{ type: 'control_response', response: { response: { behavior: 'allow' } } }])
    expect(unknown).toBe(0)
    expect(end).toMatchObject({
      end: 'answered',
      answer,
      usage: { inputTokens: 300, outputTokens: 30, cacheReadTokens: 5, costMicros: 1352 },
    })
  })

  it('says success while the request had failed: it is a rate limit (F-19)', () => {
    const { end, events } = replay('claude-code-2.1.325-rate-limit', claude())
    expect(events.at(-1)).toMatchObject({ type: 'failed', kind: 'rate-limit', status: 429 })
    expect(end).toMatchObject({ end: 'failed', failure: { tag: 'transport', class: 'rate-limit' } })
  })

  it('says no status when its login could not be refreshed: it is the login all the same, and how to log in is said', () => {
    const { events } = replay('claude-code-2.1.325-expired-login', claude())
    const heard = events.reduce(foldEvent, emptySession)
    const exit = { exitCode: 1, signal: null, dismissed: 'no', login: raw('run claude once and log in') } as const
    expect(endOf(heard, exit, { found: 'none' }, 0)).toMatchObject({
      end: 'failed',
      failure: {
        tag: 'unavailable',
        what: 'the provider rejects the login: Failed to authenticate: OAuth session expired and could not be refreshed (log in again: run claude once and log in)',
      },
    })
  })

  it('is asked to wait, and goes on', () => {
    const { events, end } = replay('claude-code-2.1.325-retried', claude())
    expect(events).toContainEqual({ type: 'rate_limited', status: 429, retryAfterMs: 1000 })
    expect(end.end).toBe('answered')
  })
})

describe('Codex 0.166.0, recorded', () => {
  it('works: hello, thread, turn, an edit, the typed answer, and what the provider served', () => {
    const { types, replies, unknown, end } = replay('codex-0.166.0-done', codex())
    expect(types).toEqual(['started', 'text', 'tool_call', 'tool_result', 'usage', 'text', 'usage', 'finished'])
    expect(replies).toMatchObject([{ method: 'initialized' }, { method: 'thread/start' }, { method: 'turn/start' }])
    expect(unknown).toBe(0)
    expect(end).toMatchObject({
      end: 'answered',
      answer,
      usage: { inputTokens: 300, outputTokens: 30, cacheReadTokens: 5 },
    })
  })

  it('T-8 only the thread that was started answers and ends: a helper is work, and its tokens are booked', () => {
    const told = linesOf('codex-0.166.0-done')
    const opened = told.findIndex((line) => JSON.stringify(line).includes('"turn/started"'))
    const tokens = { inputTokens: 70, cachedInputTokens: 0, cacheWriteInputTokens: 0, outputTokens: 3 }
    const of = (method: string, params: { readonly [key: string]: Json }): Json => ({
      method,
      params: { threadId: 'a-helper', ...params },
    })
    const helper = [
      of('item/started', { item: { type: 'commandExecution', id: 'h1', command: 'ls', status: 'inProgress' } }),
      of('item/completed', { item: { type: 'agentMessage', id: 'h2', text: '{"nonce":"abc","status":"blocked"}' } }),
      of('thread/tokenUsage/updated', { tokenUsage: { total: tokens, last: tokens } }),
      of('turn/completed', { turn: { id: 't', items: [], status: 'completed', error: null } }),
      of('turn/completed', { turn: { id: 't', items: [], status: 'failed', error: { message: 'no' } } }),
    ]
    const lines = [...told.slice(0, opened + 1), ...helper, ...told.slice(opened + 1)]
    const { types, end } = replay('codex-0.166.0-done', codex(), lines)
    expect(types.filter((type) => type === 'finished' || type === 'failed')).toEqual(['finished'])
    expect(types).toContain('tool_call')
    expect(end).toMatchObject({ end: 'answered', answer, usage: { inputTokens: 370, outputTokens: 33 } })
  })

  it('a request that the provider refuses is not tried again', () => {
    expect(replay('codex-0.166.0-refused', codex()).end).toMatchObject({ failure: { tag: 'blocked' } })
  })

  it('a rate limit has its class by the status, not by the words', () => {
    const { end, events } = replay('codex-0.166.0-rate-limit', codex())
    expect(events.at(-1)).toMatchObject({ type: 'failed', kind: 'rate-limit', status: 429 })
    expect(end).toMatchObject({ failure: { tag: 'transport', class: 'rate-limit' } })
  })

  it('is asked to wait, and goes on; an answer without its nulls', () => {
    const { events, end } = replay('codex-0.166.0-retried', codex())
    expect(events).toContainEqual({ type: 'rate_limited', status: 429 })
    expect(end).toMatchObject({ end: 'answered', answer: { nonce: 'abc', status: 'done' } })
    expect(end.end === 'answered' && end.answer).not.toHaveProperty('note')
  })
})
