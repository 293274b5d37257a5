/** `report`: what a run did, unit by unit, what it cost, and what to do about the rest. */
import { z } from 'zod'
import { costOf } from '#core/views/cost.ts'
import { heldOf } from '#core/views/held.ts'
import { landedOf } from '#core/views/landing.ts'
import { learningsOf } from '#core/views/learnings.ts'
import { reportOf } from '#core/views/report.ts'
import { checksOf } from '#core/views/news.ts'
import { Checks } from '#model/note.ts'
import { success, type Result } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { UnitStatus } from './unit-status.ts'
import { Next, operation, RunName } from './operation.ts'
import { Landed } from './landed.ts'
import { heldLines } from './held-lines.ts'
import { HeldAttempts } from './held-output.ts'
import { Learning, learningLine } from './learning-words.ts'
import { landedText, spentMoney, nextCommands, standingOf } from './run-words.ts'
import { scoreText } from './status-lines.ts'
import { dim, spansOf, strong, toned, type Line } from './text/line.ts'
import { rendered, said, words } from './text/message.ts'
import { unpricedLines } from './unpriced-lines.ts'
import { table } from './text/table.ts'
import type { Forge, Refusal, RunRow } from '#forge.ts'

const Row = z.object({
  unit: z.string(),
  title: z.string(),
  status: z.enum([...UnitStatus.options, 'held-back']),
  attempts: z.number(),
  checks: Checks.optional().describe('Of the last commands that Forge ran for it'),
  costMicros: z.number(),
  estimatedMicros: z.number(),
  activeMinutes: z.number(),
  notes: Said,
})

export const Report = z.object({
  run: z.string(),
  status: z.string(),
  outcome: z.string().nullable(),
  reason: Said.nullable(),
  questions: z.number().describe('How many wait for an answer'),
  landed: Landed.nullable(),
  unitsDone: z.number(),
  unitsTotal: z.number(),
  retries: z.number(),
  costMicros: z.number(),
  estimatedMicros: z.number().describe('The part of the money that the agent did not tell and Forge estimated'),
  unpricedTokens: z.number().describe('Tokens without a known price; they are not in the money'),
  unpriced: z.array(z.string()).describe('Models without a price that were used, where their names are known'),
  priceBook: z
    .object({ name: z.string(), version: z.string(), date: z.string() })
    .optional()
    .describe('Where prices come from besides the configuration, and of which day they are'),
  tokens: z.number(),
  activeMinutes: z.number(),
  rows: z.array(Row),
  advice: z.array(Said),
  openPoints: z
    .array(z.object({ unit: z.string(), phase: z.string(), text: Said }))
    .describe('What was deferred and is left to decide'),
  documents: z
    .array(z.object({ unit: z.string(), phase: z.string(), text: z.string() }))
    .describe('What phases wrote for people: no other phase reads it'),
  held: HeldAttempts,
  failure: Said.optional().describe('When nothing at all was merged: what to think of first'),
  learnings: z.array(Learning).describe('What the run has learned; forge learnings has those of all runs'),
  next: Next,
})
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
    const report = await readReport(forge, chosen.value.run)
    return report.ok ? success({ value: report.value }) : report
  },
  render: renderReport,
})

export async function readReport(forge: Forge, run: string): Promise<Result<Report, Refusal>> {
  const read = await forge.readRun(run)
  if (!read.ok) return read
  const { state, entries } = read.value
  const [driver, unread] = [await forge.driverOf(run), await forge.leftFor(run)]
  const events = entries.map(({ event }) => event)
  const learnings = learningsOf(state, events)
  const whole = reportOf(state, costOf(events), checksOf(run, events))
  const { outcome, reason, rows, advice, openPoints, documents, failure, unpriced, priceBook, ...report } = whole
  return success({
    ...report,
    outcome: outcome ?? null,
    reason: reason ?? null,
    questions: Object.keys(state.questions).length,
    landed: landedOf(state) ?? null,
    rows: rows.map(({ checks, ...row }) => ({ ...row, ...(checks === undefined ? {} : { checks }) })),
    advice: [...advice],
    openPoints: [...openPoints],
    documents: [...documents],
    held: [...heldOf(events)],
    ...(failure === undefined ? {} : { failure }),
    ...(priceBook === undefined ? {} : { priceBook }),
    unpriced: [...unpriced],
    learnings: [...learnings],
    next: nextCommands(state, { driver: driver.alive ? 'alive' : 'none', unread }, 'report'),
  })
}

export function renderReport(output: Report): readonly Line[] {
  const { run, reason, unitsDone, unitsTotal, retries, tokens, activeMinutes, rows, advice, failure } = output
  const standing = standingOf(output as unknown as RunRow)
  return [
    [strong(run), '  ', standing, reason === null ? '' : `  ${rendered(reason)}`],
    ...(output.landed === null ? [] : [[landedText(output.landed)]]),
    [
      said('report.summary', {
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
      rows.map((row) => [
        toned(row.status === 'done' ? 'good' : row.status === 'stopped' ? 'bad' : 'dim', words(`state.${row.status}`)),
        row.unit,
        row.title,
        words('count.attempts', { count: row.attempts }),
        row.checks === undefined ? '' : words('report.score', { score: scoreText(row.checks) }),
        spentMoney(row),
        dim(rendered(row.notes)),
      ]),
      '  ',
    ),
    ...(failure === undefined ? [] : [[toned('bad', '  ! '), rendered(failure)]]),
    ...output.openPoints.map(({ unit, phase, text }): Line => [
      '  ',
      said('report.open', {}, 'warn'),
      `${unit} ${phase}: ${rendered(text)}`,
    ]),
    ...heldLines(output.held),
    ...advice.map((line): Line => ['  → ', rendered(line)]),
    ...output.documents.flatMap(renderDocument),
    ...renderLearnings(output.learnings),
  ]
}

/** Only where something was estimated by them. */
function pricedBy({ estimatedMicros, priceBook }: Report): readonly Line[] {
  if (estimatedMicros === 0 || priceBook === undefined) return []
  return [[said('report.priced', { ...priceBook }, 'dim')]]
}

const mostLines = 30

/** Written by an agent: shown as it is, never taken for a sentence of Forge. */
function renderDocument({ unit, phase, text }: Report['documents'][number]): readonly Line[] {
  const lines = text.trimEnd().split('\n')
  return [
    '',
    [said('report.document', { unit, phase }, 'strong')],
    ...lines.slice(0, mostLines).map((line): Line => ['  ', line]),
    ...(lines.length > mostLines ? [[said('report.longer', { count: lines.length - mostLines, unit }, 'dim')]] : []),
  ]
}

/** Saved with the journal: whoever plans the next run can look it up. */
function renderLearnings(learnings: Report['learnings']): readonly Line[] {
  if (learnings.length === 0) return []
  return [
    '',
    [said('report.learned', {}, 'strong'), '  ', said('report.saved', { count: learnings.length }, 'dim')],
    ...learnings.map((learning): Line => ['  ', ...spansOf(learningLine(learning))]),
  ]
}
