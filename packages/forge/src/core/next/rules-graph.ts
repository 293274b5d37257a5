/** Rules about questions, gates, plans and what the run claims from the host stream. */
import { render } from '#messages/render.ts'
import { say, truncated, type Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { judgedTheSame } from '#model/same-judgement.ts'
import type { Hash } from '#model/hash.ts'
import { nodePath, splitPath } from '#model/node-path.ts'
import { attemptKey } from '#model/ids.ts'
import type { GatePhase } from '#model/phase.ts'
import type { Question } from '#model/question.ts'
import { mergedFault } from '#core/graph/check.ts'
import { covers, pipelineWarnings, planPhaseOf } from '#core/graph/expand.ts'
import { cutShortWords, isCutShort } from '#core/graph/truncated-changes.ts'
import { isCovered } from '#core/graph/paths.ts'
import { judgedNow, phasesOf } from '#core/graph/position.ts'
import {
  dropsOfQuestion,
  envelopeOfQuestion,
  subjectOfQuestion,
  subjectOfVerdict,
  textOfQuestion,
} from '#core/graph/question.ts'
import { claimOf } from '#core/schedule/claims.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { linesOf } from '#messages/lines.ts'
import { freePositions, type DerivedState } from './derived-state.ts'
import { failedGates, failedOutputs } from './directives.ts'

/** A question whose subject changed is withdrawn, so that no answer to the old one can count (I-23). */
export function withdrawQuestion({ state }: DerivedState): Event | undefined {
  for (const question of valuesByKey(state.questions)) {
    const reason =
      currentSubject(state, question) !== question.subject
        ? say('question.subjectChanged')
        : state.status === 'cancelling'
          ? say('run.isCancelled')
          : undefined
    if (reason !== undefined) return { type: 'question.withdrawn', v: 1, at: state.now, key: question.key, reason }
  }
  return undefined
}

function currentSubject(state: RunState, question: Question): Hash | undefined {
  const [unitId, name] = splitPath(question.path)
  const unit = state.units[unitId]
  const phase = unit === undefined ? undefined : phasesOf(state, unit).find((candidate) => candidate.name === name)
  if (unit === undefined || phase === undefined || unit.status === 'dropped') return undefined
  if (phase.kind === 'ask' && question.about !== 'verdict') return subjectOfQuestion(unit, phase)
  // A question about a verdict stays open only while that verdict is about the current input, and the unit waits for
  // it.
  const last = unit.phases[name]?.last
  const judged = judgedNow(state, unit, phase)
  if (last === undefined || judged === undefined || unit.status !== 'open') return undefined
  return judgedTheSame(last.judged, judged) ? subjectOfVerdict(last) : undefined
}

export function askQuestion(board: DerivedState): Event | undefined {
  const { state } = board
  if (state.status !== 'running' && state.status !== 'paused') return undefined
  for (const position of freePositions(board)) {
    const { unit, phase, path, judged, state: known } = position
    const subject = phase.kind === 'ask' ? subjectOfQuestion(unit, phase) : undefined
    if (phase.kind !== 'ask' || subject === undefined || judged === undefined) continue
    if (known.last !== undefined && known.last.judged.subject === judged.subject) continue
    if (Object.values(state.questions).some((question) => question.path === path)) continue
    const held = failedGates(state, { ...position, judged })
    if (held !== undefined && state.status === 'paused') continue
    if (held !== undefined) return held
    const key = attemptKey(state.run, unit.specVersion, path, known.lastAttempt + 1)
    const envelope = envelopeOfQuestion(state, unit, phase)
    const drops = dropsOfQuestion(state, unit, phase)
    if (phase.about === 'plan' && drops.length === 0 && state.approved.some((approved) => covers(approved, envelope))) {
      const raw = 'inside the approved envelope'
      const given = { type: 'verdict.given', v: 1, at: state.now, path, key, judged, findings: [] } as const
      return failedOutputs(state, unit, phase.name, { ...given, findings: [], verdict: 'pass', raw })
    }
    const text = textOfQuestion(state, unit, phase)
    const asked = { key, path, text, options: ['approve', 'reject'], subject, envelope, about: phase.about }
    const question = {
      ...asked,
      ...(drops.length === 0 ? {} : { drops: shownDrops(drops) }),
    }
    return { type: 'question.asked', v: 1, at: state.now, question, reason: say('preset.asksBeforeGoingOn') }
  }
  return undefined
}

/** As much as a question can carry; the plan itself has the rest. */
function shownDrops(drops: readonly Said[]): Said[] {
  const shown: Said[] = []
  let length = 0
  for (const drop of drops.slice(0, 1999).map((one) => truncated(one, 1000))) {
    if ((length += render(drop, 'en').length) > longestDrops) break
    shown.push(drop)
  }
  const more = drops.length - shown.length
  return more === 0 ? shown : [...shown, say('land.more', { count: more })]
}

const longestDrops = 100_000

/** A gate is a predicate over recorded facts: no performer, no cost. */
export function evaluateGate(board: DerivedState): Event | undefined {
  const { state } = board
  if (state.status !== 'running') return undefined
  for (const position of freePositions(board)) {
    const { unit, phase, path, judged } = position
    if (
      phase.kind !== 'gate' ||
      judged === undefined ||
      (position.state.last !== undefined && position.state.last.judged.subject === judged.subject)
    )
      continue
    const held = failedGates(state, { ...position, judged })
    if (held !== undefined) return held
    const fault = gateFault(unit, phase)
    const key = attemptKey(state.run, unit.specVersion, path, position.state.lastAttempt + 1)
    const base = { type: 'verdict.given', v: 1, at: state.now, path, key, judged, findings: [] } as const
    if (fault === undefined)
      return failedOutputs(state, unit, phase.name, { ...base, findings: [], verdict: 'pass', raw: 'holds' })
    return {
      ...base,
      findings: [],
      verdict: 'revise',
      raw: phase.require,
      failure: { tag: 'unmet', summary: fault, must: 'gate' },
    }
  }
  return undefined
}

function gateFault(unit: UnitState, phase: GatePhase): Said | undefined {
  const changed = unit.head?.changed ?? []
  if (phase.require === 'some-change') return changed.length > 0 ? undefined : say('path.nothingChanged')
  const declared = unit.spec.writes
  if (declared === undefined) return undefined
  const strays = changed.filter((path) => !isCovered(path, declared))
  if (strays.length === 0 && isCutShort(changed)) return say('path.changed', { what: cutShortWords })
  if (strays.length === 0) return undefined
  return say('path.changedUndeclared', { paths: strays.slice(0, 20).join(', ').slice(0, 10_000) })
}

/**
 * While a plan waited for its phases, a unit that it changes was merged: the plan would change nothing, so its author
 * plans again.
 */
export function returnPlan({ state, expansion }: DerivedState): Event | undefined {
  if (expansion === undefined || expansion.overtaken.length === 0) return undefined
  const { author, overtaken } = expansion
  const phase = phasesOf(state, author).find(({ name }) => name === planPhaseOf(state, author))
  const known = phase === undefined ? undefined : author.phases[phase.name]
  const judged = phase === undefined ? undefined : (judgedNow(state, author, phase) ?? known?.last?.judged)
  if (phase === undefined || judged === undefined) return undefined
  const path = nodePath(author.spec.id, phase.name)
  return {
    type: 'verdict.given',
    v: 1,
    at: state.now,
    path,
    key: attemptKey(state.run, author.specVersion, path, Math.max(1, known?.lastAttempt ?? 1)),
    verdict: 'revise',
    raw: 'overtaken',
    judged,
    failure: { tag: 'unmet', summary: linesOf(overtaken.map(mergedFault)) },
    findings: [],
  }
}

/** A plan that passed every phase of its unit becomes units, once no unit runs that it would remove. */
export function expandPlan({ state, expansion, doomed }: DerivedState): Event | undefined {
  if (expansion?.author.plan === undefined || expansion.overtaken.length > 0) return undefined
  if (Object.values(state.openAttempts).some((attempt) => doomed.has(attempt.unit))) return undefined
  const { author, change } = expansion
  return {
    type: 'graph.changed',
    v: 1,
    at: state.now,
    iteration: doomed.size === 0 ? state.specVersion : state.specVersion + 1,
    add: [...change.add],
    drop: [...change.drop],
    replace: [...change.replace],
    reason: say('phase.allLetThrough'),
    ...warningsOf(pipelineWarnings(state, author, expansion.author.plan.plan)),
    plan: expansion.author.plan.hash,
    unit: author.spec.id,
  }
}

function warningsOf(warnings: readonly Said[]): { warnings?: Said[] } {
  return warnings.length === 0 ? {} : { warnings: [...warnings] }
}

/** What the run wants of the machine, sent again whenever it changes; nothing when it has finished. */
export function askCapacity(board: DerivedState): Event | undefined {
  const { state } = board
  const { asked } = state.capacity
  const wanted = wantedCapacity(board)
  if (asked.slots === wanted.slots && asked.writes.join('\n') === wanted.writes.join('\n')) return undefined
  const key = `${state.run}/claim@${state.capacity.asks + 1}`
  return { type: 'capacity.asked', v: 1, at: state.now, key, ...wanted }
}

function wantedCapacity({ state, units }: DerivedState): { slots: number; writes: string[] } {
  if (state.status === 'finished') return { slots: 0, writes: [] }
  const writes = new Set<string>()
  for (const unit of units) {
    if (unit.status !== 'open' || unit.merged !== undefined) continue
    const claim = claimOf(state, unit)
    if (claim !== 'unknown') for (const path of claim) writes.add(path)
  }
  return { slots: state.spec?.slots ?? 1, writes: [...writes].toSorted() }
}
