/** A run for users who watch or drive it: views, and events with the notices about each. */
import { foldNotices, initialNews } from '#core/views/notices.ts'
import type { World } from '#core/views/next.ts'
import { viewOf } from '#core/views/run.ts'
import type { RunState } from '#core/state/state.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { DrivingRequest as WholeRequest } from '#forge/drive/drive.ts'
import type { Event } from '#model/event.ts'
import type { Note } from '#model/note.ts'
import type { Question } from '#model/question.ts'
import { success, type Result } from '#model/result.ts'
import { historyOf } from './history.ts'
import { planOf, type PlanView } from './plan.ts'
import type { ReadRun } from './run.ts'
import type { Runs } from './runs.ts'
import { viewIn, type Driven, type DrivingRequest, type Telling } from './views.ts'
import type { RunWatch } from './watch.ts'

export function tellingOf(looking: Runs & RunWatch): Telling {
  return {
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
  }
}

type Teller = (run: string, seq: number, event: Event) => readonly Note[]

/** Notices about each event as it comes. A missed event ends it: from then on a notice could be wrong. */
function tellerOf(known?: ReadRun): Teller {
  let news = known?.entries.reduce((before, { event }) => foldNotices(before, event).news, initialNews(known.run))
  const tell: Teller = (run, seq, event) => {
    news ??= initialNews(run)
    if (seq !== news.state.seq + 1) return []
    const next = foldNotices(news, event)
    news = next.news
    return next.notes
  }
  return tell
}

type Drive = (request: WholeRequest) => Promise<Result<Omit<Driven, 'view'>, Refusal>>

/** Drives the run, with views of it on the way and at the end. */
export async function driveInView(
  looking: Pick<Runs, 'readRun'>,
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
