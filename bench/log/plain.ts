/**
 * The smallest stream that steps: an outcome comes in, it and the next intent are appended. It costs only the actor and
 * the log.
 */
import type { Stream } from '../../packages/forge/src/engine/actor.ts'
import type { Codec } from '../../packages/forge/src/engine/ports.ts'
import { canonicalJson } from '../../packages/forge/src/model/canonical.ts'
import { success } from '../../packages/forge/src/model/result.ts'

export interface PlainState {
  readonly seq: number
  readonly open: string | undefined
  readonly count: number
}

export interface PlainMessage {
  readonly id: string
}

export interface PlainEvent {
  readonly type: 'intended' | 'finished'
  readonly v: 1
  readonly key: string
}

export const plainCodec: Codec<PlainEvent> = {
  encode: (event) => canonicalJson(event),
  decode: (text) => success(JSON.parse(text) as PlainEvent),
}

export function initialPlain(): PlainState {
  return { seq: 0, open: undefined, count: 0 }
}

function apply(state: PlainState, event: PlainEvent): PlainState {
  const seq = state.seq + 1
  return event.type === 'intended'
    ? { seq, open: event.key, count: state.count + 1 }
    : { ...state, seq, open: undefined }
}

export const plainStream: Stream<PlainState, PlainMessage, PlainEvent> = {
  core: {
    initial: initialPlain,
    step(state) {
      const next: PlainEvent = { type: 'intended', v: 1, key: `node#${state.count + 1}` }
      return state.open === undefined ? [next] : [{ type: 'finished', v: 1, key: state.open }, next]
    },
    fold(state, events) {
      let folded = state
      for (const event of events) folded = apply(folded, event)
      return folded
    },
    open: () => [],
  },
  rowsOf: (events, after) => ({
    opened: events.flatMap((event) => (event.type === 'intended' ? [{ path: 'node', key: event.key }] : [])),
    closed: events.flatMap((event) => (event.type === 'finished' ? [event.key] : [])),
    timers: [],
    summary: { count: after.count },
  }),
}
