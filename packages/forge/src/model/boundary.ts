/** What work may not bring, whatever its unit declares (U-28). Recorded with the run. */
import { z } from 'zod'

const Patterns = z.array(z.string().min(1).max(200)).max(200)

export const Boundary = z.strictObject({
  /** Paths that no unit may change: a name, a path, or a folder with its slash; `*` stands for any characters but `/`. */
  forbidden: Patterns,
  secrets: z.enum(['refuse', 'allow']),
  /** Paths in which shapes of secrets are no secrets, such as fixtures. */
  secretsAllowedIn: Patterns,
  /** How large what one unit adds or changes may be; absent: as is usual. */
  sizes: z
    .strictObject({ fileBytes: z.number().int().positive(), changeBytes: z.number().int().positive() })
    .optional(),
})
export type Boundary = z.infer<typeof Boundary>
