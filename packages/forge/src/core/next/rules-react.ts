/** The rule that answers a verdict other than `pass`: the ladder chooses a rung, and the rung is recorded. */
import { say, truncated, type Said } from '#messages/said.ts'
import type { Feedback } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import type { Event } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'
import { hashOf } from '#model/digest.ts'
import type { Hash } from '#model/hash.ts'
import { judgedTheSame } from '#model/same-judgement.ts'
import { planPhaseOf } from '#core/graph/expand.ts'
import { phasesOf, type Position } from '#core/graph/position.ts'
import { routeRequestOf } from '#core/route/request.ts'
import { insteadOf } from '#core/route/choose.ts'
import { chooseRung } from '#core/recover/ladder.ts'
import { hintOfWhole } from '#core/recover/revise.ts'
import type { Rung, SpentBudget, FailedPhase } from '#core/recover/failed-phase.ts'
import { countedIn } from '#core/rounds/counted.ts'
import { loopOf } from '#core/rounds/rounds.ts'
import { subjectOfVerdict } from '#core/graph/question.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { idlePositions, type DerivedState } from './derived-state.ts'
import { inputOf } from './input.ts'

export function react(board: DerivedState): Event | undefined {
  const { state } = board
  if (state.status === 'finished' || state.status === 'cancelling') return undefined
  for (const position of idlePositions(board)) {
    const event = reactTo(state, position)
    if (event !== undefined) return event
  }
  return undefined
}

/** A verdict that needs a reaction. */
interface Case {
  readonly state: RunState
  readonly position: Position
  readonly failure: Failure
  /** The identity of what was judged, under which its attempts are counted. */
  readonly input: Hash
}

/** A verdict about an outdated input needs no reaction: the phase simply runs again. */
function reactTo(state: RunState, position: Position): Event | undefined {
  const { last } = position.state
  if (last === undefined || last.verdict === 'pass' || position.judged === undefined) return undefined
  if (!judgedTheSame(last.judged, position.judged)) return undefined
  if (Object.values(state.questions).some(({ path }) => path === position.path)) return undefined
  const failure = last.failure ?? { tag: 'empty' as const }
  const asked: Case = { state, position, failure, input: inputOf(position.judged) }
  if (last.handled) return isPlannedAgain(asked) ? undefined : onUnchanged(asked)
  if (position.phase.effect === 'ask' && last.verdict !== 'none') return askAbout(asked)
  const rung = chooseRung(troubleOf(asked))
  return rung.do === 'stop' ? giveUp(asked, rung) : chosen(asked, rung)
}

function troubleOf(asked: Case): FailedPhase {
  const { state, position, failure } = asked
  const { phase, unit } = position
  const { budget } = state.spec as NonNullable<RunState['spec']>
  return {
    failure,
    spent: spentOn(asked),
    budget,
    now: state.now,
    sendsBack: loopOf(phasesOf(state, unit), phase),
    ...modelsFor(asked),
    ...foundIn(position),
    phase: phase.name,
    onFailure: (phase.kind === 'agent' ? phase.onFailure : undefined) ?? 'again',
  }
}

/** What was spent on this input, by this phase, by the whole unit, and by the whole run. */
function spentOn({ state, position, input }: Case): SpentBudget {
  const { failedAttempts: attempts, tiersUp = 0, otherModels = 0, inputs } = position.state
  const counts = inputs[input] ?? { transport: 0, empty: 0, unchanged: 0 }
  return { ...counts, attempts, tiersUp, otherModels, ...countedIn(state, position.unit, position.phase.name) }
}

/** Which models the router would use instead, for failures where the model matters. */
function modelsFor({ state, position, failure }: Case): { models?: NonNullable<FailedPhase['models']> } {
  const routing = state.spec?.routing
  const { phase, unit } = position
  if (failure.tag !== 'blocked' || routing === undefined || phase.kind !== 'agent') return {}
  const { now, higher, other } = insteadOf(routing, routeRequestOf(unit, phase))
  return { models: { now, higher, other } }
}

/** A re-plan is open: it has the findings already, and this phase waits for it. */
function isPlannedAgain({ state, position: { phase } }: Case): boolean {
  return phase.iterate !== undefined && state.units[phase.iterate]?.status !== 'done'
}

/** Where rounds must find less and less: how much the last one found. */
function foundIn({ phase, state }: Position): { found?: NonNullable<FailedPhase['found']> } {
  if (phase.rounds !== 'decreasing' || state.last?.found === undefined) return {}
  return { found: { now: state.last.found, before: state.findingsOfLastRound } }
}

/** The work came back and the input is the same to the byte: sent back once more, then stopped. */
function onUnchanged(asked: Case): Event {
  if (asked.position.phase.iterate !== undefined) {
    const remedy = { word: 'reopen' as const, hint: hintOfWhole }
    return giveUp(asked, { do: 'stop', reason: say('recovery.newPlanChangedNothing'), remedy })
  }
  const seen = asked.position.state.inputs[asked.input]?.unchanged ?? 0
  if (seen >= 1) {
    const remedy = { word: 'reopen' as const, hint: say('hint.reopenWithReason') }
    return giveUp(asked, { do: 'stop', reason: say('recovery.workUnchangedTwice'), remedy })
  }
  return chosen(asked, { do: 'revise', counts: 'unchanged', reason: say('recovery.workUnchanged') })
}

