/** A script: what the scripted agent does, by role, unit, phase and attempt. The first rule that matches is followed. */
import { z } from 'zod'
import { Step } from './steps.ts'

/** A pattern in which `*` stands for any characters. */
const Pattern = z.string().min(1).max(200).default('*')

export const Rule = z.strictObject({
  when: z
    .strictObject({
      role: Pattern,
      unit: Pattern,
      phase: Pattern,
      attempt: z
        .union([
          z.number().int().positive(),
          z.array(z.number().int().positive()).min(1),
          z.string().regex(/^\d+\+$|^\*$/),
        ])
        .default('*')
        .describe('A number, a list of numbers, "2+" for the second and later, or "*".'),
    })
    .default({ role: '*', unit: '*', phase: '*', attempt: '*' }),
  steps: z.array(Step).max(1000),
})
export type Rule = z.infer<typeof Rule>

export const Script = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  rules: z.array(Rule).min(1).max(1000),
})
export type Script = z.infer<typeof Script>

export interface Occasion {
  readonly role: string
  readonly unit: string
  readonly phase: string
  readonly attempt: number
}

export function chooseRule(script: Script, { role, unit, phase, attempt }: Occasion): Rule | undefined {
  return script.rules.find(
    ({ when }) =>
      isLike(role, when.role) &&
      isLike(unit, when.unit) &&
      isLike(phase, when.phase) &&
      isAttempt(attempt, when.attempt),
  )
}

function isLike(word: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(word)
}

function isAttempt(attempt: number, wanted: Rule['when']['attempt']): boolean {
  if (typeof wanted === 'number') return attempt === wanted
  if (Array.isArray(wanted)) return wanted.includes(attempt)
  return wanted === '*' || attempt >= Number.parseInt(wanted, 10)
}
