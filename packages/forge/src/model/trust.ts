/** The ground on which Forge uses content of a repository: commands, agents, presets, weakened protections (I-42). */
import { z } from 'zod'
import { Instant } from '#model/ids.ts'
import { Principal } from '#model/question.ts'

/** The name of exactly this content of a repository, derived from it. */
export const TrustName = z.string().regex(/^[0-9a-f]{32}$/u)

export const Trust = z.discriminatedUnion('ground', [
  /** It brings nothing. */
  z.strictObject({ ground: z.literal('nothing') }),
  /** It lies in a folder that the user's own configuration trusts. */
  z.strictObject({ ground: z.literal('folder'), name: TrustName }),
  /** A human has seen it and said yes. */
  z.strictObject({ ground: z.literal('approval'), name: TrustName, by: Principal, at: Instant }),
])
export type Trust = z.infer<typeof Trust>
