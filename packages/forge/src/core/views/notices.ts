/** Notices for a user who follows a run: a fold of its own over the events, so that callers keep no state. */
import { raw, say, type Said } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import { defined } from '#model/defined.ts'
import type { Event, EventOf, EventType } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'
import type { RunId, UnitId } from '#model/ids.ts'
import { splitPath } from '#model/node-path.ts'
import type { Checks, Note } from '#model/note.ts'
import type { Phase } from '#model/phase.ts'
import type { Route } from '#model/route.ts'
import { phasesOf } from '#core/graph/position.ts'
import { countedIn } from '#core/rounds/counted.ts'
import { judgedBy, loopOf, roundsOf } from '#core/rounds/rounds.ts'
import { fold } from '#core/state/apply.ts'
import { warningText } from '#core/findings/words.ts'
import { agentName, roundOf } from './agent-name.ts'
import { checksIn } from './journal.ts'
import { stopText } from './reason.ts'
import { initialState, type RunState, type UnitState } from '#core/state/state.ts'

export interface NoticeState {
  readonly state: RunState
  /** Results of Forge's last commands for each unit. */
  readonly checks: Readonly<Record<UnitId, Checks>>
  readonly stage: Said | undefined
}

export function initialNews(run: RunId): NoticeState {
  return { state: initialState(run), checks: {}, stage: undefined }
}

export function foldNotices(
  news: NoticeState,
  event: Event,
): { readonly news: NoticeState; readonly notes: readonly Note[] } {
  const { state: before } = news
  const checks = event.type === 'attempt.finished' ? withResults(news, event) : news.checks
  const state = fold(before, [event])
  const told = { ...news, checks }
  const stage = event.type === 'attempt.intended' ? stageOf(before, event) : undefined
  const isNew = stage !== undefined && canonicalJson(stage) !== canonicalJson(news.stage ?? null)
  const begun: Note[] = isNew ? [{ note: 'stage', title: stage }] : []
  const notes = [...begun, ...notesOf(told, event, state)]
  return { news: { state, checks, stage: stage ?? news.stage }, notes }
}

function withResults(
  { state, checks }: NoticeState,
  { key, outcome }: EventOf<'attempt.finished'>,
): NoticeState['checks'] {
  if (outcome.status !== 'checked') return checks
  const open = Object.values(state.openAttempts).find((attempt) => attempt.key === key)
  if (open === undefined) return checks
  const commands = open.task.do === 'check' ? open.task.commands.length : 0
  return { ...checks, [open.unit]: checksIn(outcome.results, commands) }
}

/**
 * Units that exist from the start, and those behind every plan, are stages of their own; planned units together are
 * one.
 */
function stageOf(state: RunState, event: EventOf<'attempt.intended'>): Said | undefined {
  const [id] = splitPath(event.path)
  const own = ownUnits(state).find((unit) => unit.id === id)
  if (own === undefined) return say('run.workOnUnits', { count: plannedUnits(state).length })
  return state.spec?.said?.[own.id] ?? raw(own.title)
}

function ownUnits({ spec }: RunState): readonly { readonly id: string; readonly title: string }[] {
  return [...(spec?.units ?? []), ...(spec?.closing ?? [])]
}

function plannedUnits(state: RunState): readonly UnitState[] {
  const own = new Set(ownUnits(state).map(({ id }) => id))
  const alive = state.order.map((id) => state.units[id] as UnitState).filter(({ status }) => status !== 'dropped')
  const planned = alive.filter(({ spec }) => !own.has(spec.id))
  return planned.length === 0 ? alive : planned
}

interface Moment {
  readonly before: RunState
  readonly after: RunState
  readonly checks: NoticeState['checks']
}

/** Events that are not here need no notice. */
const tellers: { readonly [Type in EventType]?: (moment: Moment, event: EventOf<Type>) => Note[] } = {
  'attempt.intended': ({ before }, event) => startedNotes(before, event),
  'verdict.given': verdictNotes,
  'recovery.chosen': ({ after }, event) => revisedNotes(after, event),
  'unit.merged': ({ after, checks }, { unit }) => [
    endNote(after, { unit, how: 'merged', checks }),
    progressNote(after),
  ],
  'unit.finished': ({ before, after, checks }, { unit }) =>
    before.units[unit]?.merged === undefined ? [endNote(after, { unit, how: 'done', checks })] : [],
  'unit.stopped': ({ after }, { unit, reason, failure }) => [
    { note: 'blocked', unit, title: titleOf(after, unit), reason: stopText({ reason, failure }) },
    ...escalatedNotes(after, unit),
    progressNote(after),
  ],
}

function notesOf({ state: before, checks }: NoticeState, event: Event, after: RunState): Note[] {
  const tell = tellers[event.type] as ((moment: Moment, event: Event) => Note[]) | undefined
  return tell?.({ before, after, checks }, event) ?? []
}

function startedNotes(before: RunState, event: EventOf<'attempt.intended'>): Note[] {
  const [unit] = splitPath(event.path)
  return [
    ...(before.units[unit]?.dispatches === 0 ? [{ note: 'started' as const, unit, title: titleOf(before, unit) }] : []),
    ...agentNotes(before, event),
  ]
}

