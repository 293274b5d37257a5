/** What an `ask` phase asks about, bound to a hash: an answer to anything else does not count (I-23). */
import { raw, say, several, truncated, type Said, type Value } from '#messages/said.ts'
import type { Envelope } from '#model/budget.ts'
import { hashOf, hashText } from '#model/digest.ts'
import type { Hash } from '#model/hash.ts'
import type { AskPhase } from '#model/phase.ts'
import type { PhaseState, RunState, UnitState } from '#core/state/state.ts'
import { changeFor, envelopeOf, mergedOf } from './expand.ts'
import { guardedChanges, testWords } from './guarded.ts'
import { removedScope } from './removed-scope.ts'

/** The hash of what would be decided now; undefined when there is nothing. */
export function subjectOfQuestion(unit: UnitState, phase: AskPhase): Hash | undefined {
  if (phase.about === 'plan') return unit.plan?.hash
  if (phase.about === 'document') return unit.documents[phase.judges ?? '']?.hash
  if (phase.about === 'work') return unit.head === undefined ? undefined : hashText(`work ${unit.head.commit}`)
  return unit.head === undefined ? undefined : hashText(`gate changes in ${unit.head.tree}`)
}

/** The subject of a question about a verdict: this verdict, on exactly what it judged. */
export function subjectOfVerdict({ judged, verdict, key }: NonNullable<PhaseState['last']>): Hash {
  return hashOf([judged, verdict, key])
}

/** What a yes allows. A yes to guarded changes widens nothing. */
export function envelopeOfQuestion(state: RunState, unit: UnitState, phase: AskPhase): Envelope {
  if (phase.about === 'plan' && unit.plan !== undefined) return envelopeOf(state, unit, unit.plan.plan)
  return { writes: [], commands: [], dispatches: 0 }
}

/** What a yes would remove of the approved scope, with the units that are dropped because their planner is. */
export function dropsOfQuestion(state: RunState, unit: UnitState, phase: AskPhase): readonly Said[] {
  if (phase.about !== 'plan' || unit.plan === undefined || unit.approvedPlan === undefined) return []
  const { plan } = unit.plan
  const own = new Set(unit.approvedPlan.units.map(({ id }) => id))
  const below = changeFor(state, unit, plan).drop.filter((id) => !own.has(id))
  return [
    ...removedScope(unit.approvedPlan.units, [...mergedOf(state, unit), ...plan.units]),
    ...below.map((id) => say('unit.withTitle', { unit: id, title: state.units[id]?.spec.title ?? id })),
  ]
}

export function textOfQuestion(state: RunState, unit: UnitState, phase: AskPhase): Said {
  return truncated(wholeText(state, unit, phase), 1000)
}

function wholeText(state: RunState, unit: UnitState, phase: AskPhase): Said {
  const question = state.spec?.said?.[`${unit.spec.template}/${phase.name}`] ?? raw(phase.question)
  if (phase.about === 'plan') {
    const drops = dropsOfQuestion(state, unit, phase)
    return drops.length === 0 ? question : say('question.dropsWhatWasApproved', { question, drops: several(drops) })
  }
  const { id, title } = unit.spec
  if (phase.about !== 'gate-changes') return say('question.aboutUnit', { question, unit: id, title })
  const changed = guardedChanges(state, unit)
  const { tests: lost = [], more = 0 } = unit.head?.lostTests ?? {}
  const paths = listed(changed)
  const tests = listed([...lost.map(testWords), ...(more === 0 ? [] : [say('land.more', { count: more })])])
  if (tests === '') return say('question.unitChangesPaths', { question, unit: id, paths })
  if (paths === '') return say('question.unitDisablesTests', { question, unit: id, tests })
  return say('question.unitChangesAndRemovesTests', { question, unit: id, paths, tests })
}

function listed(all: readonly (string | Said)[]): Value {
  const names = all.filter((one) => typeof one === 'string')
  if (names.length === all.length) return names.join(', ')
  return several(
    all.map((one) => (typeof one === 'string' ? raw(one) : one)),
    ', ',
  )
}
