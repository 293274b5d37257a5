/** A run of any length with a state of ordinary size: ten units in a row, whose attempts are interrupted again and again. */
import { runCore } from '../../packages/forge/src/core/next/core.ts'
import type { RunState } from '../../packages/forge/src/core/state/state.ts'
import type { Event } from '../../packages/forge/src/model/event.ts'
import type { Message } from '../../packages/forge/src/model/message.ts'
import { RunSpec } from '../../packages/forge/src/model/run.ts'
import { finishedMessage, grantMessage, specOf, startMessage } from '../../packages/forge/src/testing/builders/index.ts'

const units = 10

const spec = RunSpec.parse({
  ...specOf(),
  commit: 'none' as const,
  templates: { one: { phases: [{ name: 'work', kind: 'agent', role: 'worker', yields: 'work' }] } },
  units: Array.from({ length: units }, (_, index) => ({
    id: `u${index}`,
    title: `Unit ${index}`,
    template: 'one',
    writes: [`src/${index}.ts`],
  })),
  closing: [],
  slots: 1,
  limits: { dispatches: 1_000_000, unitDispatches: 1_000_000 },
})

/** Messages that bring a run to its first outcome. */
export function openingMessages(): Message[] {
  return [startMessage({ id: 'start', at: 0 }, spec), grantMessage({ id: 'grant', at: 0 }, { slots: 1 })]
}

/** One step: the outcome of the open attempt, which causes the next intent. */
export function nextStep(state: RunState): Message {
  const [attempt] = Object.values(state.openAttempts)
  if (attempt === undefined) throw new Error('nothing is open')
  const outcome = { status: 'failed', failure: { tag: 'interrupted' } } as const
  return finishedMessage({ id: attempt.key, at: state.now + 1 }, { key: attempt.key, outcome, durationMs: 0 })
}

/** The first `count` events of such a run. */
export function eventsOf(run: string, count: number): Event[] {
  let state = runCore.initial(run)
  const events: Event[] = []
  const deliver = (message: Message): void => {
    const made = runCore.step(state, message)
    state = runCore.fold(state, made)
    events.push(...made)
  }
  for (const message of openingMessages()) deliver(message)
  while (events.length < count) deliver(nextStep(state))
  return events.slice(0, count)
}
