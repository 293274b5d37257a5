/** Plain JSON values. Their canonical text is in `canonical.ts`. */
import { z } from 'zod'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export const JsonValue: z.ZodType<Json> = z.json()
