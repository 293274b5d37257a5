/** How Forge announces the agent of a phase (S0-07). Recorded with the run, shown by Forge alone; no agent gets it. */
import { z } from 'zod'
import { Slug } from '#model/ids.ts'
import { Said } from '#model/said.ts'

export const Badge = z.strictObject({
  /** The persona, as agent names and friction name it (S0-06). */
  noun: Slug,
  title: z.string().min(1).max(100).optional(),
  emoji: z.string().min(1).max(16).optional(),
  banner: Slug.optional(),
  tagline: Said.optional(),
})
export type Badge = z.infer<typeof Badge>
