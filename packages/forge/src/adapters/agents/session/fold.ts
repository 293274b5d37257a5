/**
 * Folds the events of an agent to the end of its attempt. Pure: one event after the other, then the end.
 *
 * 1. An attempt is finished only if the runtime reported success; an exit without that report is a crash, whatever its
 *    code.
 * 2. Contradicting signs are never an answer (F-19): a failure wins over a success, a failure beside an answer is a
 *    crash, and two successes are none, unless both have the same answer.
 * 3. Usage is booked whatever the end; a reported total replaces the figures, a reported part is added to them.
 */
import type { AgentEnd } from '#engine/ports.ts'
import { raw, say, several, truncated, type Said } from '#messages/said.ts'
import type { AgentEvent, AgentEventOf } from '#model/agent-event.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Failure } from '#model/failure.ts'
import { crashOf, failureOf } from '#model/failure-of.ts'
import { unreachable } from '#model/result.ts'
import { boundedUsage } from '#model/bounded-usage.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import { waitInText } from '#model/wait-in-text.ts'
import { waitUntilClock } from './clock-time.ts'
import type { ResultReading } from './result.ts'
import { isUsageError } from './usage-error.ts'

/** A failure as its adapter reports it: in the words of the program, or in Forge's where Forge saw it itself. */
export type ReportedFailure = AgentEventOf<'failed'> & { readonly said?: Said }
export type ReportedEvent = Exclude<AgentEvent, { type: 'failed' }> | ReportedFailure

export interface SessionState {
  readonly session: string | undefined
  readonly usage: Usage
  readonly finished: readonly AgentEventOf<'finished'>[]
  /** The ends before it was asked again; they count if nothing follows. */
  readonly before?: readonly AgentEventOf<'finished'>[]
  readonly failed: ReportedFailure | undefined
}

export const emptySession: SessionState = { session: undefined, usage: noUsage, finished: [], failed: undefined }

export function foldEvent(heard: SessionState, event: ReportedEvent): SessionState {
  switch (event.type) {
    case 'started':
      return { ...heard, session: event.session }
    case 'usage':
      return { ...heard, usage: event.cumulative === true ? reported(event.usage) : sumOf(heard.usage, event.usage) }
    case 'finished':
      return heard.finished.some((one) => isSameAnswer(one, event))
        ? heard
        : { ...heard, finished: [...heard.finished, event].slice(0, 2) }
    case 'failed':
      return { ...heard, failed: event }
    case 'text':
    case 'tool_call':
    case 'tool_result':
    case 'rate_limited':
      return heard
    default:
      return unreachable(event)
  }
}

/** Repeating the same end is no contradiction; an end without an answer has nothing to repeat. */
function isSameAnswer(one: AgentEventOf<'finished'>, other: AgentEventOf<'finished'>): boolean {
  if (one.structured === undefined || other.structured === undefined) return false
  return canonicalJson(one.structured) === canonicalJson(other.structured)
}

export function hasEnded({ finished, failed }: SessionState): boolean {
  return finished.length > 0 || failed !== undefined
}

/** The agent was asked again: what it says from now on is its end. */
export function askedAgain(heard: SessionState): SessionState {
  return { ...heard, finished: [], before: heard.finished }
}

/** How the process ended. */
export interface Exit {
  /** Why it could not be started. */
  readonly unavailable?: Said | undefined
  /** Because the program does not exist or is not executable. */
  readonly missing?: 'yes' | undefined
  readonly exitCode: number | null
  readonly signal: string | null
  /** Forge itself ended it after its terminal event, so its exit code means nothing. */
  readonly dismissed: 'no' | 'yes'
  /** The reason that it printed. */
  readonly said?: string | undefined
  /** Which versions work, and how to install one. */
  readonly works?: Said | undefined
  /** How the user logs in, if it used the user's own login. */
  readonly login?: Said | undefined
}

/** `result` is from a private channel, a file or a tool. If it is empty, the typed output of the runtime counts. */
export function endOf(all: SessionState, exit: Exit, result: ResultReading, now: number): AgentEnd {
  const heard = all.finished.length === 0 && all.before !== undefined ? { ...all, finished: all.before } : all
  const failure = failureIn(heard, exit, result, now)
  if (failure !== undefined) return { end: 'failed', failure, usage: heard.usage }
  const answer = result.found === 'one' ? result.answer : heard.finished[0]?.structured
  if (answer === undefined) return { end: 'failed', failure: { tag: 'empty' }, usage: heard.usage }
  return { end: 'answered', answer, usage: heard.usage }
}

function failureIn(heard: SessionState, exit: Exit, result: ResultReading, now: number): Failure | undefined {
  const { exitCode } = exit
  if (exit.unavailable !== undefined)
    return exit.missing === 'yes' ? missing(exit.unavailable, exit) : { tag: 'unavailable', what: exit.unavailable }
  if (isMisunderstood(heard, exit)) return missing(raw(exit.said ?? ''), exit)
  const crash = crashOf(exit)
  if (heard.failed !== undefined) return result.found === 'none' ? failureOfKind(heard.failed, exit, now) : crash
  if (heard.finished.length === 0) return crash
  if (exit.dismissed === 'no' && exitCode !== 0) return crash
  if (heard.finished.length > 1) return { tag: 'invalid', errors: [say('agent.endedTwice')] }
  if (result.found === 'refused') return { tag: 'invalid', errors: [result.error] }
  return undefined
}

/** It ended before its first event because it does not understand its arguments: a retry would fail the same way. */
function isMisunderstood({ session, finished, failed }: SessionState, { exitCode, dismissed, said }: Exit): boolean {
  const isSilent = session === undefined && finished.length === 0 && failed === undefined
  return isSilent && dismissed === 'no' && exitCode !== null && exitCode !== 0 && isUsageError(said)
}

function missing(what: Said, { works }: Exit): Failure {
  return { tag: 'unavailable', what: works === undefined ? what : several([what, works], '; '), lasts: 'yes' }
}

function failureOfKind(failed: ReportedFailure, exit: Exit, now: number): Failure {
  const text = failed.said ?? truncated(raw(failed.message), 4000)
  return failureOf({ kind: failed.kind, text, retryAfterMs: waitOf(failed, now), login: exit.login }, now, exit)
}

/** An agent that reports a limit without a time often quotes the provider's time in its text. */
function waitOf({ kind, message, retryAfterMs }: AgentEventOf<'failed'>, now: number): number | undefined {
  if (retryAfterMs !== undefined || (kind !== 'quota' && kind !== 'rate-limit')) return retryAfterMs
  return waitInText(message, now) ?? waitUntilClock(message, now)
}

function reported(usage: Omit<Usage, 'source'>): Usage {
  return boundedUsage({ ...usage, source: 'reported' })
}

function sumOf(one: Usage, other: Omit<Usage, 'source'>): Usage {
  return reported({
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    costMicros: one.costMicros + other.costMicros,
  })
}
