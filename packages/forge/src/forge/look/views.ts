/** Runs as surfaces see them: views, never states or journals. Nothing here writes. */
import { foldNews, initialNews } from '#core/views/news.ts'
import type { World } from '#core/views/next.ts'
import { viewOf } from '#core/views/run.ts'
import type { RunState } from '#core/state/state.ts'
import type { Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { Note } from '#model/note.ts'
import type { Question } from '#model/question.ts'
import { success, type Result } from '#model/result.ts'
import type { RunView } from '#model/view.ts'
import type { Reply } from '#forge/drive/answers.ts'
import type { DrivingRequest as WholeRequest } from '#forge/drive/drive.ts'
import { historyOf, type History } from './history.ts'
import type { DriveEnd } from '#forge/drive/loop.ts'
import { planOf, type PlanView } from './plan.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { ReadRun } from './run.ts'
import type { Runs } from './runs.ts'
import type { RunWatch } from './watch.ts'

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

export interface Viewing {
  view(run: string): Promise<Result<RunView, Refusal>>
  /** The run as it stands, and again after everything that happens to it. */
  watch(run: string, signal: AbortSignal): AsyncIterable<Result<Watched, Refusal>>
  history(run: string): Promise<Result<History, Refusal>>
  /** The plan that waits for approval, or the newest. */
  plan(run: string): Promise<Result<PlanView | undefined, Refusal>>
}

export function viewingOf(looking: Runs & RunWatch): Viewing {
  return {
    async view(run) {
      const [driver, unread] = [await looking.driverOf(run), await looking.leftFor(run)]
      return viewIn(looking, run, { driver: driver.alive ? 'alive' : 'none', unread })
    },
    async *watch(run, signal) {
      const tell = tellerOf()
      const events: Event[] = []
      for await (const watched of looking.watch(run, signal)) {
        if (!watched.ok) return yield watched
        const { state, entries, isDriven } = watched.value
        const told = entries.map(({ seq, event }) => ({ seq, event, notes: tell(run, seq, event) }))
        events.push(...entries.map(({ event }) => event))
        yield success({ view: viewOf(state, events, { driver: isDriven ? 'alive' : 'none' }), events: told })
      }
    },
    async history(run) {
      const read = await looking.readRun(run)
      if (!read.ok) return read
      return success(historyOf(read.value))
    },
    async plan(run) {
      const read = await looking.readRun(run)
      return read.ok ? success(planOf(read.value.state)) : read
    },
  }
}

type Reading = Pick<Runs, 'readRun'>

async function viewIn(looking: Reading, run: string, world: World): Promise<Result<RunView, Refusal>> {
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

type Teller = (run: string, seq: number, event: Event) => readonly Note[]

/** Notes about each event as it comes. An event that was missed ends it: nothing is told that may not be so. */
function tellerOf(known?: ReadRun): Teller {
  let news = known?.entries.reduce((before, { event }) => foldNews(before, event).news, initialNews(known.run))
  const tell: Teller = (run, seq, event) => {
    news ??= initialNews(run)
    if (seq !== news.state.seq + 1) return []
    const next = foldNews(news, event)
    news = next.news
    return next.notes
  }
  return tell
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

type Drive = (request: WholeRequest) => Promise<Result<Omit<Driven, 'view'>, Refusal>>

/** Drives, and shows the run in views on the way and at the end. */
export async function driveInView(
  looking: Reading,
  wanted: DrivingRequest,
  drive: Drive,
): Promise<Result<Driven, Refusal>> {
  const { ask, onEvent, onRun, ...request } = wanted
  let named = ''
  let asked: World['asked'] = 'shown'
  const known = 'resume' in request.what ? await looking.readRun(request.what.resume) : undefined
  const tell = tellerOf(known?.ok === true ? known.value : undefined)
  const driven = await drive({
    ...request,
    async ask(state, question, how) {
      const reply = await ask({ run: state.run, question, plan: planAsked(state, question) }, how)
      if (reply === 'no') asked = 'declined'
      return reply
    },
    onRun(id) {
      named = id
      onRun(id)
    },
    onEntry: ({ seq, event }) => onEvent({ seq, event, notes: tell(named, seq, event) }),
  })
  if (!driven.ok) return driven
  const { run, end, branch } = driven.value
  const driver = end === 'interrupted' || end === 'parked' ? 'interrupted' : 'none'
  const view = await viewIn(looking, run, { driver, asked, branch })
  return view.ok ? success({ run, end, branch, view: view.value }) : view
}

function planAsked(state: RunState, { key }: Question): PlanView | undefined {
  const plan = planOf(state)
  return plan?.question?.key === key ? plan : undefined
}
