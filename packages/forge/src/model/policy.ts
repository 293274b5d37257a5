/** Where the agents of a run work, and how their work becomes history (U-08, U-19). Forge does both, never an agent. */
import { z } from 'zod'

/** `none`: nothing is merged. `per-unit`: merged and landed unit by unit. `per-run`: merged so, landed as one commit. */
export const CommitPolicy = z.enum(['none', 'per-unit', 'per-run'])
export type CommitPolicy = z.infer<typeof CommitPolicy>

/**
 * `worktree`: concurrently, each unit in a tree of its own. `branch`: one after another, each on the merged work so
 * far.
 */
export const Isolation = z.enum(['worktree', 'branch'])
export type Isolation = z.infer<typeof Isolation>
