/** How `status` looks and what it shows: without schemas, so that the question asked most often is answered first. */
import { unpricedLines } from './unpriced-lines.ts'
import { costOf } from '#core/views/cost.ts'
import { heldOf } from '#core/views/held.ts'
import { limitedOf } from '#core/views/limited.ts'
import { statusOf, type UnitStatusView } from '#core/views/status.ts'
import type { DriverView, Forge, ReadRun, Refusal, RunRow } from '#forge.ts'
import type { Event } from '#model/event.ts'
import { success, type Result } from '#model/result.ts'
import { heldLines } from './held-lines.ts'
import { age, landedText, money, spentMoney, nextCommands, standingOf, waitText } from './run-words.ts'
import type { StatusDetail, StatusOutput, StatusUnit } from './status-output.ts'
import { labelsOf } from './text/labels.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { rendered, said, words } from './text/message.ts'
import { table } from './text/table.ts'

type Found = Result<{ readonly value: StatusOutput }, Refusal>

export async function run(forge: Forge, { run }: { readonly run?: string | undefined }): Promise<Found> {
  const rows = await forge.runs()
  if (!rows.ok) return rows
  if (run === undefined && rows.value.length !== 1) return success({ value: listOf(forge, rows.value) })
  const chosen = await forge.chooseRun(run)
  return chosen.ok ? detailOf(forge, chosen.value) : chosen
}

export function render(output: StatusOutput): readonly Line[] {
  return [...renderRuns(output), ...(output.detail === undefined ? [] : renderDetail(output.detail))]
}

function listOf(forge: Forge, rows: readonly RunRow[]): StatusOutput {
  const newest = rows.toSorted((one, other) => other.at - one.at)
  const urgent = newest.find(({ questions, status }) => questions > 0 || status === 'stopped') ?? newest[0]
  const next = urgent === undefined ? 'forge build "<what you want>"' : `forge status ${urgent.run}`
  return { runs: newest.map((row) => rowOf(forge, row)), next: [next] }
}

function rowOf(forge: Forge, { seq: _seq, ...row }: RunRow): StatusOutput['runs'][number] {
  return { ...row, landed: row.landed ?? null, age: age(forge.surroundings.now(), row.at) }
}

async function detailOf(forge: Forge, row: RunRow): Promise<Found> {
  const read = await forge.readRun(row.run)
  if (!read.ok) return read
  const driver = await forge.driverOf(row.run)
  const left = await forge.leftFor(row.run)
  const { state } = read.value
  const next = nextCommands(state, { driver: driver.alive ? 'alive' : 'none', unread: left }, 'status')
  return success({ value: { runs: [rowOf(forge, row)], detail: viewOf(read.value, driver, left), next } })
}

function viewOf({ state, entries }: ReadRun, driver: DriverView, left: number): StatusDetail {
  const view = statusOf(state)
  const { etaMinutes, confidence } = view.progress
  const events = entries.map(({ event }) => event)
  return {
    request: state.spec?.request ?? '',
    driver: driver.alive,
    left,
    ...(etaMinutes === undefined || state.status === 'finished' ? {} : { etaMinutes }),
    confidence,
    tokens: costOf(events).total.tokens,
    ...limitsIn(state, events),
    unpriced: state.unpriced?.models ?? [],
    held: [...heldOf(events)],
    questions: Object.values(state.questions).map(({ key, path, text, subject }) => ({ key, path, text, subject })),
    units: view.units.filter(({ status }) => status !== 'dropped').map(unitOf),
  }
}

function limitsIn(state: ReadRun['state'], events: readonly Event[]): Pick<StatusDetail, 'limits'> {
  const limits = limitedOf(state, events)
  return limits === undefined ? {} : { limits }
}

function unitOf({ phase, running, waiting, stop, ...unit }: UnitStatusView): StatusUnit {
  return {
    ...unit,
    ...(phase === undefined ? {} : { phase }),
    ...(running === undefined ? {} : { running }),
    ...(waiting === undefined ? {} : { waiting: waitText(waiting) }),
    ...(stop === undefined ? {} : { stop: { reason: stop.reason, remedy: stop.remedy.word, hint: stop.remedy.hint } }),
  }
}

function renderRuns({ runs, detail }: StatusOutput): Line[] {
  if (runs.length === 0) return [[said('runs.none')]]
  const rows = runs.map((run) => [
    strong(run.run),
    standingOf(run as unknown as RunRow),
    `${run.percent}%`,
    words('count.units', { done: run.unitsDone, total: run.unitsTotal }),
    spentMoney(run),
    dim(rendered(run.age)),
  ])
  const reasons = runs.length === 1 && runs[0]?.reason ? [[dim('  '), rendered(runs[0].reason)]] : []
  const landed = runs.flatMap((run) => (run.landed === null ? [] : [[dim('  '), landedText(run.landed)]]))
  const unpriced = detail === undefined ? [] : unpricedLines(runs[0]?.unpricedTokens ?? 0, detail.unpriced)
  return [...table(rows), ...(detail === undefined ? [] : [...reasons, ...landed, ...unpriced])]
}

function renderDetail(detail: StatusDetail): Line[] {
  const { request, driver, left, etaMinutes, confidence, tokens, limits, held, questions, units } = detail
  const label = labelsOf('status.request', 'status.driver', 'status.limit', 'status.left')
  const sure = words(`status.${confidence}`)
  const drives = [
    words(driver ? 'status.alive' : 'status.none'),
    ...(etaMinutes === undefined ? [] : [words('status.eta', { minutes: etaMinutes, confidence: sure })]),
    words('count.tokens', { count: tokens }),
  ]
  return [
    ['  ', label('status.request'), request.split('\n')[0] ?? ''],
    ['  ', label('status.driver'), drives.join(', ')],
    ...(limits === undefined ? [] : [['  ', label('status.limit'), limitsText(limits)]]),
    ...(left === 0 ? [] : [['  ', label('status.left'), words('status.words', { count: left })]]),
    '',
    ...table(
      units.map((unit) => unitCells(unit, driver ? 'driven' : 'alone')),
      '  ',
    ),
    ...units.flatMap(({ id, stop }): Line[] =>
      stop === undefined
        ? []
        : [
            ['  ', toned('bad', `${id}: `), rendered(stop.reason)],
            ['      → ', rendered(stop.hint)],
          ],
    ),
    ...heldLines(held),
    ...questions.map(({ path, text }): Line => ['  ', toned('warn', '? '), `${path}: ${rendered(text)}`]),
  ]
}

function limitsText({ costMicros, tokens, checked }: NonNullable<StatusDetail['limits']>): string {
  return [
    ...(costMicros === undefined ? [] : [money(costMicros)]),
    ...(tokens === undefined ? [] : [words('count.tokens', { count: tokens })]),
    words(`status.${checked}`),
  ].join(', ')
}

function unitCells(unit: StatusUnit, run: 'driven' | 'alone') {
  const { id, title, status, phase, running, waiting, attempts } = unit
  const tone = status === 'done' ? 'good' : status === 'stopped' ? 'bad' : running === undefined ? 'dim' : 'strong'
  const doing =
    running === undefined
      ? waiting === undefined
        ? ''
        : rendered(waiting)
      : words(run === 'driven' ? 'status.runs' : 'status.goesOn', { phase: phase ?? '' })
  return [toned(tone, words(`state.${status}`)), id, title, words('count.attempts', { count: attempts }), dim(doing)]
}
