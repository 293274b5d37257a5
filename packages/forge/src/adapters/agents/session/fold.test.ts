import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { kindOfStatus, type AgentEvent } from '#model/agent-event.ts'
import { noUsage } from '#model/usage.ts'
import { endOf, foldEvent, emptySession, type Exit } from './fold.ts'
import type { ResultReading } from './result.ts'

const clean: Exit = { exitCode: 0, signal: null, dismissed: 'no' }
const none: ResultReading = { found: 'none' }
const finished: AgentEvent = { type: 'finished', text: 'done', structured: { nonce: 'n' } }
const silent: AgentEvent = { type: 'finished', text: 'done' }
const tokens = (inputTokens: number) => ({ ...used, inputTokens })
const { source: _, ...used } = noUsage

function failed(kind: Extract<AgentEvent, { type: 'failed' }>['kind'], more: object = {}): AgentEvent {
  return { type: 'failed', kind, message: 'because', retryable: false, ...more }
}

function ended(events: readonly AgentEvent[], exit: Partial<Exit> = {}, result: ResultReading = none) {
  return endOf(events.reduce(foldEvent, emptySession), { ...clean, ...exit }, result, 1_000_000)
}

type Case = readonly [events: readonly AgentEvent[], exit: Partial<Exit>, result: ResultReading, expected: object]

const crash = (exitCode: number | null, signal: string | null = null) => ({ tag: 'crash', exitCode, signal })

