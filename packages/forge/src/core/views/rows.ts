/** What can be listed and asked for: units and attempts of a run as flat rows, and what their fields mean. */
import type { Event, EventOf } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import { estimatedIn, tokensOf } from '#model/tokens.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { costOf, noCost } from './cost.ts'
import type { FieldInfo, Row } from './query.ts'
import { statusOf } from './status.ts'

export const runFields: readonly FieldInfo[] = [
  text('run', 'Id of the run'),
  text('status', 'running, paused, stopped, cancelling or finished'),
  text('outcome', 'done, failed or cancelled, once it has ended'),
  text('reason', 'The reason for its status'),
  number('units', 'Units in all'),
  number('done', 'Units that are done'),
  number('questions', 'Questions that wait for an answer'),
  number('cost', 'Dollars so far'),
  number('estimated', 'The part of these dollars that Forge estimated'),
]

export const unitFields: readonly FieldInfo[] = [
  text('run', 'Id of the run'),
  text('unit', 'Id of the unit'),
  text('title', 'Its title'),
  text('template', 'The phases that it follows'),
  text('status', 'open, done, stopped or dropped'),
  text('phase', 'Its current phase'),
  text('waits', 'What it waits for: dependency, question, turn, limit, …'),
  text('reason', 'Why it stopped'),
  number('attempts', 'Attempts in total'),
  number('cost', 'Dollars so far'),
  number('estimated', 'The part of these dollars that Forge estimated'),
  number('tokens', 'Tokens so far'),
  number('minutes', 'Minutes of agent and check time'),
]

export const attemptFields: readonly FieldInfo[] = [
  text('run', 'Id of the run'),
  text('unit', 'Id of the unit'),
  text('phase', 'Name of the phase'),
  text('role', 'Role of the agent; none for checks and git'),
  number('attempt', 'Which attempt of its phase'),
  text('state', 'running, or how it ended: worked, judged, checked, failed, …'),
  text('failure', 'Why it failed: timeout, crash, transport, …'),
  text('verdict', 'pass, revise, stop or none'),
  text('tier', 'light, standard, heavy or max'),
  text('model', 'The model that it used, or that was chosen for it'),
  text('effort', 'Its reasoning effort'),
  number('cost', 'Dollars'),
  number('estimated', 'The part of these dollars that Forge estimated'),
  number('tokens', 'Tokens'),
  number('seconds', 'How long it took'),
]

function text(name: string, description: string): FieldInfo {
  return { name, type: 'text', description }
}

function number(name: string, description: string): FieldInfo {
  return { name, type: 'number', description }
}

export function unitRows(state: RunState, events: readonly Event[]): readonly Row[] {
  const cost = costOf(events)
  return statusOf(state).units.map(({ id, title, status, phase, waiting, stop, attempts }): Row => {
    const { total = noCost } = cost.units[id] ?? {}
    return {
      run: state.run,
      unit: id,
      title,
      template: (state.units[id] as UnitState).spec.template,
      status,
      phase,
      waits: waiting?.why,
      reason: stop?.reason,
      attempts,
      cost: total.costMicros / 1_000_000,
      estimated: total.estimatedMicros / 1_000_000,
      tokens: total.tokens,
      minutes: Math.round(total.activeMs / 6000) / 10,
    }
  })
}

export function attemptRows(run: string, events: Iterable<Event>): readonly Row[] {
  const rows = new Map<string, Row>()
  const update = (key: string, more: Row): void => {
    const known = rows.get(key)
    if (known !== undefined) rows.set(key, { ...known, ...more })
  }
  for (const event of events) {
    if (event.type === 'attempt.intended') rows.set(event.key, intendedRow(run, event))
    if (event.type === 'attempt.finished') update(event.key, finishedRow(event))
    if (event.type === 'verdict.given') update(event.key, { verdict: event.verdict })
    if (event.type === 'attempt.reported' && event.report.kind === 'session' && event.report.model !== undefined)
      update(event.key, { model: event.report.model })
  }
  return [...rows.values()]
}

function intendedRow(run: string, { path, attempt, task }: EventOf<'attempt.intended'>): Row {
  const [unit, phase] = splitPath(path)
  const route = 'route' in task ? task.route : undefined
  return {
    run,
    unit,
    phase,
    role: 'role' in task ? task.role : undefined,
    attempt,
    state: 'running',
    tier: route?.tier,
    model: route?.resolved ?? route?.model,
    effort: route?.effort,
  }
}

function finishedRow({ outcome, usage, durationMs }: EventOf<'attempt.finished'>): Row {
  return {
    state: outcome.status,
    failure: outcome.status === 'failed' ? outcome.failure.tag : undefined,
    cost: usage.costMicros / 1_000_000,
    estimated: estimatedIn(usage) / 1_000_000,
    tokens: tokensOf(usage),
    seconds: Math.round(durationMs / 100) / 10,
  }
}
