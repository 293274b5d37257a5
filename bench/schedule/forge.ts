/** The production core in virtual time: a run whose units are one agent phase each, driven message by message. */
import { runCore } from '../../packages/forge/src/core/next/core.ts'
import type { RunState } from '../../packages/forge/src/core/state/state.ts'
import type { Message } from '../../packages/forge/src/model/message.ts'
import { RunSpec } from '../../packages/forge/src/model/run.ts'
import {
  finishedMessage,
  goodOutcome,
  grantMessage,
  planOf,
  specOf,
  startMessage,
  unitOf,
} from '../../packages/forge/src/testing/builders/index.ts'
import type { Work } from './graph.ts'

const phases = [{ name: 'work', kind: 'agent', role: 'worker', yields: 'work' }]
const plan = planOf([unitOf('none')])

function specFor(graph: readonly Work[], slots: number): RunSpec {
  const units = graph.map(({ id, depends, files, durationMs }) => ({
    id,
    title: id,
    template: 'one',
    depends,
    writes: files,
    expectedMinutes: durationMs / 60_000,
  }))
  return RunSpec.parse({ ...specOf(), commit: 'none', slots, templates: { one: { phases } }, units, closing: [] })
}

/** The time at which the last unit is done. */
export function forgeMakespan(graph: readonly Work[], slots: number): number {
  const durations = new Map(graph.map(({ id, durationMs }) => [id, durationMs]))
  let state = runCore.initial('bench')
  const deliver = (message: Message): void => {
    state = runCore.fold(state, runCore.step(state, message))
  }
  deliver(startMessage({ id: 'start', at: 0 }, specFor(graph, slots)))
  deliver(grantMessage({ id: 'grant', at: 0 }, { slots }))
  for (let next = firstToEnd(state, durations); next !== undefined; next = firstToEnd(state, durations)) {
    const { attempt, end } = next
    const durationMs = durations.get(attempt.unit) ?? 0
    const outcome = goodOutcome(attempt.task, { salt: attempt.key, plan, changed: [] })
    deliver(finishedMessage({ id: attempt.key, at: end }, { key: attempt.key, outcome, durationMs }))
  }
  if (state.outcome !== 'done') throw new Error(`the run is ${state.status}: ${JSON.stringify(state.reason)}`)
  return state.now
}

function firstToEnd(state: RunState, durations: ReadonlyMap<string, number>) {
  const running = Object.values(state.openAttempts).map((attempt) => ({
    attempt,
    end: attempt.since + (durations.get(attempt.unit) ?? 0),
  }))
  return running.toSorted((a, b) => a.end - b.end)[0]
}
