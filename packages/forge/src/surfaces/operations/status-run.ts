/** Runs and renders `status` without schemas, so that the most frequent question is answered fastest. */
import type { Forge, Refusal } from '#forge.ts'
import { say, type Said } from '#messages/said.ts'
import { step, type NextStep } from '#model/next.ts'
import { success, type Result } from '#model/result.ts'
import { unitsIn } from '#model/unit-tree.ts'
import type { RunSummary, RunView, UnitStanding, UnitView } from '#model/view.ts'
import { heldLines } from './sandbox-lines.ts'
import { age, landedText, money, spentMoney, nextBut, statusTextOf } from './run-text.ts'
import { labelsOf } from './text/labels.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { renderNow, styledText, textOf } from './text/message.ts'
import { table } from './text/table.ts'
import { unpricedLines } from './unpriced-lines.ts'

/** The parts of one run's view in the answer, besides its summary and its units. */
export const detailParts = {
  request: true,
  isDriven: true,
  unread: true,
  etaMinutes: true,
  confidence: true,
  tokens: true,
  limits: true,
  unpriced: true,
  held: true,
  asked: true,
} as const

type Detail = Pick<RunView, keyof typeof detailParts> & { readonly units: readonly UnitStanding[] }

interface Output {
  readonly runs: readonly (RunSummary & { readonly age: Said })[]
  readonly detail?: Detail | undefined
  readonly next: readonly NextStep[]
}

type Found = Result<{ readonly value: Output }, Refusal>

export async function run(forge: Forge, { run }: { readonly run?: string | undefined }): Promise<Found> {
  const rows = await forge.runs()
  if (!rows.ok) return rows
  if (run === undefined && rows.value.length !== 1) return success({ value: listOf(forge, rows.value) })
  const chosen = await forge.chooseRun(run)
  if (!chosen.ok) return chosen
  const view = await forge.view(chosen.value.run)
  if (!view.ok) return view
  return success({
    value: { runs: [rowOf(forge, chosen.value)], detail: detailOf(view.value), next: nextBut(view.value, 'status') },
  })
}

export function render(output: Output): readonly Line[] {
  return [...renderRuns(output), ...(output.detail === undefined ? [] : renderDetail(output.detail))]
}

function listOf(forge: Forge, rows: readonly RunSummary[]): Output {
  const newest = rows.toSorted((one, other) => other.at - one.at)
  const urgent = newest.find(({ questions, status }) => questions > 0 || status === 'stopped') ?? newest[0]
  const next =
    urgent === undefined
      ? step('build', {}, { request: say('placeholder.whatYouWant') })
      : step('status', { run: urgent.run })
  return { runs: newest.map((row) => rowOf(forge, row)), next: [next] }
}

function rowOf(forge: Forge, row: RunSummary): Output['runs'][number] {
  return { ...row, age: age(forge.surroundings.now(), row.at) }
}

function detailOf(view: RunView): Detail {
  const { request, isDriven, unread, etaMinutes, confidence, tokens, limits, unpriced, held, asked } = view
  const units = view.units.filter(({ status }) => status !== 'dropped').map(standingIn)
  return { request, isDriven, unread, etaMinutes, confidence, tokens, limits, unpriced, held, asked, units }
}

function standingIn(unit: UnitView): UnitStanding {
  const { path, level, id, title, status, phase, running, attempt, since, waiting, stop, attempts } = unit
  const children = unit.children.map(standingIn)
  return { path, level, id, title, status, phase, running, attempt, since, waiting, stop, attempts, children }
}

function renderRuns({ runs, detail }: Output): Line[] {
  if (runs.length === 0) return [[styledText('runs.none')]]
  const rows = runs.map((run) => [
    strong(run.run),
    statusTextOf(run),
    `${run.percent}%`,
    textOf('count.units', { done: run.unitsDone, total: run.unitsTotal }),
    spentMoney(run),
    dim(renderNow(run.age)),
  ])
  const reasons = runs.length === 1 && runs[0]?.reason ? [[dim('  '), renderNow(runs[0].reason)]] : []
  const landed = runs.flatMap((run) => (run.landed === null ? [] : [[dim('  '), landedText(run.landed)]]))
  const unpriced = detail === undefined ? [] : unpricedLines(runs[0]?.unpricedTokens ?? 0, detail.unpriced)
  return [...table(rows), ...(detail === undefined ? [] : [...reasons, ...landed, ...unpriced])]
}

function renderDetail(detail: Detail): Line[] {
  const { request, isDriven, unread, etaMinutes, confidence, tokens, limits, held, asked } = detail
  const units = unitsIn(detail.units)
  const label = labelsOf('status.request', 'status.process', 'status.limit', 'status.queued')
  const sure = textOf(`status.${confidence}`)
  const drives = [
    textOf(isDriven ? 'status.processRunning' : 'status.none'),
    ...(etaMinutes === undefined ? [] : [textOf('status.eta', { minutes: etaMinutes, confidence: sure })]),
    textOf('count.tokens', { count: tokens }),
  ]
  return [
    ['  ', label('status.request'), request.split('\n')[0] ?? ''],
    ['  ', label('status.process'), drives.join(', ')],
    ...(limits === undefined ? [] : [['  ', label('status.limit'), limitsText(limits)]]),
    ...(unread === 0 ? [] : [['  ', label('status.queued'), textOf('status.queuedCommands', { count: unread })]]),
    '',
    ...table(
      units.map((unit) => unitCells(unit, isDriven ? 'driven' : 'alone')),
      '  ',
    ),
    ...units.flatMap(({ id, stop }): Line[] =>
      stop === undefined
        ? []
        : [
            ['  ', toned('bad', `${id}: `), renderNow(stop.reason)],
            ['      → ', renderNow(stop.hint)],
          ],
    ),
    ...heldLines(held),
    ...asked.map(({ path, text }): Line => ['  ', toned('warn', '? '), `${path}: ${renderNow(text)}`]),
  ]
}

function limitsText({ costMicros, tokens, checked }: NonNullable<Detail['limits']>): string {
  return [
    ...(costMicros === undefined ? [] : [money(costMicros)]),
    ...(tokens === undefined ? [] : [textOf('count.tokens', { count: tokens })]),
    textOf(`status.${checked}`),
  ].join(', ')
}

function unitCells(unit: UnitStanding, run: 'driven' | 'alone') {
  const { id, level, title, status, phase, running, waiting, attempts } = unit
  const tone = status === 'done' ? 'good' : status === 'stopped' ? 'bad' : running === undefined ? 'dim' : 'strong'
  const doing =
    running === undefined
      ? waiting === undefined
        ? ''
        : renderNow(waiting)
      : textOf(run === 'driven' ? 'status.runs' : 'status.continuesOnResume', { phase: phase ?? '' })
  return [
    toned(tone, textOf(`state.${status}`)),
    `${'  '.repeat(level)}${id}`,
    title,
    textOf('count.attempts', { count: attempts }),
    dim(doing),
  ]
}
