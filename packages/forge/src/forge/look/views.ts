/** Runs as surfaces see them: views, never states or journals. Nothing here writes. */
import type { World } from '#core/views/next.ts'
import { viewOf } from '#core/views/run.ts'
import type { Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { Note } from '#model/note.ts'
import type { Question } from '#model/question.ts'
import { success, type Result } from '#model/result.ts'
import type { RunView } from '#model/view.ts'
import type { Reply } from '#forge/drive/answers.ts'
import type { DrivingRequest as WholeRequest } from '#forge/drive/drive.ts'
import type { History } from './history.ts'
import type { DriveEnd } from '#forge/drive/loop.ts'
import { planOf, type PlanView } from './plan.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { Runs } from './runs.ts'

/** An event with its notices. */
export interface ToldEvent {
  readonly seq: number
  readonly event: Event
  readonly notes: readonly Note[]
}

/** The current view of a run, and its events since the last look; at first, all of them. */
export interface Watched {
  readonly view: RunView
  readonly events: readonly ToldEvent[]
}

export interface Views {
  view(run: string): Promise<Result<RunView, Refusal>>
  /** The plan that waits for approval, or the newest. */
  plan(run: string): Promise<Result<PlanView | undefined, Refusal>>
}

/** What needs more than the view of a run: loaded for watchers (`told.ts`). */
export interface Telling {
  /** The current view of the run, and again after every event. */
  watch(run: string, signal: AbortSignal): AsyncIterable<Result<Watched, Refusal>>
  history(run: string): Promise<Result<History, Refusal>>
}

export function viewsOf(looking: Runs): Views {
  return {
    async view(run) {
      const [driver, unread] = [await looking.driverOf(run), await looking.leftFor(run)]
      return viewIn(looking, run, { driver: driver.alive ? 'alive' : 'none', unread })
    },
    async plan(run) {
      const read = await looking.readRun(run)
      return read.ok ? success(planOf(read.value.state)) : read
    },
  }
}

type Reading = Pick<Runs, 'readRun'>

export async function viewIn(looking: Reading, run: string, world: World): Promise<Result<RunView, Refusal>> {
  const read = await looking.readRun(run)
  if (!read.ok) return read
  const { state, entries } = read.value
  return success(
    viewOf(
      state,
      entries.map(({ event }) => event),
      world,
    ),
  )
}

/** A question of a driven run to the user, with the plan where it is about one. */
export interface Asked {
  readonly run: string
  readonly question: Question
  readonly plan: PlanView | undefined
}

/** The same request as the drive takes, for callers that use views. */
export interface DrivingRequest extends Omit<WholeRequest, 'ask' | 'onEntry'> {
  readonly ask: (asked: Asked, how: { readonly signal: AbortSignal; readonly refused?: Said }) => Promise<Reply>
  readonly onEvent: (told: ToldEvent) => void
}

/** A run that this process drove until it released it. */
export interface Driven {
  readonly run: string
  readonly end: DriveEnd
  /** In the user's repository: holds the merged work. */
  readonly branch: string | undefined
  readonly view: RunView
}
