/**
 * The next steps of a user with a run, most pressing first: the one answer of every surface. A surface renders the
 * steps as its own commands, and leaves out only what it has just shown.
 */
import { raw, say } from '#messages/said.ts'
import type { Limits } from '#model/budget.ts'
import { canonicalJson } from '#model/canonical.ts'
import { limitFields, step, type NextStep, type Step } from '#model/next.ts'
import { landableOf } from '#core/landing/landable.ts'
import { reachedByUnit } from '#core/cost/limits.ts'
import { isHeldInPlanning, idleStateOf } from '#core/idle/idle.ts'
import type { RunState } from '#core/state/state.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import { limitRemedy } from './ending.ts'
import { remediesIn, type NextWord } from './remedies.ts'

/** What is not in the run itself. */
export interface World {
  /** `interrupted`: this process worked on the run, and was interrupted. */
  readonly driver: 'alive' | 'none' | 'interrupted'
  /** Commands that are queued. */
  readonly unread?: number
  /** Whether the user has just seen the question, and declined it. */
  readonly asked?: 'unseen' | 'shown' | 'declined'
  /** Holds the merged work, in the user's repository. */
  readonly branch?: string | undefined
}

export function nextSteps(state: RunState, world: World): readonly NextStep[] {
  const steps = stepsOf(state, world)
  return [...new Map(steps.map((one) => [canonicalJson(one), one])).values()]
}

function stepsOf(state: RunState, world: World): readonly NextStep[] {
  const { driver, unread = 0 } = world
  const { run } = state
  const [resume, watch, status] = ['resume', 'watch', 'status'].map((name) => step(name, { run })) as [Step, Step, Step]
  if (driver === 'interrupted' || (driver === 'none' && unread > 0)) return [resume]
  if (state.status === 'finished') return [...unfinished(state), ...endSteps(state, world), status]
  // A run that is being cancelled takes no commands any more.
  if (state.status === 'cancelling') return [driver === 'alive' ? watch : resume, status]
  return [
    ...answers(state, world.asked ?? 'unseen'),
    ...(state.status === 'paused' ? [step('unpause', { run })] : []),
    ...beginStep(state),
    ...(driver === 'none' && idleStateOf(state) === undefined ? [resume] : []),
    ...unfinished(state),
    ...(driver === 'alive' ? [watch] : []),
    status,
  ]
}

/** Planned units wait until a human starts them, by the operation that the preset names. */
function beginStep(state: RunState): readonly Step[] {
  const begin = state.spec?.vocabulary?.steps?.begin
  const isHeld = state.status === 'running' && isHeldInPlanning(state)
  return isHeld && begin !== undefined ? [step(begin, { run: state.run })] : []
}

/** Where the subject of the question is shown: the plan, or the unit with its work and its documents. */
function lookAtAsked(state: RunState): Step | undefined {
  const questions = valuesByKey(state.questions)
  const [question] = questions
  if (question === undefined) return undefined
  const { run } = state
  if (questions.some(({ about }) => about === 'plan')) return step('plan show', { run })
  return step('show', { unit: question.path.split('/')[0] ?? question.path, run })
}

/** A user who has not seen the subject looks first; one who declined it gets the ways to say no first. */
function answers(state: RunState, asked: NonNullable<World['asked']>): readonly Step[] {
  const look = lookAtAsked(state)
  if (look === undefined) return []
  const { run } = state
  const yes = step('approve', { run })
  const no = [
    step('reject', { run }, { note: say('placeholder.whatShouldDiffer') }),
    ...(look.operation === 'plan show' ? [step('plan edit', { run }, { file: say('placeholder.file') })] : []),
  ]
  switch (asked) {
    case 'unseen':
      return [look, yes, ...no]
    case 'shown':
      return [yes, look, ...no]
    case 'declined':
      return [...no, yes, look]
  }
}

/** The status of the run shows the rest. */
const mostRemedies = 3

/** A stop at a limit needs no reason; for everything else the reason comes first, then the remedy. */
function unfinished(state: RunState): readonly Step[] {
  const { run } = state
  const reached = limitRemedy(state)
  const raise = reached === undefined ? [] : [raiseStep(run, reached.limit)]
  const remedies = remediesIn(state).flatMap((word) => stepOf(state, word) ?? [])
  const stopped = state.order.find((id) => state.units[id]?.status === 'stopped')
  const reason = stopped === undefined ? [] : [step('why', { about: stopped, run })]
  const isRaised = (one: Step): boolean => raise.some((other) => canonicalJson(other) === canonicalJson(one))
  return [...raise, ...reason, ...remedies.filter((one) => !isRaised(one)).slice(0, mostRemedies)]
}

function stepOf(state: RunState, { word, about, limit }: NextWord): Step | undefined {
  const { run } = state
  const unit = about === undefined ? undefined : state.units[about]
  switch (word) {
    case 'raise':
      return raiseStep(run, limit)
    case 'resume':
      return step('unpause', { run })
    case 'edit':
      return step('plan edit', { run }, { file: say('placeholder.file') })
    // A run that stopped because a unit did continues with the remedy of that unit.
    case 'retry':
    case 'reopen': {
      if (unit === undefined) return undefined
      const reached = reachedByUnit(state, unit)
      return reached === undefined ? againStep(word, unit.spec.id, run) : raiseStep(run, reached)
    }
    case 'answer':
      return undefined
  }
}

function againStep(word: 'retry' | 'reopen', unit: string, run: string): Step {
  return word === 'retry'
    ? step('retry', { unit, run })
    : step('reopen', { unit, run }, { reason: say('placeholder.why') })
}

function raiseStep(run: string, limit: keyof Limits = 'dispatches'): Step {
  const input = limit === 'unpriced' ? { run, allowUnpriced: true } : { run }
  return step('raise', input, { [limitFields[limit]]: say('placeholder.number') })
}

function endSteps(state: RunState, { branch }: World): readonly NextStep[] {
  const { run } = state
  const land = landStep(state)
  const lookBack = state.spec?.vocabulary?.steps?.lookBack
  const isOver = state.spec?.opens === 'planning' && !state.retrospected && state.outcome !== 'cancelled'
  return [
    ...(land === undefined || branch === undefined ? [] : [raw(`git log --oneline --graph ${branch}`)]),
    ...(land === undefined ? [] : [land]),
    ...(isOver && lookBack !== undefined ? [step(lookBack, { run }, { note: say('placeholder.note') })] : []),
    step('report', { run }),
  ]
}

/** The one place that proposes a landing. */
function landStep(state: RunState): Step | undefined {
  const { can } = landableOf(state)
  if (can === 'nothing' || state.outcome === 'cancelled') return undefined
  return step('land', can === 'partial' ? { run: state.run, partial: true } : { run: state.run })
}
