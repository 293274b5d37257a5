/**
 * A toy world around the production core: it keeps the events, the state and what was said, and nothing else.
 * No log, no actor, no performer. Deterministic: everything comes from one seed.
 */
import { viewOf } from '#core/views/run.ts'
import type { RunView } from '#model/view.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { RunSpec } from '#model/run.ts'
import { fractions } from '#testing/naturals.ts'
import { startMessage, type Stamp } from '#testing/builders/index.ts'

/** One message and what came of it. */
export interface Turned {
  readonly message: Message
  readonly before: RunState
  readonly events: readonly Event[]
  readonly after: RunState
}

export interface World {
  readonly random: Random
  state: RunState
  clock: number
  said: number
  readonly turns: Turned[]
}

export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  pick<T>(items: readonly T[]): T
  /** True once in `times`. */
  onceIn(times: number): boolean
}

export function randomOf(seed: number): Random {
  const next = fractions(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: (items) => items[below(items.length)] as never, onceIn: (times) => below(times) === 0 }
}

export function worldOf(seed: number, spec: RunSpec): World {
  const world: World = { random: randomOf(seed), state: runCore.initial('toy'), clock: 1_000_000, said: 0, turns: [] }
  deliver(world, startMessage(stamp(world), spec))
  return world
}

/** A new id, and a clock that sometimes stands still and sometimes jumps. */
export function stamp(world: World): Stamp {
  world.said += 1
  world.clock += world.random.pick([0, 1, 1000, 60_000])
  const back = world.random.onceIn(20) ? 500_000 : 0
  return { id: `m${world.said}`, at: world.clock - back }
}

export function deliver(world: World, message: Message): Turned {
  const before = world.state
  const events = runCore.step(before, message)
  world.state = runCore.fold(before, events)
  const turned = { message, before, events, after: world.state }
  world.turns.push(turned)
  return turned
}

export function eventsOf(world: World): Event[] {
  return world.turns.flatMap(({ events }) => [...events])
}

/** The run as it is shown, with nobody who drives it. */
export function viewIn(world: World): RunView {
  return viewOf(world.state, eventsOf(world), { driver: 'none' })
}

/** The state after each single event, with the event that led to it. */
export function* trail(world: World): Generator<{ event: Event; before: RunState; after: RunState }> {
  let before = runCore.initial('toy')
  for (const event of eventsOf(world)) {
    const after = runCore.fold(before, [event])
    yield { event, before, after }
    before = after
  }
}
