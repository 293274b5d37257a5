/** Ready-made ways to play the toy world, and the arbitrary that chooses among them. */
import fc from 'fast-check'
import type { RunSpec } from '#model/run.ts'
import { routingOf, specFor } from '#testing/builders/index.ts'
import { nextMessage, type Habits } from './habits.ts'
import { deliver, worldOf, type World } from './world.ts'

/** Everything that keeps a run going, nothing that harms it. */
export const kind: Habits = { finish: 30, ring: 5, grant: 20, approve: 5, begin: 2 }

/** Everything, good and bad. */
export const wild: Habits = {
  ...kind,
  fail: 6,
  mislead: 6,
  stray: 2,
  echo: 2,
  report: 2,
  ringFalsely: 1,
  grantOddly: 2,
  reject: 1,
  approveWrongly: 1,
  edit: 1,
  pause: 1,
  resume: 4,
  cancel: 0.1,
  retry: 3,
  reopen: 3,
  raise: 1,
  sync: 1,
  handOver: 5,
  land: 1,
  add: 1,
  retrospect: 1,
  advice: 0.5,
  environment: 0.5,
  reassign: 0.5,
  redact: 0.2,
}

/** Troubles for ever and no human who does more than start: what ends it must be the caps. */
export const cursed: Habits = {
  fail: 30,
  mislead: 30,
  finish: 15,
  ring: 20,
  grant: 20,
  approve: 5,
  report: 3,
  stray: 2,
  echo: 2,
}

export interface Game {
  readonly seed: number
  readonly steps: number
  readonly settings: Partial<RunSpec>
  /** `build` when absent. */
  readonly preset?: string
}

const limits = fc.record({
  dispatches: fc.integer({ min: 5, max: 400 }),
  unitDispatches: fc.integer({ min: 3, max: 40 }),
})
const settings: fc.Arbitrary<Partial<RunSpec>> = fc.record({
  slots: fc.integer({ min: 1, max: 4 }),
  strategy: fc.constantFrom('full', 'sequential'),
  claims: fc.constantFrom('advisory', 'enforcing'),
  limits,
})

/** Runs of these presets, each as likely as the others. */
export function game(steps: number, ...presets: readonly string[]): fc.Arbitrary<Game> {
  const preset = fc.constantFrom(...(presets.length === 0 ? ['build'] : presets))
  return fc.record({ seed: fc.integer(), steps: fc.integer({ min: 1, max: steps }), settings, preset })
}

export function play({ seed, steps, settings, preset = 'build' }: Game, habits: Habits): World {
  const world = worldOf(seed, specFor(preset, { routing: routingOf(), ...settings }))
  for (let step = 0; step < steps; step += 1) {
    const message = nextMessage(world, habits)
    if (message === undefined) break
    deliver(world, message)
    // A run that has ended is worth a few more words, not hundreds.
    if (world.state.status === 'finished' && world.random.onceIn(25)) break
  }
  return world
}
