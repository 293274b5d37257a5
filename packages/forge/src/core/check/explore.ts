/**
 * Walks every state that a template can come to, by the production core itself: an abstract outcome is posted as a message,
 * and what follows is what `step` (accept, then decide until quiescent) makes of it. There are no rules of a run in here.
 */
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { Phase } from '#model/phase.ts'
import { noUsage } from '#model/usage.ts'
import { phasesOf } from '#core/graph/position.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { outcomesOf, type Alphabet } from './outcomes.ts'
import { viewOf } from './view.ts'

/** One thing that may happen next. */
interface Move {
  readonly name: string
  readonly message: Message
  /** Nothing is spent by it and nothing can be: somebody outside decides how often it happens. */
  readonly isFree: boolean
}

export interface Visit {
  readonly state: RunState
  readonly trail: readonly string[]
}

export interface Walk {
  /** How many states there are, and how many steps between them. */
  readonly states: number
  readonly steps: number
  /** A way that comes back to where it was without having spent anything. */
  readonly loop: readonly string[] | undefined
  readonly isWhole: boolean
}

export interface Watcher {
  /** Every step that is made, with the state before it. */
  step(before: RunState, events: readonly Event[], trail: readonly string[]): void
  /** Every state in which nothing is left that may happen. */
  rest(visit: Visit): void
}

/** Which phase may misbehave how; the others do well. */
export type Behaviour = (phase: Phase, unit: UnitState) => Alphabet

const mostStates = 30_000

export function explore(start: RunState, behaviour: Behaviour, watcher: Watcher): Walk {
  const seen = new Map<string, 'open' | 'done'>()
  let steps = 0
  let loop: readonly string[] | undefined
  // Depth first, with what is still open on the way: whoever is met again there closes a loop.
  const stack: { view: string; visit: Visit; moves: Move[] }[] = []
  const enter = (visit: Visit, isFree: boolean): void => {
    const view = viewOf(visit.state)
    const known = seen.get(view)
    if (known === 'open' && !isFree) loop ??= visit.trail
    if (known !== undefined || seen.size >= mostStates) return
    seen.set(view, 'open')
    const moves = movesOf(visit.state, behaviour)
    if (moves.length === 0) watcher.rest(visit)
    stack.push({ view, visit, moves: [...moves] })
  }
  enter({ state: start, trail: [] }, false)
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const move = top.moves.shift()
    if (move === undefined) {
      seen.set(top.view, 'done')
      stack.pop()
      continue
    }
    steps += 1
    const { state, trail } = top.visit
    const events = runCore.step(state, move.message)
    const next = [...trail, move.name]
    watcher.step(state, events, next)
    enter({ state: runCore.fold(state, events), trail: next }, move.isFree)
  }
  return { states: seen.size, steps, loop, isWhole: seen.size < mostStates }
}

/** Everything that may happen now: ends of attempts, answers, timers; and what the machine always answers. */
function movesOf(state: RunState, behaviour: Behaviour): readonly Move[] {
  const stamp = { id: `m${state.seq}`, at: state.now }
  const { capacity, tidying } = state
  if (capacity.open !== undefined) {
    const { key: answers, slots } = capacity.open
    const grant = { slots, serial: capacity.serial + 1, contested: [], gates: {}, floor: 'ok' as const, answers }
    return [{ name: 'granted', message: { type: 'grant', ...stamp, ...grant }, isFree: false }]
  }
  if (tidying.status === 'intended' && tidying.key !== undefined)
    return [finished(stamp, tidying.key, { name: 'tidied', outcome: { status: 'tidied', removed: [], aside: [] } })]
  return [...attemptMoves(state, stamp, behaviour), ...questionMoves(state, stamp), ...timerMoves(state, stamp)]
}

interface Stamp {
  readonly id: string
  readonly at: number
}

const free = new Set(['moved', 'interrupted', 'disk'])

function attemptMoves(state: RunState, stamp: Stamp, behaviour: Behaviour): readonly Move[] {
  return Object.values(state.attempts).flatMap(({ unit: id, phase: name, task, key }) => {
    const unit = state.units[id] as UnitState
    const phase = phasesOf(state, unit).find((candidate) => candidate.name === name) as Phase
    return outcomesOf({ task, phase, unit, key }, behaviour(phase, unit)).map((abstract) => {
      const move = finished(stamp, key, abstract)
      return { ...move, name: `${name}: ${abstract.name}`, isFree: free.has(abstract.name) }
    })
  })
}

function finished(stamp: Stamp, key: string, { name, outcome }: ReturnType<typeof outcomesOf>[number]): Move {
  const end = { key, performance: 1, outcome, usage: noUsage, durationMs: 1 }
  return { name, message: { type: 'attempt.finished', ...stamp, ...end }, isFree: false }
}

function questionMoves(state: RunState, stamp: Stamp): readonly Move[] {
  const by = { kind: 'operator', name: 'checker' } as const
  return Object.values(state.questions).flatMap(({ key: question, subject, path }) => [
    { name: `${path}: approve`, message: { type: 'approve', ...stamp, question, subject, by }, isFree: false },
    {
      name: `${path}: reject`,
      message: { type: 'reject', ...stamp, question, subject, by, note: 'no' },
      isFree: false,
    },
  ])
}

function timerMoves(state: RunState, stamp: Stamp): readonly Move[] {
  const timers = runCore.open(state).flatMap((command) => (command.kind === 'timer' ? [command] : []))
  return timers.map(({ key, dueAt }) => ({
    name: 'timer',
    message: { type: 'timer', id: stamp.id, at: Math.max(stamp.at, dueAt), key },
    isFree: false,
  }))
}
