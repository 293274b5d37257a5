/**
 * Commands of humans that change a decision: answers, edited plans, reopened units. Each may be refused, with its
 * reason.
 */
import { raw, say, several, truncated, withTexts, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event, EventOf } from '#model/event.ts'
import { isoTime } from '#model/iso-time.ts'
import { hashOf } from '#model/digest.ts'
import { splitPath } from '#model/node-path.ts'
import type { MessageOf } from '#model/message.ts'
import type { Lanes } from '#model/run.ts'
import { reachedByUnit } from '#core/cost/limits.ts'
import { checkPlan } from '#core/graph/check.ts'
import { knownUnits } from '#core/graph/planners.ts'
import { judgedNow, phasesOf, positionOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { asManyAsFit } from '#messages/lines.ts'
import { failed, success, type Result } from '#model/result.ts'
import { failedOutputs } from './directives.ts'
import { refused } from './refusal.ts'

export function acceptAnswer(state: RunState, message: MessageOf<'approve'> | MessageOf<'reject'>): readonly Event[] {
  const question = state.questions[message.question]
  if (question === undefined) return [refused(message, say('question.notOpen'))]
  if (question.subject !== message.subject) return [refused(message, say('question.subjectChanged'))]
  const [unitId, phaseName] = splitPath(question.path)
  const unit = state.units[unitId]
  const phase = unit === undefined ? undefined : phasesOf(state, unit).find((candidate) => candidate.name === phaseName)
  const judged = unit === undefined || phase === undefined ? undefined : judgedNow(state, unit, phase)
  if (unit === undefined || phase === undefined || judged === undefined)
    return [refused(message, say('question.nothingToDecide'))]
  const { at, by } = message
  const note = message.type === 'reject' ? message.note : ''
  const summary = note === '' ? say('command.rejectedWithoutNote') : raw(note)
  const given: EventOf<'verdict.given'> = {
    type: 'verdict.given',
    v: 1,
    at,
    path: question.path,
    key: question.key,
    verdict: message.type === 'approve' ? 'pass' : 'revise',
    raw: message.type,
    judged,
    ...(message.type === 'reject' ? { failure: { tag: 'unmet' as const, summary } } : {}),
    findings: [],
  }
  // A yes to a verdict is a yes to continue with the current work.
  const isOfPhase = message.type === 'approve' && question.about !== 'verdict'
  return [
    {
      type: 'question.answered',
      v: 1,
      at,
      key: question.key,
      answer: message.type,
      note,
      subject: question.subject,
      by,
      envelope: question.envelope,
    },
    isOfPhase ? failedOutputs(state, unit, phase.name, given) : given,
  ]
}

export function acceptEdit(state: RunState, message: MessageOf<'edit'>): readonly Event[] {
  const unit = state.units[message.unit]
  if (unit === undefined) return [refused(message, say('unit.doesNotExist', { unit: message.unit }))]
  if (state.status === 'finished' || state.status === 'cancelling')
    return [refused(message, say('wait.run', { status: say(`state.${state.status}`) }))]
  if (unit.status === 'dropped') return [refused(message, say('unit.isDropped', { unit: message.unit }))]
  if (unit.merged !== undefined) return [refused(message, say('unit.mergedStays', { unit: message.unit }))]
  if (unit.plan === undefined) return [refused(message, say('unit.hasNoPlan', { unit: message.unit }))]
  const plan = checkPlan(message.plan, knownUnits(state, unit))
  if (!plan.ok) {
    const faults = asManyAsFit(plan.failure.map(indented), 2000, '')
    return [refused(message, say('plan.notValid', { faults }))]
  }
  const hash = hashOf(plan.value)
  if (hash === unit.plan.hash) return [refused(message, say('plan.editChangesNothing'))]
  return [{ type: 'plan.proposed', v: 1, at: message.at, unit: message.unit, plan: plan.value, hash, by: 'operator' }]
}

/** Messages of git or a schema about a plan may have several lines. */
function indented(fault: Said): Said {
  return say('plan.faultIndented', { fault: withTexts(fault, (text) => text.replaceAll('\n', '\n  ')) })
}

export function acceptReopen(state: RunState, message: MessageOf<'retry'> | MessageOf<'reopen'>): readonly Event[] {
  const unit = state.units[message.unit]
  if (unit === undefined) return [refused(message, say('unit.doesNotExist', { unit: message.unit }))]
  if (unit.status !== 'stopped')
    return [refused(message, say('unit.notStopped', { unit: message.unit, status: say(`state.${unit.status}`) }))]
  if (state.status === 'cancelling') return [refused(message, say('run.isBeingCancelled'))]
  const reached = reachedByUnit(state, unit)
  if (reached === 'unitDispatches') return [refused(message, say('unit.lifetimeUsedUp'))]
  if (reached !== undefined) return [refused(message, say('unit.limitReachedRaiseFirst', { limit: reached }))]
  const { at, by } = message
  const target = message.type === 'reopen' ? targetOf(state, unit, message.from) : success(undefined)
  if (!target.ok) return [refused(message, target.failure)]
  if (message.type === 'retry')
    return [{ type: 'unit.reopened', v: 1, at, unit: message.unit, by, reason: say('command.retry') }]
  return [
    {
      type: 'unit.reopened',
      v: 1,
      at,
      unit: message.unit,
      by,
      reason: raw(message.reason),
      feedback: reopenFeedback(unit, message),
      ...defined({ target: target.value }),
    },
  ]
}

/** Which phase works again: the named one, else the maker of what was being judged when the unit stopped. */
function targetOf(state: RunState, unit: UnitState, from: string | undefined): Result<string | undefined, Said> {
  const phases = phasesOf(state, unit)
  const makers = phases.filter(
    (phase) => phase.kind === 'agent' && phase.yields !== 'verdict' && phase.effect !== 'off',
  )
  if (from !== undefined) {
    if (makers.some(({ name }) => name === from)) return success(from)
    const known = makers.map(({ name }) => name).join(', ')
    return failed(say('unit.hasNoSuchWorkingPhase', { unit: unit.spec.id, phase: from, known }))
  }
  const at = positionOf(state, unit)?.phase
  if (at === undefined) return success(undefined)
  return success(makers.includes(at) ? at.name : (at.onRevise ?? makers[0]?.name))
}

function reopenFeedback(unit: UnitState, message: MessageOf<'reopen'>) {
  const failure = { tag: 'unmet' as const, summary: raw(message.reason) }
  return { from: 'operator', failure, chain: hashOf([unit.lastFeedback?.chain ?? null, message.id, failure]) }
}

export function acceptReassign(state: RunState, message: MessageOf<'reassign'>): readonly Event[] {
  const { at, by, lanes } = message
  return [{ type: 'run.reassigned', v: 1, at, by, lanes, reason: truncated(whyReassigned(state, lanes), 2000) }]
}

/** What changes, and which limit the run waited for. */
function whyReassigned({ spec, capacity }: RunState, { agent, account, payers }: Lanes): Said {
  const changes = [
    ...(agent === undefined
      ? []
      : [say('agent.insteadOfOther', { agent, other: spec?.agent ?? say('agent.ofConfiguration') })]),
    say('account.those', { accounts: [...new Set([account, ...(payers?.['']?.accounts ?? [])])].join(', ') }),
  ]
  const closed = Object.entries(capacity.limits).map(([gate, until]) =>
    say('account.limitedUntil', { gate, time: isoTime(until) }),
  )
  const what = several(changes, ', ')
  if (closed.length === 0) return say('account.fromNowOn', { what })
  return say('account.fromNowOnBecause', { what, why: several(closed, ', ') })
}

/** The tip must not move under a merge that has started: Forge would not find that merge again. */
export function acceptSync(state: RunState, message: MessageOf<'sync' | 'syncing'>): readonly Event[] {
  if (state.status === 'cancelling') return [refused(message, say('run.isBeingCancelled'))]
  if (state.tip !== message.from) return [refused(message, say('landing.tipIsElsewhere'))]
  if (Object.values(state.openAttempts).some(({ task }) => task.do === 'merge'))
    return [refused(message, say('merge.resumeRunFirst'))]
  const { at, tip, base, by } = message
  if (message.type === 'syncing' && state.intendedTips?.includes(tip) === true) return []
  return [{ type: message.type === 'sync' ? 'base.synced' : 'syncing.intended', v: 1, at, tip, base, by }]
}
