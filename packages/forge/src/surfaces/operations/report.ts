/** `report`: what a run did, unit by unit, what it cost, and what to do about the rest. */
import { z } from 'zod'
import { success } from '#model/result.ts'
import { unitsIn } from '#model/unit-tree.ts'
import { RunView, UnitStatus, UnitView } from '#model/view.ts'
import { operation, RunName } from './operation.ts'
import { heldLines } from './sandbox-lines.ts'
import { learningLine } from './learning-text.ts'
import { landedText, nextBut, spentMoney, statusTextOf } from './run-text.ts'
import { selected } from './selection.ts'
import { scoreText } from './status-lines.ts'
import { dim, spansOf, strong, toned, type Line } from './text/line.ts'
import { renderNow, styledText, textOf } from './text/message.ts'
import { unpricedLines } from './unpriced-lines.ts'
import { table } from './text/table.ts'

const ReportUnitFields = UnitView.pick({
  path: true,
  level: true,
  id: true,
  title: true,
  attempts: true,
  checks: true,
  costMicros: true,
  estimatedMicros: true,
  activeMinutes: true,
  notes: true,
}).extend({ status: z.enum([...UnitStatus.options, 'blocked']) })
export interface ReportUnit extends z.output<typeof ReportUnitFields> {
  readonly children: readonly ReportUnit[]
}
const ReportUnit = ReportUnitFields.extend({
  get children(): z.ZodReadonly<z.ZodArray<z.ZodType<ReportUnit>>> {
    return z.array(ReportUnit).readonly()
  },
})

export const Report = RunView.pick({
  run: true,
  status: true,
  outcome: true,
  reason: true,
  questions: true,
  landed: true,
  unitsDone: true,
  unitsTotal: true,
  retries: true,
  costMicros: true,
  estimatedMicros: true,
  unpricedTokens: true,
  unpriced: true,
  priceBook: true,
  tokens: true,
  activeMinutes: true,
  advice: true,
  openPoints: true,
  documents: true,
  held: true,
  failure: true,
  learnings: true,
  next: true,
}).extend({ units: z.array(ReportUnit).readonly() })
export type Report = z.output<typeof Report>

export default operation({
  name: 'report',
  summary: 'Report what a run did, what it cost, and what is left',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: Report,
  examples: [{ command: 'forge report 7f3a', what: 'at the end or at any time' }],
  async run(forge, { run }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const view = await forge.view(chosen.value.run)
    return view.ok ? success({ value: reportOf(view.value) }) : view
  },
  render: renderReport,
})

export function reportOf(view: RunView): Report {
  return selected(Report, { ...view, units: rowsOf(view.units), next: nextBut(view, 'report') })
}

function rowsOf(units: readonly UnitView[]): readonly ReportUnit[] {
  return units
    .filter(({ status }) => status !== 'dropped')
    .map((unit) => ({
      ...unit,
      status: unit.waits === 'blocked' ? unit.waits : unit.status,
      children: rowsOf(unit.children),
    }))
}

export function renderReport(output: Report): readonly Line[] {
  const { run, reason, unitsDone, unitsTotal, retries, tokens, activeMinutes, units, advice, failure } = output
  const standing = statusTextOf(output)
  return [
    [strong(run), '  ', standing, reason === null ? '' : `  ${renderNow(reason)}`],
    ...(output.landed === null ? [] : [[landedText(output.landed)]]),
    [
      styledText('report.summary', {
        done: unitsDone,
        total: unitsTotal,
        retries,
        money: spentMoney(output),
        tokens,
        minutes: activeMinutes,
      }),
    ],
    ...pricedBy(output),
    ...unpricedLines(output.unpricedTokens, output.unpriced),
    '',
    ...table(
      unitsIn(units).map((row) => [
        toned(row.status === 'done' ? 'good' : row.status === 'stopped' ? 'bad' : 'dim', textOf(`state.${row.status}`)),
        `${'  '.repeat(row.level)}${row.id}`,
        row.title,
        textOf('count.attempts', { count: row.attempts }),
        row.checks === undefined ? '' : textOf('report.score', { score: scoreText(row.checks) }),
        spentMoney(row),
        dim(renderNow(row.notes)),
      ]),
      '  ',
    ),
    ...(failure === undefined ? [] : [[toned('bad', '  ! '), renderNow(failure)]]),
    ...output.openPoints.map(({ unit, phase, text }): Line => [
      '  ',
      styledText('report.open', {}, 'warn'),
      `${unit} ${phase}: ${renderNow(text)}`,
    ]),
    ...heldLines(output.held),
    ...advice.map((line): Line => ['  → ', renderNow(line)]),
    ...output.documents.flatMap(renderDocument),
    ...renderLearnings(output.learnings),
  ]
}

/** Only if an estimate used them. */
function pricedBy({ estimatedMicros, priceBook }: Report): readonly Line[] {
  if (estimatedMicros === 0 || priceBook === undefined) return []
  return [[styledText('report.priced', { ...priceBook }, 'dim')]]
}

const mostLines = 30

/** Written by an agent: shown as it is, never as a message of Forge. */
function renderDocument({ unit, phase, text }: Report['documents'][number]): readonly Line[] {
  const lines = text.trimEnd().split('\n')
  return [
    '',
    [styledText('report.document', { unit, phase }, 'strong')],
    ...lines.slice(0, mostLines).map((line): Line => ['  ', line]),
    ...(lines.length > mostLines
      ? [[styledText('report.longer', { count: lines.length - mostLines, unit }, 'dim')]]
      : []),
  ]
}

/** Saved with the journal: the planner of the next run can look it up. */
function renderLearnings(learnings: Report['learnings']): readonly Line[] {
  if (learnings.length === 0) return []
  return [
    '',
    [styledText('report.learned', {}, 'strong'), '  ', styledText('report.saved', { count: learnings.length }, 'dim')],
    ...learnings.map((learning): Line => ['  ', ...spansOf(learningLine(learning))]),
  ]
}
