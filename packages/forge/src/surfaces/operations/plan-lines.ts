/** A plan as it is shown to whoever approves it: at a glance, then everything of every unit, then what to think about (S3-08). */
import type { PlanShown } from './plan-shown.ts'
import { counted, duration, money } from './run-words.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { said } from './text/message.ts'
import { table } from './text/table.ts'
import { wrap } from './text/width.ts'

export function renderPlan(shown: PlanShown): readonly Line[] {
  const { run, hash, plan, overlaps, warnings } = shown
  return [
    [strong(`Plan of ${run}`), dim(`  ${hash}`)],
    ...(plan.summary === '' ? [] : plan.summary.split('\n').map((line) => `  ${line}`)),
    '',
    ...overview(shown),
    '',
    ...inOrder(shown).flatMap((unit) => detailsOf(unit, numberIn(shown, unit.id))),
    '',
    ...(plan.risks ?? []).map((risk): Line => [toned('warn', 'risk: '), risk]),
    ...overlaps.map(({ units, paths, order }): Line =>
      order === 'parallel'
        ? [toned('warn', '! '), `${units.join(' and ')} both write ${paths.join(', ')}: they run one after the other.`]
        : [dim(`${units.join(' and ')} both write ${paths.join(', ')}, in the order of their dependency.`)],
    ),
    ...warnings.map((warning): Line => [toned('bad', '! '), warning]),
    worstLine(shown),
    agentsLine(shown),
  ]
}

function numberIn({ waves }: PlanShown, id: string): number {
  return waves.findIndex((wave) => wave.includes(id)) + 1
}

/** As they will start: wave by wave, and within one as they were planned. */
function inOrder(shown: PlanShown): PlanShown['plan']['units'] {
  return shown.plan.units.toSorted((one, other) => numberIn(shown, one.id) - numberIn(shown, other.id))
}

/** The plan at a glance (S3-08): in which order, what, how hard, after what, how many files and checks. */
function overview(shown: PlanShown): readonly Line[] {
  const head = ['', 'module', 'complexity', 'depends on', 'files', 'verify'].map((word) => ({
    tone: 'dim' as const,
    text: word,
  }))
  const rows = inOrder(shown).map(({ id, complexity, depends, writes, verify }) => [
    `${numberIn(shown, id)}.`,
    id,
    complexity ?? '–',
    depends.length === 0 ? '–' : depends.join(', '),
    writes === undefined ? 'unknown' : String(writes.length),
    verify.map(({ name }) => name).join(', '),
  ])
  return table([head, ...rows], '  ')
}

/** Everything of one unit; nothing of a command or a path is cut off (T-28). */
function detailsOf(unit: PlanShown['plan']['units'][number], order: number): Line[] {
  const { acceptanceCriteria = [], disallowedChanges = [], successEvidence = [], costBudget } = unit
  const field = (name: string, text: string): Line[] =>
    wrap(text, 100).map((part, index): Line => [dim(index === 0 ? `     ${name.padEnd(8)}` : '             '), part])
  return [
    [dim(`${String(order).padStart(3)}. `), strong(unit.id), `  ${unit.title}`],
    ...(unit.depends.length === 0 ? [] : field('after', unit.depends.join(', '))),
    ...field('writes', unit.writes === undefined ? 'unknown: it runs alone' : unit.writes.join(', ')),
    ...(disallowedChanges.length === 0
      ? []
      : field('not', `${disallowedChanges.join(', ')} (a change there stops it)`)),
    ...unit.verify.flatMap(({ run: line }) => field('runs', line)),
    ...acceptanceCriteria.flatMap(({ check, expected, blocking }) =>
      field('must', `${check} → ${expected}${blocking === false ? ' (not blocking)' : ''}`),
    ),
    ...successEvidence.flatMap((text) => field('shows', text)),
    ...(costBudget === undefined ? [] : field('costs', budgetText(costBudget))),
  ]
}

function budgetText({
  maxTokens,
  maxRetries,
}: {
  maxTokens?: number | undefined
  maxRetries?: number | undefined
}): string {
  const parts = [
    ...(maxTokens === undefined ? [] : [`${maxTokens} tokens`]),
    ...(maxRetries === undefined ? [] : [`${maxRetries} retries`]),
  ]
  return `at most ${parts.join(' and ')}`
}

function worstLine({ plan, waves, worst, maxAttempts }: PlanShown): Line {
  const { tokens, costMicros, activeMinutes } = worst
  const limits = [
    ...(maxAttempts === undefined ? [] : [`at most ${Math.min(maxAttempts, worst.attempts)} attempts in all`]),
    ...(costMicros === undefined ? [] : [`at most ${money(costMicros)}`]),
    ...(tokens === undefined ? [] : [`at most ${tokens} tokens`]),
    ...(activeMinutes === undefined ? [] : [`at most ${activeMinutes} min of work`]),
  ]
  return [`${counted(plan.units.length, 'unit')} in ${counted(waves.length, 'wave')}`, ...limits].join(', ') + '.'
}

/** What nobody could talk it out of: the preset's own budgets, and whether money holds it as well. */
function agentsLine({ worst }: PlanShown): Line {
  const { attempts, minutes } = worst.agents
  return [
    said('worst.agents', { attempts, time: duration(minutes * 60_000) }, 'dim'),
    ...(worst.costMicros === undefined ? [' ', said('worst.unlimited', {}, 'dim')] : []),
  ]
}
