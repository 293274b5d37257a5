/** What `status` shows of a run: how it stands, why, what a person can say next, and what each unit does or waits for. */
import { say, type Said } from '#messages/said.ts'
import type { Remedy } from '#model/event.ts'
import type { Key, UnitId } from '#model/ids.ts'
import { positionOf } from '#core/graph/position.ts'
import { waitOf, type Wait } from '#core/idle/wait.ts'
import { surveyOf, type Survey } from '#core/schedule/ready.ts'
import type { RunState, RunStatus, UnitState } from '#core/state/state.ts'
import { entriesByKey, valuesByKey } from '#core/state/sorted.ts'
import { attemptsOf } from './attempts.ts'
import { progressOf, type Progress } from './progress.ts'
import { stopText } from './reason.ts'
import { remediesIn, type NextWord } from './remedies.ts'

export type { Wait } from '#core/idle/wait.ts'

export interface StatusView {
  readonly run: string
  readonly status: RunStatus
  readonly outcome: RunState['outcome']
  readonly reason: Said | undefined
  readonly progress: Progress
  /** What would move it on, most pressing first; empty while it moves by itself. */
  readonly next: readonly NextWord[]
  readonly units: readonly UnitStatusView[]
}

export interface UnitStatusView {
  readonly id: UnitId
  readonly title: string
  readonly status: UnitState['status']
  /** The phase it stands at; undefined when all are behind it. */
  readonly phase: string | undefined
  /** The attempt that runs now. */
  readonly running: Key | undefined
  /** Why nothing of it runs, while it is open. */
  readonly waiting: Wait | undefined
  readonly stop: { readonly reason: Said; readonly remedy: Remedy } | undefined
  /** How often its agents tried. */
  readonly attempts: number
}

export function statusOf(state: RunState): StatusView {
  const survey = surveyOf(state)
  return {
    run: state.run,
    status: state.status,
    outcome: state.outcome,
    reason: state.reason,
    progress: progressOf(state),
    next: nextWords(state),
    units: state.order.map((id) => unitStatus(state, survey, state.units[id] as UnitState)),
  }
}

function unitStatus(state: RunState, survey: Survey, unit: UnitState): UnitStatusView {
  const { id, title } = unit.spec
  const position = unit.status === 'open' ? positionOf(state, unit) : undefined
  const running = valuesByKey(state.attempts).find((attempt) => attempt.unit === id)?.key
  return {
    id,
    title,
    status: unit.status,
    phase: position?.phase.name,
    running,
    waiting: unit.status === 'open' && running === undefined ? waitOf(state, survey, unit, position) : undefined,
    stop: unit.stop === undefined ? undefined : { reason: stopText(unit.stop), remedy: unit.stop.remedy },
    attempts: attemptsOf(state, unit),
  }
}

function nextWords(state: RunState): readonly NextWord[] {
  const answers = entriesByKey(state.questions).map(([key, { text }]): NextWord => ({
    word: 'answer',
    hint: text,
    about: key,
  }))
  const paused: NextWord[] =
    state.status === 'paused' ? [{ word: 'resume', hint: say('hint.resumeRun'), about: undefined }] : []
  return [...answers, ...paused, ...remediesIn(state)]
}
