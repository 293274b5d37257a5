/** The state of the host stream: what the runs of one machine share. A fold like a run's, with its own events. */
import { defined } from '#model/defined.ts'
import type { HostEvent } from '#model/host.ts'
import { unreachable } from '#model/result.ts'
import { newsIn, type UsedByAccount } from '#core/state/levels.ts'

export interface HostState {
  seq: number
  now: number
  slots: number
  /** Runs that want something, in order of arrival. */
  runs: Record<string, HostRun>
  order: string[]
  accounts: Record<string, number>
  /** How full the windows of accounts are; absent until one is reported. */
  used?: UsedByAccount
  floor: 'ok' | 'low'
  grants: number
}

export interface HostRun {
  key: string
  slots: number
  writes: string[]
  granted:
    | {
        serial: number
        slots: number
        contested: string[]
        gates: Record<string, number>
        used?: UsedByAccount
        floor: 'ok' | 'low'
        answers: string | undefined
      }
    | undefined
}

export function initialHost(): HostState {
  return { seq: 0, now: 0, slots: 1, runs: {}, order: [], accounts: {}, floor: 'ok', grants: 0 }
}

export function foldHost(state: HostState, events: Iterable<HostEvent>): HostState {
  const next: HostState = { ...state, runs: { ...state.runs }, accounts: { ...state.accounts } }
  for (const event of events) applyHost(next, event)
  return next
}

export function applyHost(state: HostState, event: HostEvent): void {
  state.seq += 1
  state.now = Math.max(state.now, event.at)
  switch (event.type) {
    case 'host.configured':
      state.slots = event.slots
      return
    case 'run.claimed': {
      const known = state.runs[event.run]
      if (known === undefined) state.order = [...state.order, event.run]
      state.runs[event.run] = { key: event.key, slots: event.slots, writes: event.writes, granted: known?.granted }
      return
    }
    case 'account.limited':
      // A limit is only ever extended: a shorter wait that is reported later must not lift it early (I-32).
      state.accounts[event.account] = Math.max(state.accounts[event.account] ?? 0, event.until)
      return
    case 'account.filled': {
      const known = state.used?.[event.account]
      state.used = { ...state.used, [event.account]: { ...known, ...newsIn(event.levels, known) } }
      return
    }
    case 'floor.changed':
      state.floor = event.level
      return
    case 'grant.changed': {
      const run = state.runs[event.run]
      if (run === undefined) return
      const { serial, slots, contested, gates, used, floor, answers } = event
      state.grants = serial
      const told = defined({ used })
      state.runs[event.run] = { ...run, granted: { serial, slots, contested, gates, ...told, floor, answers } }
      if (run.slots === 0 && run.writes.length === 0 && slots === 0) retire(state)
      return
    }
    case 'message.rejected':
      return
    default:
      unreachable(event)
  }
}

/**
 * Keep the state bounded by living runs: those that left and have their last grant are forgotten, except the last few.
 */
const keptRetired = 20

function retire(state: HostState): void {
  const gone = state.order.filter((run) => {
    const entry = state.runs[run]
    return entry !== undefined && entry.slots === 0 && entry.writes.length === 0 && entry.granted?.answers === entry.key
  })
  for (const run of gone.slice(0, Math.max(0, gone.length - keptRetired))) {
    delete state.runs[run]
    state.order = state.order.filter((other) => other !== run)
  }
}
