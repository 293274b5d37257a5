/** `watch`: a run as it goes on, unit by unit. Reads the journal and nothing else: the driver does not notice. */
import { z } from 'zod'
import { landedOf } from '#core/views/landing.ts'
import { statusOf, type UnitStatusView } from '#core/views/status.ts'
import type { RunRow, RunState, Watched } from '#forge.ts'
import { foldNews, initialNews, type News } from '#core/views/news.ts'
import { Event } from '#model/event.ts'
import { Note } from '#model/note.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { UnitStatus } from './unit-status.ts'
import { eventText } from '#core/views/event-words.ts'
import { Landed } from './landed.ts'
import { operation, RunName } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { commandOf, duration, spentMoney, nextCommands, standingOf, waitText } from './run-words.ts'
import { spokenStep } from './text/command.ts'
import { statusLines } from './status-lines.ts'
import { dim, spansOf, strong, toned, type Line } from './text/line.ts'
import { rendered, said, words } from './text/message.ts'
import { table, type Cell } from './text/table.ts'

const Unit = z.object({
  id: z.string(),
  title: z.string(),
  status: UnitStatus,
  phase: z.string().optional(),
  attempt: z.number().optional().describe('Which attempt at the phase runs now'),
  since: z.number().optional().describe('When it began, in milliseconds since 1970'),
  waiting: Said.optional(),
})

const Item = z.object({
  run: z.string(),
  seq: z.number().describe('Number of the last entry that is in this'),
  request: z.string(),
  status: z.string(),
  outcome: z.string().nullable(),
  reason: Said.nullable(),
  landed: Landed.nullable(),
  isDriven: z.boolean().describe('Whether a Forge drives it now; false says also that its driver went away'),
  percent: z.number(),
  unitsDone: z.number(),
  unitsTotal: z.number(),
  etaMinutes: z.number().optional(),
  costMicros: z.number(),
  estimatedMicros: z.number(),
  tokens: z.number(),
  questions: z.array(z.object({ path: z.string(), text: Said })),
  units: z.array(Unit),
  events: z
    .array(z.object({ seq: z.number(), event: Event, notes: z.array(Note).describe('What is worth telling about it') }))
    .describe('What happened since the item before'),
  recent: z.array(z.object({ at: z.number(), text: Said })).describe('The last lines of the journal'),
  next: z.array(z.string()).describe('What a person can say now'),
})
type Item = z.output<typeof Item>

export default operation({
  name: 'watch',
  summary: 'Watch a run live until it ends',
  details:
    'On a terminal one view that updates itself, otherwise one line per change. Ctrl-C ends watching, not the run.\n' +
    'With --json one object per change: the status of the run, and what happened since the last object.',
  does: 'reads',
  shape: 'stream',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: Item,
  examples: [
    { command: 'forge watch 7f3a', what: 'in another terminal, while forge build runs' },
    { command: 'forge watch 7f3a --json', what: 'the same for a program' },
  ],
  async run(forge, { run: wanted }, talk) {
    const chosen = await forge.chooseRun(wanted)
    if (!chosen.ok) return chosen
    const { run } = chosen.value
    const stop = new AbortController()
    let seen: Pick<Item, 'recent' | 'next'> | undefined
    let news = initialNews(run)
    for await (const watched of forge.watch(run, AbortSignal.any([talk.signal, stop.signal]))) {
      if (!watched.ok) return watched
      const told = tell(news, watched.value)
      news = told.news
      const item: Item = itemOf(watched.value, told.events, seen)
      talk.emit(item)
      seen = item
      if (item.status === 'finished' || talk.signal.aborted) break
    }
    stop.abort()
    return success({ next: talk.signal.aborted ? [commandOf(run, { do: 'status' })] : (seen?.next ?? []) })
  },
  render: renderChange,
  renderLive,
})

const recentLines = 8

/** The new entries, each with what is worth telling about it. */
function tell(known: News, { entries }: Watched): { readonly news: News; readonly events: Item['events'] } {
  let news = known
  const events = entries.map(({ seq, event }) => {
    const next = foldNews(news, event)
    news = next.news
    return { seq, event, notes: [...next.notes] }
  })
  return { news, events }
}