describe('F-19 the end of a session', () => {
  it.each<readonly [string, ...Case]>([
    ['a positive end with a typed answer', [finished], {}, none, { end: 'answered', answer: { nonce: 'n' } }],
    ['a positive end and the result file', [silent], {}, { found: 'one', answer: 7 }, { end: 'answered', answer: 7 }],
    ['a result file before typed output', [finished], {}, { found: 'one', answer: 7 }, { answer: 7 }],
    ['a positive end without an answer', [silent], {}, none, { failure: { tag: 'empty' } }],
    ['exit 0 without its own end', [], {}, none, { failure: crash(0) }],
    ['exit 0 without its own end, with a result', [], {}, { found: 'one', answer: 7 }, { failure: crash(0) }],
    ['exit 1 after a positive end', [finished], { exitCode: 1 }, none, { failure: crash(1) }],
    ['dismissed by Forge after its end', [finished], { exitCode: null, dismissed: 'yes' }, none, { end: 'answered' }],
    ['dismissed by Forge without its end', [], { exitCode: null, dismissed: 'yes' }, none, { failure: crash(null) }],
    ['killed', [], { exitCode: null, signal: 'SIGKILL' }, none, { failure: crash(null, 'SIGKILL') }],
    ['two positive ends', [silent, silent], {}, none, { failure: { tag: 'invalid' } }],
    [
      'the same answer twice',
      [
        { ...finished, structured: { a: 1, b: 2 } },
        { ...finished, structured: { b: 2, a: 1 } },
      ],
      {},
      none,
      { end: 'answered', answer: { a: 1, b: 2 } },
    ],
    [
      'two different answers',
      [
        { ...finished, structured: { a: 1 } },
        { ...finished, structured: { a: 2 } },
      ],
      {},
      none,
      { failure: { tag: 'invalid' } },
    ],
    [
      'an answer, and an end without one',
      [
        { ...finished, structured: { a: 1 } },
        { type: 'finished', text: '' },
      ],
      {},
      none,
      { failure: { tag: 'invalid' } },
    ],
    ['a success and then a failure', [finished, failed('server')], {}, none, { failure: { class: 'server' } }],
    ['a failure and then a success', [failed('server'), finished], {}, none, { failure: { class: 'server' } }],
    ['a failure beside a result', [failed('server')], {}, { found: 'one', answer: 7 }, { failure: crash(0) }],
    [
      'a result that cannot be read',
      [silent],
      {},
      { found: 'refused', error: raw('x') },
      { failure: { errors: ['x'] } },
    ],
    ['a program that does not exist', [], { unavailable: raw('x: ENOENT') }, none, { failure: { what: 'x: ENOENT' } }],
    [
      'F-41 a program that does not exist and will not be',
      [],
      { unavailable: raw('x: ENOENT'), missing: 'yes', works: raw('install y') },
      none,
      { failure: { tag: 'unavailable', what: 'x: ENOENT; install y', lasts: 'yes' } },
    ],
    [
      'a command line that it does not understand',
      [],
      { exitCode: 2, said: "error: unexpected argument '--x' found" },
      none,
      { failure: { tag: 'unavailable', what: "error: unexpected argument '--x' found", lasts: 'yes' } },
    ],
    [
      'the same words of one that has begun',
      [{ type: 'started', session: 's' }],
      { exitCode: 2, said: "error: unexpected argument '--x' found" },
      none,
      { failure: { tag: 'crash', said: "error: unexpected argument '--x' found" } },
    ],
  ])('F-19 %s', (_, ...seen) => {
    const [events, exit, result, expected] = seen
    expect(ended(events, exit, result)).toMatchObject(expected)
  })

  it.each([
    [failed('rate-limit', { retryAfterMs: 5 }), { tag: 'transport', class: 'rate-limit', retryAfterMs: 5 }],
    [failed('rate-limit'), { tag: 'transport', class: 'rate-limit' }],
    [failed('connection'), { tag: 'transport', class: 'connection' }],
    [failed('quota', { retryAfterMs: 60 }), { tag: 'quota', resetAt: 1_000_060 }],
    // The time is only in the text of a limit; the texts of other failures are not searched for one.
    [failed('quota', { message: 'Try again in 20 seconds.' }), { tag: 'quota', resetAt: 1_020_000 }],
    [failed('quota', { message: 'resets in 3h', retryAfterMs: 60 }), { tag: 'quota', resetAt: 1_000_060 }],
    [
      failed('rate-limit', { message: 'Please retry after 20 seconds' }),
      { tag: 'transport', class: 'rate-limit', retryAfterMs: 20_000 },
    ],
    [failed('quota', { message: 'your limit resets 3am (UTC)' }), { tag: 'quota', resetAt: 10_800_000 }],
    [failed('server', { message: 'Please retry after 20 seconds' }), { tag: 'transport', class: 'server' }],
    // The core decides how long to wait then.
    [failed('quota'), { tag: 'quota' }],
    [failed('auth'), { tag: 'unavailable', what: 'the provider rejects the login: because' }],
    [failed('request'), { tag: 'blocked', text: 'the provider rejects the request: because' }],
    [failed('budget'), { tag: 'blocked', text: 'the attempt has used up its money: because' }],
    [failed('refusal'), { tag: 'blocked', text: 'because', why: 'refusal' }],
    [failed('overflow'), { tag: 'blocked', text: 'because', why: 'overflow' }],
    [failed('blocked'), { tag: 'blocked', text: 'because' }],
    [failed('turns'), { tag: 'empty' }],
    [failed('other'), crash(3)],
  ])('R-21 %o', (event, failure) => {
    expect(ended([event], { exitCode: 3 })).toEqual({ end: 'failed', failure, usage: noUsage })
  })

  it.each<[string, readonly AgentEvent[], number]>([
    ['parts are added', [5, 6].map((count) => ({ type: 'usage', usage: tokens(count) })), 11],
    ['totals replace', [5, 6].map((count) => ({ type: 'usage', usage: tokens(count), cumulative: true })), 6],
    [
      'parts after a total are added to it',
      [
        { type: 'usage', usage: tokens(5), cumulative: true },
        { type: 'usage', usage: tokens(2) },
      ],
      7,
    ],
  ])('U-21 usage: %s, whatever the end', (_, events, inputTokens) => {
    expect(ended([...events, finished]).usage.inputTokens).toBe(inputTokens)
    expect(ended([...events, failed('server')]).usage.inputTokens).toBe(inputTokens)
    expect(ended(events).usage.inputTokens).toBe(inputTokens)
  })

  it.each([
    [401, 'auth'],
    [403, 'auth'],
    [402, 'quota'],
    [404, 'request'],
    [400, 'request'],
    [408, 'network'],
    [429, 'rate-limit'],
    [500, 'server'],
    [529, 'server'],
    [undefined, 'connection'],
  ])('R-21 a status of %s is %s', (status, kind) => expect(kindOfStatus(status)).toBe(kind))
})
