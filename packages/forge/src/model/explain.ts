/** Why a value does not fit its schema, in words for a person or an agent. */
import { z } from 'zod'

export function explain(error: z.ZodError): string {
  return z.prettifyError(error).slice(0, 4000)
}