/** At first everything is history: it is shown as the last lines, and not told as news. */
function itemOf(
  { state, entries, isDriven }: Watched,
  events: Item['events'],
  before: Pick<Item, 'recent'> | undefined,
): Item {
  const view = statusOf(state)
  const { percent, etaMinutes, done: unitsDone, total: unitsTotal } = view.progress
  const lines = entries.slice(-recentLines).map(({ event }) => ({ at: event.at, text: eventText(event) }))
  return {
    run: state.run,
    seq: state.seq,
    request: state.spec?.request ?? '',
    status: state.status,
    outcome: state.outcome ?? null,
    reason: state.reason ?? null,
    isDriven,
    landed: landedOf(state) ?? null,
    percent,
    unitsDone,
    unitsTotal,
    ...(etaMinutes === undefined || state.status === 'finished' ? {} : { etaMinutes }),
    costMicros: state.spent.costMicros,
    estimatedMicros: state.spent.estimatedMicros ?? 0,
    tokens: state.spent.tokens,
    questions: Object.values(state.questions).map(({ path, text }) => ({ path, text })),
    units: view.units.filter(({ status }) => status !== 'dropped').map((unit) => unitOf(unit, state)),
    events: before === undefined ? [] : events,
    recent: [...(before?.recent ?? []), ...lines].slice(-recentLines),
    next: nextCommands(state, { driver: isDriven ? 'alive' : 'none' }, 'watch', 'status'),
  }
}

function unitOf(
  { id, title, status, phase, running, waiting }: UnitStatusView,
  state: RunState,
): Item['units'][number] {
  const attempt = Object.values(state.attempts).find(({ key }) => key === running)
  const [, number] = /#(\d+)/.exec(running ?? '') ?? []
  return {
    id,
    title,
    status,
    ...(phase === undefined ? {} : { phase }),
    ...(number === undefined ? {} : { attempt: Number(number) }),
    ...(attempt === undefined ? {} : { since: attempt.since }),
    ...(waiting === undefined ? {} : { waiting: waitText(waiting) }),
  }
}

function renderChange(item: Item): readonly Line[] {
  const lines = item.events.flatMap(({ event, notes }) =>
    statusLines(event, notes).map((line): Line => [dim(`${clockOf(event.at)}  `), ...spansOf(line)]),
  )
  const alone = aloneLines(item)
  return item.events.length === 0 || item.status === 'finished' ? [...lines, standingLine(item), ...alone] : lines
}

/** Nothing happens any more, and nobody would notice: said with the way to go on. */
function aloneLines({ run, status, isDriven }: Item): readonly Line[] {
  return isDriven || status === 'finished' ? [] : [[toned('warn', '! '), said('watch.alone', { run })]]
}

function standingLine(item: Item): Line {
  const { run, percent, unitsDone, unitsTotal, questions, reason } = item
  const standing = standingOf({ ...(item as unknown as RunRow), questions: questions.length })
  const units = words('count.units', { done: unitsDone, total: unitsTotal })
  const sums = `  ${percent}%  ${units}  ${spentMoney(item)}`
  return [strong(run), '  ', standing, sums, dim(reason === null ? '' : `  ${rendered(reason)}`)]
}

function renderLive(item: Item, now: number): readonly Line[] {
  const { request, etaMinutes, tokens, questions, units, recent, next } = item
  const eta = etaMinutes === undefined ? '' : `, ${words('status.etaShort', { minutes: etaMinutes })}`
  return [
    standingLine(item),
    ...aloneLines(item),
    [dim('  '), request.split('\n')[0] ?? ''],
    [dim(`  ${words('count.tokens', { count: tokens })}${eta}`)],
    '',
    ...table(
      units.map((unit) => cellsOf(unit, now)),
      '  ',
    ),
    ...questions.map(({ path, text }): Line => ['  ', toned('warn', '? '), `${path}: ${rendered(text)}`]),
    ...next.slice(0, 2).map((command): Line => ['  ', toned('warn', '→ '), spokenStep(command)]),
    '',
    ...recent.map(({ at, text }): Line => [dim(`  ${clockOf(at)}  ${rendered(text).split('\n')[0] ?? ''}`)]),
  ]
}

function cellsOf({ id, title, status, phase, attempt, since, waiting }: Item['units'][number], now: number): Cell[] {
  const tone = status === 'done' ? 'good' : status === 'stopped' ? 'bad' : since === undefined ? 'dim' : 'strong'
  const doing =
    since === undefined ? (waiting === undefined ? '' : rendered(waiting)) : `${phase ?? ''} #${attempt ?? 1}`
  return [
    toned(tone, words(`state.${status}`)),
    id,
    doing,
    since === undefined ? '' : duration(now - since),
    dim(title),
  ]
}

/** Of `2026-01-31 12:34:56Z` the time. */
function clockOf(at: number): string {
  return isoTime(at).slice(11, 19)
}
