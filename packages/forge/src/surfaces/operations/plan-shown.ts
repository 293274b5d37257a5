/** A plan as data for the human who must approve it, the same for every surface. */
import { z } from 'zod'
import { say } from '#messages/said.ts'
import type { PlanView } from '#forge.ts'
import { defined } from '#model/defined.ts'
import { step } from '#model/next.ts'
import { Said } from '#model/said.ts'
import { Plan } from '#model/unit.ts'
import { Next } from '#model/view.ts'

import { hiddenIn } from './text/hidden.ts'

export const PlanShown = z.object({
  run: z.string(),
  unit: z.string().describe('The unit whose plan it is'),
  hash: z.string().describe('What an approval is bound to'),
  waits: z.boolean().describe('Whether it waits for an answer'),
  plan: Plan,
  waves: z.array(z.array(z.string())).describe('Units by when they may start at the earliest'),
  overlaps: z.array(
    z.object({
      units: z.array(z.string()),
      paths: z.array(z.string()),
      order: z.enum(['parallel', 'dependent']).describe('parallel: only these paths keep them apart'),
    }),
  ),
  worst: z
    .object({
      attempts: z.number(),
      tokens: z.number().optional(),
      costMicros: z.number().optional(),
      activeMinutes: z.number().optional(),
      agents: z
        .object({ attempts: z.number(), minutes: z.number() })
        .describe('What the budgets of the preset let agents come to'),
    })
    .describe('What all of it may take at most, where a limit or a budget holds it'),
  maxAttempts: z.number().optional().describe('Attempts that an approval covers at most'),
  setup: z.array(z.string()).describe('Commands that prepare every tree'),
  teardown: z.array(z.string()).describe('Commands before a tree is removed'),
  warnings: z.array(Said),
  next: Next,
})
export type PlanShown = z.output<typeof PlanShown>

export function shownOf(run: string, view: PlanView): PlanShown {
  const { unit, hash, plan, question, waves, overlaps, warnings, prepares, worst } = view
  return {
    run,
    unit,
    hash,
    waits: question !== undefined,
    plan,
    waves: waves.map((wave) => [...wave]),
    overlaps: overlaps.map(({ units, paths, order }) => ({ units: [...units], paths: [...paths], order })),
    worst,
    ...defined({ maxAttempts: question?.envelope.dispatches }),
    setup: [...prepares.setup],
    teardown: [...prepares.teardown],
    warnings: [...warnings, ...hiddenIn(plan)],
    next:
      question === undefined
        ? [step('status', { run })]
        : [
            step('approve', { run, subject: hash.slice(0, 12) }),
            step('reject', { run }, { note: say('placeholder.whatShouldDiffer') }),
          ],
  }
}
