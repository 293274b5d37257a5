/**
 * What a user can do next with a run, most pressing first: the one answer of every surface. A surface renders the steps as its
 * own commands, and leaves out only what it has just shown.
 */
import type { Limits } from '#model/budget.ts'
import type { Key, UnitId } from '#model/ids.ts'
import { landableOf } from '#core/landing/landable.ts'
import { reachedByUnit } from '#core/cost/ceilings.ts'
import { isHeldInPlanning, restOf } from '#core/idle/rest.ts'
import type { RunState } from '#core/state/state.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import { limitRemedy } from './ending.ts'
import { remediesIn, type NextWord } from './remedies.ts'

export type Step =
  | { readonly do: 'look-at-plan' }
  /** At the work and the documents of a unit, where that is what is asked about. */
  | { readonly do: 'look-at-unit'; readonly unit: UnitId }
  | { readonly do: 'approve'; readonly question: Key }
  | { readonly do: 'reject'; readonly question: Key }
  | { readonly do: 'edit-plan' }
  /** What was planned may begin. */
  | { readonly do: 'begin' }
  | { readonly do: 'unpause' }
  | { readonly do: 'raise'; readonly limit: keyof Limits | undefined }
  | { readonly do: 'retry'; readonly unit: UnitId }
  | { readonly do: 'reopen'; readonly unit: UnitId }
  /** Why a unit stopped. */
  | { readonly do: 'explain'; readonly unit: UnitId }
  /** Drive it from here. */
  | { readonly do: 'resume' }
  | { readonly do: 'watch' }
  | { readonly do: 'look-at-branch'; readonly branch: string }
  | { readonly do: 'land'; readonly what: 'whole' | 'partial' }
  | { readonly do: 'retrospect' }
  | { readonly do: 'report' }
  | { readonly do: 'status' }

/** What is not in the run itself. */
export interface Around {
  /** `interrupted`: it drove here, and was told to let go. */
  readonly driver: 'alive' | 'none' | 'interrupted'
  /** Words that a human left and no driver has read yet. */
  readonly unread?: number
  /** Whether the user has just seen what is asked, and did not want it. */
  readonly asked?: 'unseen' | 'shown' | 'declined'
  /** Holds what is merged, in the user's repository. */
  readonly branch?: string | undefined
}

export function nextSteps(state: RunState, around: Around): readonly Step[] {
  const { driver, unread = 0 } = around
  if (driver === 'interrupted' || (driver === 'none' && unread > 0)) return [{ do: 'resume' }]
  if (state.status === 'finished') return [...unfinished(state), ...endSteps(state, around), { do: 'status' }]
  // What is being cancelled takes no word any more.
  if (state.status === 'cancelling') return [{ do: driver === 'alive' ? 'watch' : 'resume' }, { do: 'status' }]
  return [
    ...answers(state, around.asked ?? 'unseen'),
    ...(state.status === 'paused' ? [{ do: 'unpause' } as const] : []),
    ...(state.status === 'running' && isHeldInPlanning(state) ? [{ do: 'begin' } as const] : []),
    ...(driver === 'none' && restOf(state) === undefined ? [{ do: 'resume' } as const] : []),
    ...unfinished(state),
    ...(driver === 'alive' ? [{ do: 'watch' } as const] : []),
    { do: 'status' },
  ]
}

/** A user who has not seen what is asked looks first; one who did not want it says so first. */
function answers(state: RunState, asked: NonNullable<Around['asked']>): readonly Step[] {
  const [question] = valuesByKey(state.questions)
  if (question === undefined) return []
  const isPlan = valuesByKey(state.questions).some(({ about }) => about === 'plan')
  const look: Step = isPlan
    ? { do: 'look-at-plan' }
    : { do: 'look-at-unit', unit: question.path.split('/')[0] ?? question.path }
  const yes: Step = { do: 'approve', question: question.key }
  const no: Step[] = [{ do: 'reject', question: question.key }, ...(isPlan ? [{ do: 'edit-plan' } as const] : [])]
  switch (asked) {
    case 'unseen':
      return [look, yes, ...no]
    case 'shown':
      return [yes, look, ...no]
    case 'declined':
      return [...no, yes, look]
  }
}

/** More than these are in the status of the run. */
const mostRemedies = 3

/** What only a limit holds needs no reason; of everything else the reason comes first, then what moves it on. */
function unfinished(state: RunState): readonly Step[] {
  const reached = limitRemedy(state)
  const raise: Step[] = reached === undefined ? [] : [{ do: 'raise', limit: reached.limit }]
  const remedies = remediesIn(state).flatMap((word) => stepOf(state, word) ?? [])
  const stopped = state.order.find((id) => state.units[id]?.status === 'stopped')
  const reason: Step[] = stopped === undefined ? [] : [{ do: 'explain', unit: stopped }]
  return [...raise, ...reason, ...remedies.filter((step) => !isAmong(step, raise)).slice(0, mostRemedies)]
}

function isAmong(step: Step, others: readonly Step[]): boolean {
  return step.do === 'raise' && others.some((other) => other.do === 'raise' && other.limit === step.limit)
}

function stepOf(state: RunState, { word, about, limit }: NextWord): Step | undefined {
  const unit = about === undefined ? undefined : state.units[about]
  switch (word) {
    case 'raise':
      return { do: 'raise', limit }
    case 'resume':
      return { do: 'unpause' }
    case 'edit':
      return { do: 'edit-plan' }
    // A run that stopped because a unit did is moved on by what moves the unit on.
    case 'retry':
    case 'reopen': {
      if (unit === undefined) return undefined
      const reached = reachedByUnit(state, unit)
      return reached === undefined ? { do: word, unit: unit.spec.id } : { do: 'raise', limit: reached }
    }
    case 'answer':
      return undefined
  }
}

function endSteps(state: RunState, { branch }: Around): readonly Step[] {
  const land = landStep(state)
  const isLookedBackOn = state.spec?.opens === 'planning' && !state.retrospected && state.outcome !== 'cancelled'
  return [
    ...(land === undefined || branch === undefined ? [] : [{ do: 'look-at-branch', branch } as const]),
    ...(land === undefined ? [] : [land]),
    ...(isLookedBackOn ? [{ do: 'retrospect' } as const] : []),
    { do: 'report' },
  ]
}

/** The one place that proposes a landing. */
function landStep(state: RunState): Step | undefined {
  const landable = landableOf(state)
  if (landable.can === 'nothing' || state.outcome === 'cancelled') return undefined
  return { do: 'land', what: landable.can }
}
