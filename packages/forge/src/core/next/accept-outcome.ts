/**
 * An outcome counts only while its key is open (I-12); then it becomes the attempt's end, a verdict, and its products.
 */
import { say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event } from '#model/event.ts'
import { hashOf, hashText, utf8Bytes } from '#model/digest.ts'
import { hooksName } from '#model/evidence.ts'
import type { MessageOf } from '#model/message.ts'
import type { Phase } from '#model/phase.ts'
import type { Failure } from '#model/failure.ts'
import type { Outcome } from '#model/attempt.ts'
import { judgeOutcome, type Judgement } from '#core/verdict/judge.ts'
import { recordOf } from '#core/verdict/record.ts'
import { summaryOf } from '#core/verdict/summary.ts'
import { gateFailure } from '#core/gates/preflight.ts'
import { accountLimitKey } from '#core/state/apply-capacity.ts'
import { phasesOf } from '#core/graph/position.ts'
import { knownUnits } from '#core/graph/planners.ts'
import { fold } from '#core/state/apply.ts'
import type { Terms } from '#core/graph/unit-terms.ts'
import { frictionIn } from './friction.ts'
import { openAttempt } from '#core/state/apply-attempt.ts'
import type { OpenAttempt, RunState, UnitState } from '#core/state/state.ts'
import { closedByFailure } from '#core/provider/waits.ts'

type Finished = MessageOf<'attempt.finished'>

export function acceptFinished(state: RunState, message: Finished): readonly Event[] {
  const { at, key, outcome, usage, durationMs } = message
  if (state.tidying.key === key && outcome.status === 'tidied') {
    return [{ type: 'tidying.finished', v: 1, at, key, removed: outcome.removed, aside: outcome.aside }]
  }
  const open = openAttempt(state, key)
  if (open === undefined) return [stale(message, say('attempt.keyNotOpen'))]
  if (!fits(open, outcome))
    return [stale(message, say('attempt.cannotEndAs', { task: open.task.do, status: outcome.status }))]
  return [
    { type: 'attempt.finished', v: 1, at, key, outcome, usage, durationMs },
    ...judgementOf(state, open, message),
    ...frictionIn(state, open, outcome).map((fact) => ({ ...fact, at })),
    ...limitOf(state, open, message),
  ]
}

/** What the advisor of a halted run used; it may come at any time, because the run may have resumed meanwhile. */
export function adviceOf({ at, end, model, usage, durationMs }: MessageOf<'advice'>): Event {
  return { type: 'advice.taken', v: 1, at, end, ...defined({ model }), usage, durationMs }
}

function stale(message: Finished, why: Said): Event {
  return {
    type: 'attempt.stale',
    v: 1,
    at: message.at,
    key: message.key,
    message: message.id,
    usage: message.usage,
    why,
  }
}

const endings: Record<OpenAttempt['task']['do'], Outcome['status']> = {
  work: 'worked',
  plan: 'planned',
  document: 'documented',
  judge: 'judged',
  check: 'checked',
  integrate: 'integrated',
  merge: 'merged',
  'remove-tree': 'tidied',
}

function fits(open: OpenAttempt, outcome: Outcome): boolean {
  if (outcome.status !== 'failed') return outcome.status === endings[open.task.do]
  // Only an attempt that read the integration ref can report that it moved.
  return outcome.failure.tag !== 'moved' || open.task.do === 'merge' || open.task.do === 'integrate'
}

function judgementOf(state: RunState, open: OpenAttempt, message: Finished): readonly Event[] {
  const { at, outcome } = message
  const unit = state.units[open.unit] as UnitState
  const phase = phasesOf(state, unit).find((candidate) => candidate.name === open.phase) as Phase
  const nonce = 'nonce' in open.task ? open.task.nonce : undefined
  const judgement = judgeOutcome(
    { phase, nonce, commands: commandsOf(open), known: knownUnits(state, unit), terms: termsOf(state, unit) },
    outcome,
  )
  const summary = summaryOf(judgement.verdict, outcome)
  const { plan, document } = judgement
  const facts: Event[] = []
  if (document !== undefined) facts.push(written(open, at, document))
  if (plan !== undefined)
    facts.push({ type: 'plan.proposed', v: 1, at, unit: open.unit, plan, hash: hashOf(plan), by: 'agent' })
  if (outcome.status === 'merged' && open.task.do === 'merge') {
    facts.push({ type: 'unit.merged', v: 1, at, unit: open.unit, commit: outcome.commit, trailer: open.task.trailer })
  }
  const judged = withOutputs(state, open, { judgement, message, facts })
  const { verdict, raw, findings } = judged
  const failure = outcome.status === 'failed' ? judged.failure : withAsked(open, judged.failure)
  const { title, template } = unit.spec
  const route = state.spec?.templates[template]?.route
  const record = recordOf({ judgement: { ...judgement, ...judged }, outcome, at, phase: open.phase, title, route })
  facts.push({
    type: 'verdict.given',
    v: 1,
    at,
    path: open.path,
    key: open.key,
    verdict,
    raw: raw.slice(0, 200),
    judged: open.judged,
    ...defined({ failure }),
    findings: [...findings],
    ...defined({ summary, record }),
  })
  return facts
}

/** An invalid answer that was already asked for again is not asked for a third time. */
function withAsked({ askedAgain }: OpenAttempt, failure: Failure | undefined): Failure | undefined {
  return failure?.tag === 'invalid' && askedAgain === true ? { ...failure, asked: 'again' } : failure
}

function written(open: OpenAttempt, at: number, text: string): Event {
  const { unit, phase } = open
  return { type: 'document.written', v: 1, at, unit, phase, hash: hashText(text), bytes: utf8Bytes(text), text }
}

/** A phase that passed must also have brought what it declares: evaluated on the state after this event. */
function withOutputs(
  state: RunState,
  open: OpenAttempt,
  { judgement, message, facts }: { judgement: Judgement; message: Finished; facts: readonly Event[] },
): Judgement {
  if (judgement.verdict !== 'pass') return judgement
  const { at, key, outcome, usage, durationMs } = message
  const after = fold(state, [{ type: 'attempt.finished', v: 1, at, key, outcome, usage, durationMs }, ...facts])
  const failure = gateFailure(after, after.units[open.unit] as UnitState, open.phase, 'postflight')
  return failure === undefined ? judgement : { verdict: 'stop', raw: 'outputs', failure, findings: judgement.findings }
}

/** What the plan binds the unit to, and what the run binds every unit to. */
function termsOf({ spec }: RunState, unit: UnitState): Terms {
  const forbidden = spec?.boundary?.forbidden ?? []
  if (forbidden.length === 0) return unit.spec
  return { ...unit.spec, disallowedChanges: [...(unit.spec.disallowedChanges ?? []), ...forbidden] }
}

function commandsOf(open: OpenAttempt): readonly string[] {
  if (open.task.do !== 'check') return []
  const names = open.task.commands.map(({ name }) => name)
  return open.task.hooks === 'run' ? [...names, hooksName] : names
}

/** A provider's limit applies to the account for every run of this machine (I-32). */
function limitOf(state: RunState, open: OpenAttempt, message: Finished): readonly Event[] {
  const { outcome } = message
  const until = outcome.status === 'failed' ? closedByFailure(outcome.failure, message.at) : undefined
  if (until === undefined || !('account' in open.task)) return []
  const account = accountLimitKey(open.task)
  return [
    { type: 'limit.reported', v: 1, at: message.at, key: `${state.run}/limited/${account}@${until}`, account, until },
  ]
}
