/** The one hash of Forge: SHA-256 in lower-case hex, computed in `digest.ts`. */
import { z } from 'zod'

export const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hex')
export type Hash = z.infer<typeof Hash>
