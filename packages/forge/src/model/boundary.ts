/** What work may not contain, whatever its unit declares (U-28). Recorded with the run. */
import { z } from 'zod'

const Patterns = z.array(z.string().min(1).max(200)).max(200)

export const Boundary = z.strictObject({
  /** Paths that no unit may change: a name, a path, or a folder with its slash; `*` matches any characters but `/`. */
  forbidden: Patterns,
  secrets: z.enum(['refuse', 'allow']),
  /** Paths in which shapes of secrets are no secrets, such as fixtures. */
  secretsAllowedIn: Patterns,
  /** Limits for the size of what one unit adds or changes; absent: the defaults. */
  sizes: z
    .strictObject({ fileBytes: z.number().int().positive(), changeBytes: z.number().int().positive() })
    .optional(),
})
export type Boundary = z.infer<typeof Boundary>
