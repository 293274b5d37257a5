/** `plan show`: everything that an approval would allow, with nothing hidden (T-28): order, paths, whole commands, worst case. */
import { z } from 'zod'
import type { PlanView } from '#forge.ts'
import { refusal } from '#forge/refusal.ts'
import { Plan } from '#model/unit.ts'
import { failed, success } from '#model/result.ts'
import { Next, operation, RunName } from './operation.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { visibleLine } from './text/visible.ts'
import { wrap } from './text/width.ts'

export const PlanShown = z.object({
  run: z.string(),
  unit: z.string().describe('The unit whose plan it is'),
  hash: z.string().describe('What an approval is bound to'),
  waits: z.boolean().describe('Whether it waits for an answer'),
  plan: Plan,
  waves: z.array(z.array(z.string())).describe('Units by when they may start at the earliest'),
  overlaps: z.array(z.object({ units: z.array(z.string()), paths: z.array(z.string()) })),
  maxAttempts: z.number().optional().describe('Attempts that an approval covers at most'),
  warnings: z.array(z.string()),
  next: Next,
})
type PlanShown = z.output<typeof PlanShown>

export default operation({
  name: 'plan show',
  summary: 'Show the plan of a run: order, paths, commands, worst case',
  shape: 'answer',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: PlanShown,
  examples: [
    { command: 'forge plan show', what: 'what forge approve would allow' },
    { command: 'forge plan show --json > plan.json', what: 'to change it; then forge plan edit plan.json' },
  ],
  async run(forge, { run }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const read = await forge.readRun(chosen.value.run)
    if (!read.ok) return read
    const view = forge.planOf(read.value.state)
    if (view === undefined)
      return failed(refusal('no-plan', `run ${chosen.value.run} has no plan yet`, `forge status ${chosen.value.run}`))
    return success({ value: shownOf(chosen.value.run, view) })
  },
  render: renderPlan,
})

export function shownOf(run: string, { unit, hash, plan, question, waves, overlaps }: PlanView): PlanShown {
  return {
    run,
    unit,
    hash,
    waits: question !== undefined,
    plan,
    waves: waves.map((wave) => [...wave]),
    overlaps: overlaps.map(({ units, paths }) => ({ units: [...units], paths: [...paths] })),
    ...(question === undefined ? {} : { maxAttempts: question.envelope.dispatches }),
    warnings: warningsOf(plan),
    next:
      question === undefined
        ? [`forge status ${run}`]
        : [
            `forge approve ${run} --subject ${hash.slice(0, 12)}`,
            `forge reject ${run} --note "<what should be different>"`,
          ],
  }
}

/** Characters that would not be seen, and letters that look like others, in what somebody is about to allow. */
function warningsOf(plan: Plan): string[] {
  return plan.units.flatMap(({ id, title, writes = [], verify }) =>
    [title, ...writes, ...verify.map(({ run }) => run)].flatMap((text) => {
      if (visibleLine(text) !== text) return [`${id}: hidden characters in: ${text}`]
      return /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)
        ? [`${id}: letters of different alphabets in: ${text}`]
        : []
    }),
  )
}

export function renderPlan({ run, hash, plan, waves, overlaps, maxAttempts, warnings }: PlanShown): readonly Line[] {
  const numberOf = (id: string): number => waves.findIndex((wave) => wave.includes(id)) + 1
  return [
    [strong(`Plan of ${run}`), dim(`  ${hash}`)],
    ...(plan.summary === '' ? [] : plan.summary.split('\n').map((line) => `  ${line}`)),
    '',
    ...plan.units.flatMap((unit): Line[] => [
      [dim(`${String(numberOf(unit.id)).padStart(3)}. `), strong(unit.id), `  ${unit.title}`],
      ...(unit.depends.length === 0 ? [] : [[dim('     after   '), unit.depends.join(', ')]]),
      [dim('     writes  '), unit.writes === undefined ? 'unknown: it runs alone' : unit.writes.join(', ')],
      ...unit.verify.flatMap(({ run: line }) =>
        wrap(line, 100).map((part, index): Line => [dim(index === 0 ? '     runs    ' : '             '), part]),
      ),
    ]),
    '',
    ...overlaps.map(
      ({ units, paths }): Line => `${units.join(' and ')} write ${paths.join(', ')}: one after the other.`,
    ),
    `${plan.units.length} units in ${waves.length} waves${maxAttempts === undefined ? '' : `, at most ${maxAttempts} attempts in all`}.`,
    ...warnings.map((warning): Line => [toned('bad', '! '), warning]),
  ]
}
