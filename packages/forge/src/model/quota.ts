/** Windows of time in which an account may use only so much, as providers tell how full they are (S1-65). */
import { z } from 'zod'
import { Instant } from '#model/ids.ts'

export const UsedWindow = z.strictObject({
  window: z.enum(['5h', '7d']),
  /** Of what the window allows; over 100 where a provider lets it be exceeded. */
  percent: z.number().nonnegative().max(1000),
  /** When the window begins anew. */
  resetsAt: Instant.optional(),
})
export type UsedWindow = z.infer<typeof UsedWindow>
