/** `why`: the recorded reasons. It computes none: what is shown was recorded with the decision (U-31). */
import { z } from 'zod'
import type { Forge, Refusal } from '#forge.ts'
import { step } from '#model/next.ts'
import { success, type Result } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { runFlag } from './queue.ts'
import { dim, strong, type Line } from './text/line.ts'
import { renderNow, styledText } from './text/message.ts'
import { chooseUnit } from './units.ts'

const Output = z.object({
  run: z.string(),
  unit: z.string().optional(),
  reasons: z
    .array(
      z.object({
        seq: z.number(),
        at: z.number(),
        type: z.string(),
        text: Said,
        /** The rule that decided it; absent for a command of a human or another input. */
        rule: z.string().optional(),
        /** The next command for what stopped. */
        remedy: z.object({ word: z.string(), hint: Said }).optional(),
      }),
    )
    .readonly(),
  next: Next,
})
export default operation({
  name: 'why',
  summary: 'Show the recorded reasons for what a run or a unit did',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    about: z.string().min(1).max(63).optional().describe('Unit or run; may be left out if there is only one run'),
    ...runFlag,
  }),
  positionals: ['about'],
  output: Output,
  examples: [
    { command: 'forge why login-form', what: 'every attempt, verdict and recovery of a unit, with its reason' },
    { command: 'forge why 7f3a', what: 'what happened to the run as a whole' },
  ],
  async run(forge, { about, run }) {
    const found = await findSubject(forge, about, run)
    if (!found.ok) return found
    const { run: name, unit } = found.value
    const [view, history] = [await forge.view(name), await forge.history(name)]
    if (!view.ok) return view
    if (!history.ok) return history
    const meant = unit === undefined ? undefined : chooseUnit(view.value, unit)
    if (meant?.ok === false) return meant
    const isRetried = meant?.value.stop?.remedy === 'retry'
    const next = isRetried ? step('retry', { unit: meant.value.id, run: name }) : step('status', { run: name })
    return success({ value: { run: name, unit, reasons: history.value.reasons(unit), next: [next] } })
  },
  render: ({ unit, run, reasons }) => [
    [strong(unit ?? run), '  ', styledText('why.count', { count: reasons.length }, 'dim')],
    ...reasons.map(({ seq, at, type, text, rule }): Line => [
      dim(`  ${String(seq).padStart(5)}  ${isoTime(at)}  `),
      `${type.padEnd(18)}  ${renderNow(text)}`,
      ...(rule === undefined ? [] : [dim(`  (${rule})`)]),
    ]),
    ...(reasons.length === 0 ? [['  ', styledText('why.nothing')]] : []),
  ],
})

interface Subject {
  readonly run: string
  readonly unit: string | undefined
}

/** A name may be a unit of the run, or a run itself. */
async function findSubject(
  forge: Forge,
  about: string | undefined,
  run: string | undefined,
): Promise<Result<Subject, Refusal>> {
  const named = about === undefined ? undefined : await forge.chooseRun(about)
  if (run === undefined && named?.ok === true) return success({ run: named.value.run, unit: undefined })
  const chosen = await forge.chooseRun(run)
  return chosen.ok ? success({ run: chosen.value.run, unit: about }) : chosen
}
