/** What `status` answers. */
import { z } from 'zod'
import { Said } from '#model/said.ts'
import { UnitStatus } from './unit-status.ts'
import { HeldAttempts } from './held-output.ts'
import { Landed } from './landed.ts'
import { Next } from './operation.ts'

const Row = z.object({
  run: z.string(),
  status: z.string(),
  outcome: z.string().nullable(),
  reason: Said.nullable(),
  percent: z.number(),
  unitsDone: z.number(),
  unitsTotal: z.number(),
  questions: z.number(),
  costMicros: z.number(),
  estimatedMicros: z.number().describe('The part of the money that the agent did not tell and Forge estimated'),
  unpricedTokens: z.number().describe('Tokens without a known price; they are not in the money'),
  at: z.number().describe('Time of the last event, in milliseconds since 1970'),
  age: Said,
  landed: Landed.nullable(),
})

const Unit = z.object({
  id: z.string(),
  title: z.string(),
  status: UnitStatus,
  phase: z.string().optional(),
  running: z.string().optional().describe('Key of the attempt that runs now'),
  waiting: Said.optional(),
  stop: z.object({ reason: Said, remedy: z.string(), hint: Said }).optional(),
  attempts: z.number(),
})

const Detail = z.object({
  request: z.string(),
  driver: z.boolean().describe('Whether a living process drives the run'),
  etaMinutes: z.number().optional(),
  confidence: z.enum(['low', 'medium', 'high']),
  left: z.number().describe('Words of humans that no driver has read yet'),
  tokens: z.number(),
  limits: z
    .object({
      costMicros: z.number().optional(),
      tokens: z.number().optional(),
      checked: z
        .enum(['before-requests', 'between-attempts'])
        .describe(
          'Between attempts: an agent with a login of its own says what it used afterwards, and can pass a limit',
        ),
    })
    .optional(),
  unpriced: z.array(z.string()).describe('Models without a price that were used, where their names are known'),
  held: HeldAttempts,
  questions: z.array(z.object({ key: z.string(), path: z.string(), text: Said, subject: z.string() })),
  units: z.array(Unit),
})

export const StatusOutput = z.object({
  runs: z.array(Row),
  /** The run that was asked for, or the only one. */
  detail: Detail.optional(),
  next: Next,
})
export type StatusOutput = z.output<typeof StatusOutput>
export type StatusDetail = z.output<typeof Detail>
export type StatusUnit = z.output<typeof Unit>
