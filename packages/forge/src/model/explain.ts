/** Why a value does not fit its schema, in the words of the schema library. */
import { z } from 'zod'
import { raw, type Said } from '#messages/said.ts'

export function explain(error: z.ZodError): Said {
  return raw(z.prettifyError(error).slice(0, 4000))
}
