/** How the attempts of a run were held, as `status` and `report` answer it. */
import { z } from 'zod'
import { Said } from '#model/said.ts'

export const HeldAttempts = z
  .array(
    z.object({
      held: z.enum(['sandbox', 'agent', 'processes', 'marker']),
      network: z.enum(['closed', 'open']),
      why: Said.optional(),
      attempts: z.number(),
    }),
  )
  .describe('How attempts were held, as each has it on record')
