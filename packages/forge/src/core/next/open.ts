/**
 * The outbox: intents without outcome, level-triggered. Derived, so it cannot drift; offering a command twice is
 * harmless.
 */
import type { Command } from '#model/command.ts'
import { hashText } from '#model/digest.ts'
import { overtimeIn } from '#core/cost/limits.ts'
import { limitTimerKey, unitTimerKey } from '#core/state/apply-capacity.ts'
import { freshUsed } from '#core/state/levels.ts'
import { entriesByKey, valuesByKey } from '#core/state/sorted.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** Stops come first, so that a performer knows of them before it would start what they stop. */
export function open(state: RunState): readonly Command[] {
  return [
    ...stops(state),
    ...attempts(state),
    ...questions(state),
    ...timers(state),
    ...toHost(state),
    ...tidying(state),
    ...toUser(state),
  ]
}

function stops(state: RunState): Command[] {
  return valuesByKey(state.stops).map((stop) => ({ kind: 'stop', key: stop.key, target: stop.target }))
}

function attempts(state: RunState): Command[] {
  return valuesByKey(state.openAttempts).map(({ key, path, task }) => ({ kind: 'attempt', key, path, task }))
}

function questions(state: RunState): Command[] {
  return valuesByKey(state.questions).map((question) => ({ kind: 'ask', key: question.key, question }))
}

/** A finished run waits for nothing; if it is reopened, its timers are here again. */
function timers(state: RunState): Command[] {
  if (state.status === 'finished') return []
  const commands: Command[] = []
  for (const id of state.order) {
    const unit = state.units[id] as UnitState
    if (unit.status === 'open' && unit.wakeAt !== undefined)
      commands.push({ kind: 'timer', key: unitTimerKey(state, unit), dueAt: unit.wakeAt })
  }
  for (const [account, until] of entriesByKey(state.capacity.limits)) {
    commands.push({ kind: 'timer', key: limitTimerKey(state, account, until), dueAt: until + spreadOf(state.run) })
  }
  const overtime = overtimeIn(state)
  return overtime === undefined ? commands : [...commands, { kind: 'timer', ...overtime }]
}

/** Runs that waited for the same limit resume one after the other, not all at once (F-21): up to this much later. */
const spreadMs = 5000

/** The same for a run every time: offering it twice gives the same command. */
function spreadOf(run: string): number {
  return Number.parseInt(hashText(run).slice(0, 8), 16) % spreadMs
}

/** What the host stream must know. A finished run only says that it leaves: limits are no longer its business. */
function toHost(state: RunState): Command[] {
  const { open: ask, reported } = state.capacity
  const claim: Command[] =
    ask === undefined ? [] : [{ kind: 'claim', key: ask.key, slots: ask.slots, writes: ask.writes }]
  if (state.status === 'finished') return claim
  const gates = entriesByKey(reported).map(([account, { key, until }]): Command => ({
    kind: 'gate',
    key,
    account,
    until,
  }))
  return [...gates, ...levels(state), ...claim]
}

/** Offered while it is valid: the host knows by its time whether it is new. */
function levels(state: RunState): Command[] {
  return entriesByKey(freshUsed(state.capacity.used ?? {}, state.now)).map(([account, told]) => {
    const at = Math.max(...Object.values(told).map((level) => level.at))
    return { kind: 'fill', key: `${state.run}/filled/${account}@${at}`, account, levels: told }
  })
}

function tidying(state: RunState): Command[] {
  if (state.tidying.status !== 'intended' || state.tidying.key === undefined) return []
  return [{ kind: 'tidy', key: state.tidying.key, keep: keptUnits(state) }]
}

/** Commands for the user's repository. */
function toUser({ publishing, landing }: RunState): Command[] {
  const { open: showing } = publishing
  const shown: Command[] = showing === undefined ? [] : [{ kind: 'publish', key: showing.key, commit: showing.commit }]
  if (landing.open === undefined || !landing.open.begun) return shown
  const { key, branch, from, to, tip } = landing.open
  return [...shown, { kind: 'land', key, branch, from, to, tip }]
}

/** Units whose tree a human may still need: stopped ones, with their work in it. */
export function keptUnits(state: RunState): string[] {
  return state.order.filter((id) => state.units[id]?.status === 'stopped')
}
