/** A run told step by step: everything goes well, except where the script says otherwise. */
import { runCore } from '#core/next/core.ts'
import type { OpenAttempt } from '#core/state/state.ts'
import type { Outcome } from '#model/attempt.ts'
import type { Failure } from '#model/failure.ts'
import type { Message } from '#model/message.ts'
import type { RunSpec } from '#model/run.ts'
import type { Plan } from '#model/unit.ts'
import { approveMessage, finishedMessage, goodOutcome, grantMessage, specOf } from '#testing/builders/index.ts'
import { deliver, stamp, worldOf, type World } from './world.ts'

export interface Script {
  readonly plan: Plan
  /** What an attempt answers; undefined: what a good one would. */
  answer?(attempt: OpenAttempt, world: World): Outcome | 'hold' | undefined
  /** Questions are approved, unless this says no. */
  readonly approves?: 'no'
}

export function startScript(settings: Partial<RunSpec> = {}): World {
  return worldOf(1, specOf(settings))
}

/** Says what is due until nothing is left to say; answers the world. */
export function settle(world: World, script: Script): World {
  for (let said = 0; said < 3000; said += 1) {
    const message = due(world, script)
    if (message === undefined) return world
    deliver(world, message)
  }
  throw new Error('the script does not end')
}

function due(world: World, script: Script): Message | undefined {
  const { capacity, questions, openAttempts: attempts, tidying } = world.state
  if (capacity.open !== undefined) {
    const { key, slots } = capacity.open
    return grantMessage(stamp(world), { serial: capacity.serial + 1, slots, answers: key })
  }
  const question = Object.values(questions)[0]
  if (question !== undefined && script.approves !== 'no') return approveMessage(stamp(world), question)
  for (const attempt of Object.values(attempts)) {
    const outcome = script.answer?.(attempt, world) ?? usual(world, attempt, script.plan)
    if (outcome !== 'hold') return finishedMessage(stamp(world), { key: attempt.key, outcome })
  }
  const timer = runCore.open(world.state).find((command) => command.kind === 'timer')
  if (timer !== undefined) return { type: 'timer', ...stamp(world), key: timer.key }
  if (tidying.status !== 'intended' || tidying.key === undefined) return undefined
  return finishedMessage(stamp(world), { key: tidying.key, outcome: { status: 'tidied', removed: [], aside: [] } })
}

export function usual(world: World, attempt: OpenAttempt, plan: Plan): Outcome {
  const changed = world.state.units[attempt.unit]?.spec.writes ?? ['free.ts']
  return goodOutcome(attempt.task, { salt: attempt.key, plan, changed })
}

export function failing(failure: Failure): Outcome {
  return { status: 'failed', failure }
}
