/**
 * Walks every state that a template can reach, with the production core itself: an abstract outcome is posted as a
 * message, and `step` (accept, then decide until quiescent) computes what follows. This file has no rules of a run.
 */
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { Phase } from '#model/phase.ts'
import { noUsage } from '#model/usage.ts'
import { phasesOf } from '#core/graph/position.ts'
import type { Core } from '#core/next/core.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { createMap } from './visited-states.ts'
import { firstUnit, interrupted, outcomesOf, type Alphabet } from './outcomes.ts'
import { viewOf } from './view.ts'
import { resumed, saidOf, type Stamp, type HumanCommand } from './human-commands.ts'

type RunCore = Core<RunState, Message, Event>

/** One thing that may happen next. */
interface Move {
  readonly name: string
  readonly message: Message
  /** It spends nothing and cannot: something outside the run decides how often it happens. */
  readonly isFree: boolean
  /** One of several ends of the same attempt. */
  readonly isFork?: boolean
  /** A command of a human; if refused, it has not happened. */
  readonly isWord?: 'once' | 'always'
}

export interface Visit {
  readonly state: RunState
  readonly trail: readonly string[]
}

export interface Exploration {
  /** How many states there are, and how many steps between them. */
  readonly states: number
  readonly steps: number
  /** A cycle that comes back to a state without having spent anything. */
  readonly loop: readonly string[] | undefined
  readonly isWhole: boolean
  /** Some attempt could end in more than one way. */
  readonly isForked: boolean
}

export interface Watcher {
  /** Every step, with the state before it. */
  step(before: RunState, events: readonly Event[], trail: () => readonly string[]): void
  /** Every state in which nothing more can happen without a command. */
  rest(visit: Visit): void
}

/** What may happen on a walk. */
export interface Play {
  readonly behaviour: Behaviour
  /** A command that a human gives during the walk, once and at any time. */
  readonly word?: HumanCommand | undefined
}

/** Which phase may misbehave how; the others succeed. */
export type Behaviour = (phase: Phase, unit: UnitState) => Alphabet

export interface ExploreParts {
  /** The production core, except in tests that must detect a broken one. */
  readonly core: RunCore
  /** A walk with more states is incomplete. */
  readonly mostStates: number
}

/** A state, and whether the command of the walk was given on the way to it. */
interface Place {
  readonly place: number
  readonly state: RunState
  readonly isSaid: boolean
}

/** Breadth first: a fault is reported with a shortest way. Each view is visited once. */
export function explore(
  start: RunState,
  { behaviour, word }: Play,
  watcher: Watcher,
  means: ExploreParts,
): Exploration {
  const { core, mostStates } = means
  const map = createMap()
  let queue: Place[] = []
  const enter = (state: RunState, isSaid: boolean, from: number, move: string): number => {
    const { place, isNew } = map.placeOf(`${viewOf(state)}${isSaid ? '!' : ''}`, from, move)
    if (isNew) queue.push({ place, state, isSaid })
    return place
  }
  let steps = 0
  let isForked = false
  let isWhole = true
  enter(start, false, -1, '')
  // Layer by layer: visited layers are released, and no array is shifted.
  while (queue.length > 0) {
    const layer = queue
    queue = []
    for (const { place, state, isSaid } of layer) {
      const moves = movesOf(core, state, behaviour)
      isForked ||= moves.some((move) => move.isFork)
      if (moves.length === 0) watcher.rest({ state, trail: map.trailTo(place) })
      for (const move of [...moves, ...wordMoves(state, isSaid ? undefined : word)]) {
        if (map.size() >= mostStates) {
          isWhole = false
          break
        }
        const events = core.step(state, move.message)
        // A refused command changes nothing, and can still be given later.
        if (move.isWord && events.every(({ type }) => type === 'command.refused')) continue
        steps += 1
        watcher.step(state, events, () => [...map.trailTo(place), move.name])
        const to = enter(core.fold(state, events), isSaid || move.isWord === 'once', place, move.name)
        if (!move.isFree) map.join(place, to, move.name)
      }
    }
  }
  return { states: map.size(), steps, loop: map.loop(), isWhole, isForked }
}

/** What a human may say now: the command of the walk, and resume if the run is paused. */
function wordMoves(state: RunState, word: HumanCommand | undefined): readonly Move[] {
  const stamp = { id: `m${state.seq}`, at: state.now }
  const said = word === undefined ? [] : saidOf(state, stamp, word)
  const moves = said.map((one): Move => ({ ...one, isFree: true, isWord: 'once' }))
  return state.status === 'paused' ? [...moves, { ...resumed(stamp), isFree: true, isWord: 'always' }] : moves
}

/** Everything that may happen now: ends of attempts, answers, timers; and the fixed answers of the machine. */
function movesOf(core: RunCore, state: RunState, behaviour: Behaviour): readonly Move[] {
  const stamp = { id: `m${state.seq}`, at: state.now }
  const { capacity, tidying, publishing } = state
  if (capacity.open !== undefined) {
    const { key: answers, slots } = capacity.open
    const grant = { slots, serial: capacity.serial + 1, contested: [], gates: {}, floor: 'ok' as const, answers }
    return [{ name: 'granted', message: { type: 'grant', ...stamp, ...grant }, isFree: false }]
  }
  if (publishing.open !== undefined) {
    const shown = { key: publishing.open.key, branch: 'forge/checked', end: 'published' } as const
    return [{ name: 'shown', message: { type: 'publishing.finished', ...stamp, ...shown }, isFree: false }]
  }
  if (tidying.status === 'intended' && tidying.key !== undefined)
    return [finished(stamp, tidying.key, { name: 'tidied', outcome: { status: 'tidied', removed: [], aside: [] } })]
  return [...attemptMoves(state, stamp, behaviour), ...questionMoves(state, stamp), ...timerMoves(core, state, stamp)]
}

const free = new Set(['moved', 'interrupted', 'ceiling', 'disk'])

function attemptMoves(state: RunState, stamp: Stamp, behaviour: Behaviour): readonly Move[] {
  return Object.values(state.openAttempts).flatMap(({ unit: id, phase: name, task, key }) => {
    const unit = state.units[id] as UnitState
    const phase = phasesOf(state, unit).find((candidate) => candidate.name === name) as Phase
    const ends = outcomesOf({ task, phase, unit, key }, behaviour(phase, unit))
    // An attempt may also have ended before it received its interrupt.
    const all = state.stops[`${key}:stop`] === undefined ? ends : [...ends, interrupted]
    return all.map((abstract) => {
      const move = finished(stamp, key, abstract)
      const [told, isFork] = [`${wordsFor(id, name)}: ${abstract.name}`, all.length > 1]
      return { ...move, name: told, isFork, isFree: free.has(abstract.name) }
    })
  })
}

/** Phases of the unit that every walk has are shown by their names alone. */
function wordsFor(unit: string, phase: string): string {
  return unit === firstUnit ? phase : `${unit}/${phase}`
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

function timerMoves(core: RunCore, state: RunState, stamp: Stamp): readonly Move[] {
  const timers = core.open(state).flatMap((command) => (command.kind === 'timer' ? [command] : []))
  return timers.map(({ key, dueAt }) => ({
    name: 'timer',
    message: { type: 'timer', id: stamp.id, at: Math.max(stamp.at, dueAt), key },
    isFree: false,
  }))
}
