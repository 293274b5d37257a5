/** The two kinds of streams: a run, and the host stream that runs share. */
import type { Command } from '#model/command.ts'
import type { Event } from '#model/event.ts'
import { HostEvent, type HostMessage } from '#model/host.ts'
import type { Message } from '#model/message.ts'
import { explain } from '#model/explain.ts'
import { canonicalJson } from '#model/canonical.ts'
import { failed, success } from '#model/result.ts'
import { hostCore } from '#core/host/core.ts'
import type { HostState } from '#core/host/state.ts'
import { runCore } from '#core/next/core.ts'
import { decodeEvent, encodeEvent } from '#core/state/upcast.ts'
import type { RunState } from '#core/state/state.ts'
import { summaryOf } from '#core/views/summary.ts'
import type { Json } from '#model/json.ts'
import type { Stream } from './actor.ts'
import type { Codec } from './ports.ts'

export const runCodec: Codec<Event> = { encode: encodeEvent, decode: decodeEvent }

export const runStream: Stream<RunState, Message, Event> = {
  core: runCore,
  rowsOf(events, after) {
    const opened = events.flatMap((event) =>
      event.type === 'attempt.intended' ? [{ path: event.path, key: event.key }] : [],
    )
    const closed = events.flatMap((event) => (event.type === 'attempt.finished' ? [event.key] : []))
    return { opened, closed, timers: timersIn(runCore.open(after)), summary: summaryOf(after) as unknown as Json }
  },
}

function timersIn(commands: readonly Command[]) {
  return commands.flatMap((command) => (command.kind === 'timer' ? [{ key: command.key, dueAt: command.dueAt }] : []))
}

export const hostCodec: Codec<HostEvent> = {
  encode: (event) => canonicalJson(HostEvent.parse(event)),
  decode(text) {
    const parsed = HostEvent.safeParse(JSON.parse(text))
    return parsed.success ? success(parsed.data) : failed({ why: 'invalid', detail: explain(parsed.error) })
  },
}

export const hostStream: Stream<HostState, HostMessage, HostEvent> = {
  core: hostCore,
  rowsOf: (_events, after) => ({
    opened: [],
    closed: [],
    timers: [],
    summary: { slots: after.slots, runs: after.order },
  }),
}
