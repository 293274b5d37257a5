/** Reads an agent's output line by line: folds, reports and passes on its events, and counts lines that are none. */
import { parseStrictJson, type Line } from '#adapters/exec/index.ts'
import type { AgentTask } from '#engine/ports.ts'
import { truncated, type Said } from '#messages/said.ts'
import type { AgentEvent } from '#model/agent-event.ts'
import type { Report } from '#model/attempt.ts'
import type { Json } from '#model/json.ts'
import { unreachable } from '#model/result.ts'
import { askedAgain, foldEvent, emptySession, type SessionState, type ReportedEvent } from './fold.ts'
import type { AdapterParts } from './adapter-parts.ts'

/** What one line of an agent means: events, lines to reply, or nothing known. */
export interface Meaning {
  readonly events: readonly AgentEvent[]
  readonly replies?: readonly Json[]
  /** What a human would have to do or decide. */
  readonly needsHuman?: string
  readonly isUnknown?: boolean
}

export const unknownLine: Meaning = { events: [], isUnknown: true }

/** Translates the lines of one program to Forge's events. Never throws: an unknown line is `unknownLine`. */
export interface Translator {
  /** For protocols in which Forge sends first: called once, when the program runs. */
  connect?(link: Link): void
  take(line: Json): Meaning
  /** For programs whose only end is their exit: what the exit code means. */
  atExit?(exitCode: number | null): readonly AgentEvent[]
}

/** The connection to a program that takes input: what to send, and what was understood. */
export interface Link {
  say(line: Json): void
  hear(event: ReportedEvent): void
  /** Adds a report to the record besides the events. */
  tell(report: Report): void
}

export interface Listener {
  take(line: Line): readonly Json[]
  hear(event: ReportedEvent): void
  atExit(exitCode: number | null): void
  heard(): SessionState
  /** The agent was asked once more for its answer because of these errors. */
  askedAgain(errors: readonly Said[]): void
  /** Lines that no schema matched: from a newer version, or not from the agent. */
  unknown(): number
}

export function createListener(
  { clock, onEvent }: Pick<AdapterParts, 'clock' | 'onEvent'>,
  { task, translator, send }: { task: AgentTask; translator: Translator; send: (report: Report) => void },
): Listener {
  let heard = emptySession
  let unknown = 0

  function hear(event: ReportedEvent): void {
    heard = foldEvent(heard, event)
    const at = { account: task.task.account, now: clock.wall() }
    for (const report of reportsOf(event, heard, at)) send(report)
    onEvent?.(task, event)
  }

  return {
    take(line) {
      // Most other output of a program is no JSON; rejecting it must be cheap, or a flood of output gets expensive.
      if (line.isTruncated || !line.text.startsWith('{')) {
        if (line.text.trim() !== '') unknown += 1
        return []
      }
      const json = parseStrictJson(line.text)
      const meaning = json.ok ? translator.take(json.value) : unknownLine
      if (meaning.isUnknown === true) unknown += 1
      for (const event of meaning.events) hear(event)
      if (meaning.needsHuman !== undefined) send({ kind: 'needs-human', text: meaning.needsHuman.slice(0, 4000) })
      return meaning.replies ?? []
    },
    hear,
    atExit(exitCode) {
      for (const event of translator.atExit?.(exitCode) ?? []) hear(event)
    },
    heard: () => heard,
    askedAgain(errors) {
      heard = askedAgain(heard)
      send({ kind: 'asked-again', errors: errors.slice(0, 50).map((error) => truncated(error, 20_000)) })
    },
    unknown: () => unknown,
  }
}

/** Which events are recorded as reports. */
function reportsOf(
  event: AgentEvent,
  { usage }: SessionState,
  { account, now }: { account: string; now: number },
): readonly Report[] {
  switch (event.type) {
    case 'started': {
      const { session, model = '' } = event
      return [{ kind: 'session', session, ...(model === '' ? {} : { model: model.slice(0, 200) }) }]
    }
    case 'usage': {
      const { windows = [] } = event
      if (windows.length === 0) return [{ kind: 'usage', usage }]
      return [{ kind: 'windows', account, windows }]
    }
    case 'rate_limited': {
      const { retryAfterMs } = event
      const until = retryAfterMs === undefined ? {} : { until: Math.round(now + retryAfterMs) }
      return [{ kind: 'rate-limited', account, ...until }]
    }
    case 'text':
    case 'tool_call':
    case 'tool_result':
    case 'finished':
    case 'failed':
      return []
    default:
      return unreachable(event)
  }
}
