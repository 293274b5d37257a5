/**
 * What a run has learned by itself (S3-34): the commands that verified its work, its failures and what fixed them, and
 * its size when it ended well. Read from the events that record it anyway: the journal is kept forever, so learnings
 * are saved with it, for every later run of the repository. Learnings that need a model (conventions, architecture) are
 * not here.
 */
import type { Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event, EventOf } from '#model/event.ts'
import type { CheckCommand } from '#model/evidence.ts'
import type { Failure } from '#model/failure.ts'
import { splitPath } from '#model/node-path.ts'
import type { Learning } from '#model/learning.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { retriesOf } from './attempts.ts'
import { keyLine } from './key-line.ts'

type FailurePattern = Extract<Learning, { kind: 'failure_pattern' }>

export function learningsOf(state: RunState, events: readonly Event[]): readonly Learning[] {
  return [...testCommands(events), ...failurePatterns(events), ...successPattern(state, events)]
}

function testCommands(events: readonly Event[]): readonly Learning[] {
  const asked = new Map<string, readonly CheckCommand[]>()
  const seen = new Map<string, { command: CheckCommand; times: number[]; failed: number }>()
  for (const event of events) {
    if (event.type === 'attempt.intended' && event.task.do === 'check') asked.set(event.key, event.task.commands)
    if (event.type !== 'attempt.finished' || event.outcome.status !== 'checked') continue
    for (const result of event.outcome.results) {
      const command = asked.get(event.key)?.find(({ name }) => name === result.name)
      if (command === undefined) continue
      const id = `${command.cwd}\0${command.run}`
      const known = seen.get(id) ?? { command, times: [], failed: 0 }
      if (result.exitCode === 0 && !result.timedOut) known.times.push(result.durationMs)
      else known.failed += 1
      seen.set(id, known)
    }
  }
  return [...seen.values()]
    .filter(({ times }) => times.length > 0)
    .map(({ command: { name, run, cwd }, times, failed }) => ({
      kind: 'test_command',
      name,
      command: run,
      cwd,
      passed: times.length,
      failed,
      typicalMs: middleOf(times),
    }))
}

function middleOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

/** Failures of the network, the account or the machine say nothing about the work. */
const ofTheWork: ReadonlySet<Failure['tag']> = new Set([
  'unmet',
  'conflict',
  'invalid',
  'empty',
  'crash',
  'timeout',
  'blocked',
  'refused',
  'outside',
  'gate',
])

interface FailureCase {
  found: Said
  times: number
  /** The phase that has worked on it since it was found. */
  worked: { phase: string; attempt: number } | undefined
  mendedBy: FailurePattern['mendedBy']
}

function failurePatterns(events: readonly Event[]): readonly Learning[] {
  const troubles = new Map<string, FailureCase>()
  for (const event of events) {
    if (event.type === 'attempt.intended') noteWork(troubles, event)
    if (event.type === 'verdict.given') noteVerdict(troubles, event)
  }
  return [...troubles].map(([path, { found, times, mendedBy }]) => {
    const [unit, phase] = splitPath(path)
    return {
      kind: 'failure_pattern',
      unit,
      phase,
      found,
      times,
      ...defined({ mendedBy }),
    }
  })
}

function noteWork(troubles: ReadonlyMap<string, FailureCase>, event: EventOf<'attempt.intended'>): void {
  if (!('role' in event.task) || event.task.do === 'judge') return
  const [unit, phase] = splitPath(event.path)
  for (const [path, trouble] of troubles)
    if (splitPath(path)[0] === unit) trouble.worked = { phase, attempt: event.attempt }
}

function noteVerdict(
  troubles: Map<string, FailureCase>,
  { path, key, verdict, failure }: EventOf<'verdict.given'>,
): void {
  const known = troubles.get(path)
  if (verdict === 'pass') {
    if (known !== undefined) known.mendedBy = known.worked ?? { phase: splitPath(path)[1], attempt: attemptIn(key) }
    return
  }
  if (failure === undefined || !ofTheWork.has(failure.tag)) return
  troubles.set(path, {
    found: keyLine(failure),
    times: (known?.times ?? 0) + 1,
    worked: undefined,
    mendedBy: undefined,
  })
}

/** `…#<attempt>`; an answer to a question has none and stands for the first. */
function attemptIn(key: string): number {
  return Number(/#(\d+)/.exec(key)?.[1] ?? 1)
}

function successPattern(state: RunState, events: readonly Event[]): readonly Learning[] {
  if (state.status !== 'finished' || state.outcome !== 'done') return []
  const units = state.order.map((id) => state.units[id] as UnitState)
  const merged = units.filter((unit) => unit.merged !== undefined && unit.status !== 'dropped')
  if (merged.length === 0) return []
  const created = events.find((event) => event.type === 'run.created')?.at ?? 0
  const finished = events.findLast((event) => event.type === 'run.finished')?.at ?? created
  return [
    {
      kind: 'success_pattern',
      units: merged.length,
      depth: depthOf(merged),
      files: new Set(merged.flatMap(({ head }) => head?.changed ?? [])).size,
      retries: units.reduce((sum, unit) => sum + retriesOf(state, unit), 0),
      wallMs: Math.max(0, finished - created),
      activeMs: state.spent.activeMs,
    },
  ]
}

/** An accepted plan has no cycle, so the chain of each unit is longer than those of its dependencies. */
function depthOf(units: readonly UnitState[]): number {
  const depths = new Map<string, number>()
  const byId = new Map(units.map((unit) => [unit.spec.id, unit]))
  const depth = (id: string): number => {
    const unit = byId.get(id)
    if (unit === undefined) return 0
    const known = depths.get(id)
    if (known !== undefined) return known
    depths.set(id, 1)
    const own = 1 + Math.max(0, ...unit.spec.depends.map(depth))
    depths.set(id, own)
    return own
  }
  return Math.max(0, ...units.map(({ spec }) => depth(spec.id)))
}
