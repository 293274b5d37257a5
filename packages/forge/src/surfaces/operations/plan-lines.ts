/** A plan for the human who approves it: an overview, then all details of every unit, then the warnings (S3-08). */
import type { PlanShown } from './plan-shown.ts'
import { duration, money } from './run-text.ts'
import { labelsOf } from './text/labels.ts'
import { dim, strong, toned, type Line, type Span } from './text/line.ts'
import { renderNow, styledText, textOf } from './text/message.ts'
import { table } from './text/table.ts'
import { widthOf, wrap } from './text/width.ts'

export function renderPlan(shown: PlanShown): readonly Line[] {
  const { run, hash, plan, overlaps, warnings } = shown
  return [
    [styledText('plan.of', { run }, 'strong'), dim(`  ${hash}`)],
    ...(plan.summary === '' ? [] : plan.summary.split('\n').map((line) => `  ${line}`)),
    '',
    ...overview(shown),
    '',
    ...inOrder(shown).flatMap((unit) => detailsOf(unit, numberIn(shown, unit.id))),
    ...prepared('plan.setup', shown.setup),
    ...prepared('plan.teardown', shown.teardown),
    '',
    ...(plan.risks ?? []).map((risk): Line => [styledText('plan.risk', {}, 'warn'), risk]),
    ...overlaps.map(({ units, paths, order }): Line => {
      const [one = '', other = ''] = units
      const values = { one, other, paths: paths.join(', ') }
      return order === 'parallel'
        ? [toned('warn', '! '), styledText('plan.serialised', values)]
        : [styledText('plan.ordered', values, 'dim')]
    }),
    ...warnings.map((warning): Line => [toned('bad', '! '), renderNow(warning)]),
    worstLine(shown),
    agentsLine(shown),
  ]
}

function numberIn({ waves }: PlanShown, id: string): number {
  return waves.findIndex((wave) => wave.includes(id)) + 1
}

/** In starting order: wave by wave, and within one as planned. */
function inOrder(shown: PlanShown): PlanShown['plan']['units'] {
  return shown.plan.units.toSorted((one, other) => numberIn(shown, one.id) - numberIn(shown, other.id))
}

/** The overview of the plan (S3-08): order, title, difficulty, dependencies, number of files and checks. */
function overview(shown: PlanShown): readonly Line[] {
  const keys = ['plan.module', 'plan.complexity', 'plan.depends', 'plan.files', 'plan.verify'] as const
  const head = ['', ...keys.map((key) => styledText(key, {}, 'dim'))]
  const rows = inOrder(shown).map(({ id, complexity, depends, writes, verify }) => [
    `${numberIn(shown, id)}.`,
    id,
    complexity ?? '–',
    depends.length === 0 ? '–' : depends.join(', '),
    writes === undefined ? '?' : String(writes.length),
    verify.map(({ name }) => name).join(', '),
  ])
  return table([head, ...rows], '  ')
}

/** Everything of one unit; commands and paths are never truncated (T-28). */
function detailsOf(unit: PlanShown['plan']['units'][number], order: number): Line[] {
  const { acceptanceCriteria = [], disallowedChanges = [], successEvidence = [], costBudget } = unit
  return [
    [dim(`${String(order).padStart(3)}. `), strong(unit.id), `  ${unit.title}`],
    ...(unit.depends.length === 0 ? [] : field('plan.after', unit.depends.join(', '))),
    ...field('plan.writes', unit.writes === undefined ? styledText('plan.alone') : unit.writes.join(', ')),
    ...(disallowedChanges.length === 0
      ? []
      : field('plan.not', styledText('plan.stops', { paths: disallowedChanges.join(', ') }))),
    ...unit.verify.flatMap(({ run: line }) => field('plan.runs', line)),
    ...acceptanceCriteria.flatMap(({ check, expected, blocking }) =>
      field(
        'plan.must',
        blocking === false ? styledText('plan.lenient', { check, expected }) : `${check} → ${expected}`,
      ),
    ),
    ...successEvidence.flatMap((text) => field('plan.shows', text)),
    ...(costBudget === undefined ? [] : budgetLine(costBudget)),
  ]
}

const fieldKeys = [
  'plan.after',
  'plan.writes',
  'plan.not',
  'plan.runs',
  'plan.must',
  'plan.shows',
  'plan.costs',
] as const

/** A label and its text; texts of the plan are wrapped, never truncated. */
function field(key: (typeof fieldKeys)[number], what: string | Span): Line[] {
  const label = labelsOf(...fieldKeys)(key)
  const name = ['     ', label]
  if (typeof what !== 'string') return [[...name, what]]
  return wrap(what, 100).map((part, index): Line =>
    index === 0 ? [...name, part] : [' '.repeat(5 + widthOf(label.text)), part],
  )
}

/** The complete commands that run in every tree once the plan is approved. */
function prepared(key: 'plan.setup' | 'plan.teardown', lines: readonly string[]): Line[] {
  const label = labelsOf('plan.setup', 'plan.teardown')(key)
  return lines.flatMap((line) =>
    wrap(line, 100).map((part, index): Line => (index === 0 ? [label, part] : [' '.repeat(widthOf(label.text)), part])),
  )
}

function budgetLine({
  maxTokens,
  maxRetries,
}: {
  maxTokens?: number | undefined
  maxRetries?: number | undefined
}): Line[] {
  if (maxTokens === undefined && maxRetries === undefined) return []
  if (maxTokens === undefined) return field('plan.costs', styledText('plan.retries', { count: maxRetries ?? 0 }))
  if (maxRetries === undefined) return field('plan.costs', styledText('plan.tokens', { count: maxTokens }))
  return field('plan.costs', styledText('plan.both', { tokens: maxTokens, retries: maxRetries }))
}

function worstLine({ plan, waves, worst, maxAttempts }: PlanShown): Line {
  const { tokens, costMicros, activeMinutes } = worst
  const parts = [
    textOf('plan.size', { units: plan.units.length, waves: waves.length }),
    ...(maxAttempts === undefined ? [] : [textOf('plan.attempts', { count: Math.min(maxAttempts, worst.attempts) })]),
    ...(costMicros === undefined ? [] : [textOf('plan.money', { money: money(costMicros) })]),
    ...(tokens === undefined ? [] : [textOf('plan.tokens', { count: tokens })]),
    ...(activeMinutes === undefined ? [] : [textOf('plan.minutes', { count: activeMinutes })]),
  ]
  return `${parts.join(', ')}.`
}

/** Bounds that no agent can change: the preset's own budgets, and whether money is limited as well. */
function agentsLine({ worst }: PlanShown): Line {
  const { attempts, minutes } = worst.agents
  return [
    styledText('worst.agents', { attempts, time: duration(minutes * 60_000) }, 'dim'),
    ...(worst.costMicros === undefined ? [' ', styledText('worst.unlimited', {}, 'dim')] : []),
  ]
}
