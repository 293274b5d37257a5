/** Where the agents of a run work, and how what they made becomes history (U-08, U-19). Forge does both, never an agent. */
import { z } from 'zod'

/** `none`: nothing is merged. `per-unit`: merged and landed unit by unit. `per-run`: merged so, landed as one commit. */
export const CommitPolicy = z.enum(['none', 'per-unit', 'per-run'])
export type CommitPolicy = z.infer<typeof CommitPolicy>

/** `worktree`: at the same time, each unit in a tree of its own. `branch`: one after another, each on what is merged by then. */
export const Isolation = z.enum(['worktree', 'branch'])
export type Isolation = z.infer<typeof Isolation>
