/** Where a run was landed, as several operations answer it. */
import { z } from 'zod'

export const Landed = z
  .object({ branch: z.string(), commit: z.string(), at: z.number().describe('In milliseconds since 1970') })
  .describe('Where all that is merged was landed, and when; null until then')
