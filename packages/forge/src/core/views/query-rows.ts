/** What can be listed and queried: runs, units and attempts as flat rows, and the meaning of their fields. */
import { unitsIn } from '#model/unit-tree.ts'
import type { RunSummary, RunView } from '#model/view.ts'
import type { FieldInfo, Row } from './query.ts'

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

export function runRow(run: RunSummary): Row {
  return {
    run: run.run,
    status: run.status,
    outcome: run.outcome ?? undefined,
    reason: run.reason ?? undefined,
    units: run.unitsTotal,
    done: run.unitsDone,
    questions: run.questions,
    cost: dollars(run.costMicros),
    estimated: dollars(run.estimatedMicros),
  }
}

export function unitRows({ run, units }: RunView): readonly Row[] {
  return unitsIn(units).map((unit) => ({
    run,
    unit: unit.id,
    title: unit.title,
    template: unit.template,
    status: unit.status,
    phase: unit.phase,
    waits: unit.waits,
    reason: unit.stop?.reason,
    attempts: unit.attempts,
    cost: dollars(unit.costMicros),
    estimated: dollars(unit.estimatedMicros),
    tokens: unit.tokens,
    minutes: unit.activeMinutes,
  }))
}

export function attemptRows({ run, units }: RunView): readonly Row[] {
  const tries = unitsIn(units).flatMap((unit) => unit.tries.map((one) => ({ unit: unit.id, ...one })))
  return tries
    .toSorted((one, other) => one.seq - other.seq)
    .map(({ unit, phase, role, attempt, state, failure, verdict, tier, model, effort, tokens, ...spent }) => ({
      run,
      unit,
      phase,
      role,
      attempt,
      state,
      failure,
      verdict,
      tier,
      model,
      effort,
      tokens,
      cost: dollars(spent.costMicros),
      estimated: dollars(spent.estimatedMicros),
      seconds: spent.seconds === undefined ? undefined : Math.round(spent.seconds * 10) / 10,
    }))
}

function dollars(micros: number): number
function dollars(micros: number | undefined): number | undefined
function dollars(micros: number | undefined): number | undefined {
  return micros === undefined ? undefined : micros / 1_000_000
}