function giveUp(asked: Case, rung: Extract<Rung, { do: 'stop' }>): Event {
  const { state, position, failure } = asked
  const { effect } = position.phase
  if (effect === 'advisory' || effect === 'defer')
    return chosen(asked, { do: 'skip', reason: say(`skipped.${effect}`, { why: rung.reason }) })
  if (effect === 'ask' && !isAnswered(position)) return askAbout(asked)
  return {
    type: 'unit.stopped',
    v: 1,
    at: state.now,
    unit: position.unit.spec.id,
    reason: rung.reason,
    failure,
    remedy: rung.remedy,
  }
}

/** A human has seen the verdict already and rejected it. */
function isAnswered({ state: { last } }: Position): boolean {
  return last?.key.endsWith(':ask') ?? false
}

/** `effect: ask`: a human decides whether to continue anyway, about exactly this verdict (U-06). */
function askAbout(asked: Case): Event {
  const { state, position, failure } = asked
  if (isAnswered(position)) {
    const rung = chooseRung(troubleOf(asked))
    return rung.do === 'stop' ? giveUp(asked, rung) : chosen(asked, rung)
  }
  const { path, unit, phase } = position
  const last = position.state.last as NonNullable<Position['state']['last']>
  const question = {
    key: `${last.key}:ask`,
    path,
    text: say('question.goOnDespiteVerdict', {
      phase: phase.name,
      unit: unit.spec.id,
      verdict: last.verdict,
      why: wordsOf(failure),
    }),
    options: ['approve', 'reject'],
    subject: subjectOfVerdict(last),
    envelope: { writes: [], commands: [], dispatches: 0 },
    about: 'verdict' as const,
  }
  return { type: 'question.asked', v: 1, at: state.now, question, reason: say('phase.effectAskHumanDecides') }
}

function wordsOf(failure: Failure): Said {
  const [first] = failure.tag === 'gate' ? failure.objections : []
  const words = first?.reason ?? ('summary' in failure ? failure.summary : say(`tag.${failure.tag}`))
  return truncated(words, 700)
}

type ChosenRung = Exclude<Rung, { do: 'stop' }> | { readonly do: 'skip'; readonly reason: Said }

function chosen({ state, position, failure, input }: Case, rung: ChosenRung): Event {
  const base = {
    type: 'recovery.chosen',
    v: 1,
    at: state.now,
    path: position.path,
    rung: rung.do,
    input,
    failure,
    reason: rung.reason,
  } as const
  switch (rung.do) {
    case 'retry':
      return { ...base, counts: rung.counts, variant: rung.variant, ...errorsOf(failure), ...wake(rung.wakeAt) }
    case 'wait':
      return { ...base, counts: 'nothing', variant: position.state.variant, ...wake(rung.wakeAt) }
    case 'iterate':
      return { ...base, counts: 'iterations', variant: 'plain', ...planningAgain(state, position, failure) }
    case 'skip':
      return { ...base, counts: 'nothing', variant: position.state.variant }
    case 'revise':
      return {
        ...base,
        counts: rung.counts,
        variant: 'plain',
        target: position.phase.onRevise ?? position.phase.name,
        feedback: { ...feedbackFrom(position, failure), ...hintFor(rung.counts) },
        ...defined({ found: position.state.last?.found }),
      }
  }
}

/** Which unit plans the whole again, and its feedback. */
function planningAgain(
  state: RunState,
  position: Position,
  failure: Failure,
): { unit?: string; target?: string; feedback?: Feedback } {
  const planner = state.units[position.phase.iterate ?? '']
  const target = planner === undefined ? undefined : planPhaseOf(state, planner)
  if (planner === undefined || target === undefined) return {}
  const hint = say('prompt.planOnlyFixes')
  return { unit: planner.spec.id, target, feedback: { ...feedbackOf(planner, position, failure), hint } }
}

/** A repair goes to the maker, with a hint what to mind (S1-58). */
function hintFor(counts: Extract<Rung, { do: 'revise' }>['counts']): { hint?: Said } {
  return counts === 'repairs' ? { hint: say('prompt.fixOnlyUnmet') } : {}
}

/** The next attempt gets what was wrong. */
function errorsOf(failure: Failure): { errors?: Said[] } {
  return failure.tag === 'invalid' ? { errors: failure.errors } : {}
}

function wake(wakeAt: number | undefined): { wakeAt?: number } {
  return defined({ wakeAt })
}

function feedbackFrom(position: Position, failure: Failure): Feedback {
  return feedbackOf(position.unit, position, failure)
}

/** `to`: the unit that gets the feedback. */
function feedbackOf(to: UnitState, position: Position, failure: Failure): Feedback {
  const earlier = to.lastFeedback?.chain ?? null
  return {
    from: position.phase.name,
    failure,
    chain: hashOf([earlier, position.path, position.state.last?.key ?? null, position.state.inputs, failure]),
  }
}
