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

/** An event with what is worth telling about it. */
export interface ToldEvent {
  readonly seq: number
  readonly event: Event
  readonly notes: readonly Note[]
}

/** A run as it stands, and what happened since the last look; at first, everything. */
export interface Watched {
  readonly view: RunView
  readonly events: readonly ToldEvent[]
}

export interface Views {
  view(run: string): Promise<Result<RunView, Refusal>>
  /** The plan that waits for approval, or the newest. */
  plan(run: string): Promise<Result<PlanView | undefined, Refusal>>
}

/** What needs more than the view of a run: loaded for those who look on (`told.ts`). */
export interface Telling {
  /** The run as it stands, and again after everything that happens to it. */
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

/** What a driven run asks somebody, with the plan where it is about one. */
export interface Asked {
  readonly run: string
  readonly question: Question
  readonly plan: PlanView | undefined
}

/** The same request as the drive takes, for those who see views. */
export interface DrivingRequest extends Omit<WholeRequest, 'ask' | 'onEntry'> {
  readonly ask: (asked: Asked, how: { readonly signal: AbortSignal; readonly refused?: Said }) => Promise<Reply>
  readonly onEvent: (told: ToldEvent) => void
}

/** A run that this process drove until it let go of it. */
export interface Driven {
  readonly run: string
  readonly end: DriveEnd
  /** Of the user's repository: holds what is merged. */
  readonly branch: string | undefined
  readonly view: RunView
}
