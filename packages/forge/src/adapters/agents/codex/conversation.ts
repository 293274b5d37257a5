/**
 * The conversation with Codex's app-server: hello → thread (a new one, or the lost one) → one turn → its end. The
 * app-server and not `codex exec`, because it reports usage while it grows, also for failing turns, classes of errors
 * with their status, and limits of the account, and because it can be interrupted by a request, which ends its shells
 * too.
 */
import { unknownLine, type Meaning, type Translator } from '#adapters/agents/session/index.ts'
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import { createHearing } from './hearing.ts'
import { AnyNotification, Notification, Response, ServerRequest, ThreadResult, TurnResult } from './protocol.ts'

export interface Opening {
  /** Parameters of a new thread. */
  readonly thread: { readonly [key: string]: Json }
  /** The thread to resume, if there is one. */
  readonly resume: string | undefined
  /** Parameters of the turn, without its thread. */
  readonly turn: { readonly [key: string]: Json }
  readonly now: () => number
}

const ids = { hello: 1, thread: 2, turn: 3, resume: 4, stop: 5 } as const

export function helloLine(version: string): Json {
  const clientInfo = { name: 'forge', title: 'Forge', version }
  return { id: ids.hello, method: 'initialize', params: { clientInfo } }
}

export interface Conversation extends Translator {
  /** The request that interrupts the turn; undefined while there is none. */
  stopLine(): Json | undefined
  /** Another turn of the same thread; undefined while there is none. */
  againLine(text: string): Json | undefined
}

export function createConversation({ thread, resume, turn, now }: Opening): Conversation {
  const hearing = createHearing(now)
  let threadId: string | undefined
  let turnId: string | undefined

  const startThread = (): Json => ({ id: ids.thread, method: 'thread/start', params: thread })
  const firstThread = (): Json =>
    resume === undefined
      ? startThread()
      : { id: ids.resume, method: 'thread/resume', params: { ...thread, threadId: resume, excludeTurns: true } }

  function onResponse({ id, result, error }: ReturnType<typeof Response.parse>): Meaning {
    if (error !== undefined) return onError(id, error.message)
    if (id === ids.hello) return { events: [], replies: [{ method: 'initialized' }, firstThread()] }
    if (id === ids.thread || id === ids.resume) return onThread(result ?? null)
    const started = TurnResult.safeParse(result)
    if (id === ids.turn && started.success) turnId = started.data.turn.id
    return { events: [] }
  }

  function onError(id: number | string, message: string): Meaning {
    // A lost conversation starts anew; a turn that has ended cannot be interrupted and need not be.
    if (id === ids.resume) return { events: [], replies: [startThread()] }
    if (id === ids.stop) return { events: [] }
    return { events: [{ type: 'failed', kind: 'request', message, retryable: false }] }
  }

  function onThread(result: Json): Meaning {
    const known = ThreadResult.safeParse(result)
    if (!known.success) return unknownLine
    const { model } = known.data
    threadId = known.data.thread.id
    return {
      events: [{ type: 'started', session: threadId, ...defined({ model }) }],
      replies: [{ id: ids.turn, method: 'turn/start', params: { ...turn, threadId } }],
    }
  }

  /** Only the started thread answers and ends; the work of its subagents is reported as work. */
  function hear(notification: Notification): Meaning['events'] {
    const of = notification.params.threadId ?? threadId
    return of === threadId ? hearing.take(notification) : hearing.overhear(notification)
  }

  return {
    take(line) {
      const request = ServerRequest.safeParse(line)
      if (request.success) return { events: [], replies: [refusalOf(request.data)] }
      const response = Response.safeParse(line)
      if (response.success) return onResponse(response.data)
      const notification = Notification.safeParse(line)
      if (notification.success) return { events: hear(notification.data) }
      return AnyNotification.safeParse(line).success ? { events: [] } : unknownLine
    },
    stopLine: () =>
      threadId === undefined || turnId === undefined
        ? undefined
        : { id: ids.stop, method: 'turn/interrupt', params: { threadId, turnId } },
    againLine: (text) =>
      threadId === undefined
        ? undefined
        : { id: ids.turn, method: 'turn/start', params: { ...turn, input: [{ type: 'text', text }], threadId } },
  }
}

/** No human can be asked: what the sandbox forbids stays forbidden. */
function refusalOf({ id, method }: ReturnType<typeof ServerRequest.parse>): Json {
  return method.endsWith('/requestApproval')
    ? { id, result: { decision: 'decline' } }
    : { id, error: { code: -32_601, message: `${method}: nobody is there to answer` } }
}
