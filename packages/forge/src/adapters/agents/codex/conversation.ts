/**
 * The conversation with Codex's app-server: hello → thread (a new one, or the one that was lost) → one turn → its end.
 * The app-server and not `codex exec`, because it tells what was used as it grows, also of turns that fail, classes of
 * errors with their status, limits of the account, and it obeys a word to stop with its shells gone.
 */
import { unknownLine, type Meaning, type Translator } from '#adapters/agents/session/index.ts'
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import { createHearing } from './hearing.ts'
import { AnyNotification, Notification, Response, ServerRequest, ThreadResult, TurnResult } from './protocol.ts'

export interface Opening {
  /** Parameters of a new thread. */
  readonly thread: { readonly [key: string]: Json }
  /** The thread to go on with, if there is one. */
  readonly resume: string | undefined
  /** Parameters of the turn, but for its thread. */
  readonly turn: { readonly [key: string]: Json }
  readonly now: () => number
}

const ids = { hello: 1, thread: 2, turn: 3, resume: 4, stop: 5 } as const

export function helloLine(version: string): Json {
  const clientInfo = { name: 'forge', title: 'Forge', version }
  return { id: ids.hello, method: 'initialize', params: { clientInfo } }
}

export interface Conversation extends Translator {
  /** The word that ends the turn; undefined while there is none. */
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
    // A conversation that is not there any more is begun anew; a turn that is over cannot be stopped, nor need it be.
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

  /** Only the thread that was started answers and ends; what its helpers do is told as work. */
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

/** Nobody is there to ask: what the sandbox does not allow is not allowed. */
function refusalOf({ id, method }: ReturnType<typeof ServerRequest.parse>): Json {
  return method.endsWith('/requestApproval')
    ? { id, result: { decision: 'decline' } }
    : { id, error: { code: -32_601, message: `${method}: nobody is there to answer` } }
}