/** Shown only where the run recorded its agents; older runs keep their old notices. */
function agentNotes(state: RunState, { path, task }: EventOf<'attempt.intended'>): Note[] {
  const badges = state.spec?.badges
  if (badges === undefined || !('role' in task)) return []
  const [unit, phase] = splitPath(path)
  const badge = badges[task.role]
  const model = task.route?.resolved ?? task.route?.model ?? modelless(state, task.route)
  return [
    {
      note: 'agent',
      unit,
      title: titleOf(state, unit),
      phase,
      name: agentName({ unit, noun: badge?.noun ?? task.role, phase, iteration: roundOf(state, unit, phase) }),
      ...defined({ badge }),
      // Where every tier is one model, only the model says something (S0-10).
      ...(task.route === undefined || task.route.model === undefined ? {} : { tier: task.route.tier }),
      ...defined({ model }),
    },
  ]
}

/** null for an agent that runs without a model. */
function modelless({ spec }: RunState, route: Route | undefined): null | undefined {
  return spec?.routing?.own?.[route?.agent ?? ''] === null ? null : undefined
}

function revisedNotes(after: RunState, { path, rung }: EventOf<'recovery.chosen'>): Note[] {
  if (rung !== 'revise' || after.spec?.badges === undefined) return []
  const [unit, phase] = splitPath(path)
  const { revisions = 0, repairs = 0 } = after.units[unit]?.phases[phase] ?? {}
  const iteration = Math.max(1, revisions + repairs)
  return [{ note: 'revised', unit, title: titleOf(after, unit), phase, iteration }]
}

function escalatedNotes(after: RunState, unit: UnitId): Note[] {
  const hint = after.units[unit]?.stop?.remedy.hint
  if (hint === undefined || after.spec?.badges === undefined) return []
  return [{ note: 'escalated', unit, title: titleOf(after, unit), hint }]
}

function passedNotes(state: RunState, event: EventOf<'verdict.given'>): Note[] {
  const [unit, phase] = splitPath(event.path)
  const known = state.units[unit]
  const node = known === undefined ? undefined : phasesOf(state, known).find(({ name }) => name === phase)
  if (node?.kind !== 'agent' || state.spec?.badges === undefined) return []
  return [
    {
      note: 'passed',
      unit,
      title: titleOf(state, unit),
      phase,
      how: node.yields === 'verdict' ? 'approved' : 'completed',
    },
  ]
}

function verdictNotes({ before, checks }: Moment, event: EventOf<'verdict.given'>): Note[] {
  const [unit, phase] = splitPath(event.path)
  const title = titleOf(before, unit)
  const warned = event.findings
    .filter(({ severity }) => severity === 'warning')
    .map((finding): Note => ({ note: 'warned', unit, title, text: warningText(finding) }))
  if (event.verdict === 'pass') return [...passedNotes(before, event), ...warned]
  const known = before.units[unit]
  const node = known === undefined ? undefined : phasesOf(before, known).find(({ name }) => name === phase)
  const counts = known === undefined || node === undefined ? {} : triesOf(before, known, node, event.failure)
  return [
    ...warned,
    { note: 'failed', unit, title, phase, ...(node?.kind === 'check' ? checksOf(checks, unit) : {}), ...counts },
  ]
}

function checksOf(checks: NoticeState['checks'], unit: UnitId): { checks?: Checks } {
  return checks[unit] === undefined ? {} : { checks: checks[unit] }
}

/** Which failure of its kind this is, and how many end the unit. Only for failures that are counted so. */
function triesOf(
  state: RunState,
  unit: UnitState,
  phase: Phase,
  failure: Failure | undefined,
): { attempt?: number; of?: number } {
  const budget = state.spec?.budget
  const known = unit.phases[phase.name]
  if (budget === undefined || failure === undefined) return {}
  if (failure.tag === 'unmet' || failure.tag === 'conflict') {
    const loop = loopOf(phasesOf(state, unit), phase, judgedBy(failure))
    if (loop === undefined) return {}
    const { done, last } = roundsOf(loop, budget, countedIn(state, unit, phase.name))
    return { attempt: Math.min(done + 1, last), of: last }
  }
  if (failure.tag !== 'crash' && failure.tag !== 'timeout') return {}
  return { attempt: Math.min((known?.failedAttempts ?? 0) + 1, budget.attempts), of: budget.attempts }
}

function endNote(
  state: RunState,
  { unit, how, checks }: { unit: UnitId; how: 'merged' | 'done'; checks: NoticeState['checks'] },
): Note {
  return { note: 'done', unit, title: titleOf(state, unit), how, ...checksOf(checks, unit) }
}

function progressNote(state: RunState): Note {
  const units = plannedUnits(state)
  const done = units.filter(({ status, merged }) => status === 'done' || merged !== undefined).length
  const failed = units.filter(({ status }) => status === 'stopped').length
  return { note: 'progress', done, failed, left: units.length - done - failed, total: units.length }
}

function titleOf(state: RunState, unit: UnitId): string {
  return state.units[unit]?.spec.title ?? ''
}
