/** What Forge itself observed: results of commands it ran. Claims of agents are never evidence (U-14). */
import { z } from 'zod'
import { Hash } from '#model/hash.ts'
import { line, lines } from '#model/line.ts'
import { Said } from '#model/said.ts'

export const CheckCommand = z.strictObject({
  name: line(100).min(1),
  /** A shell line, run verbatim; it comes from approved configuration or an approved plan. */
  run: lines(4000).min(1),
  cwd: line(4096).default('.'),
  timeoutMs: z.number().int().positive().default(600_000),
})
export type CheckCommand = z.infer<typeof CheckCommand>

/** The name of the result of the user's commit hooks among those of commands. */
export const hooksName = 'commit hooks'

export const CheckResult = z.strictObject({
  name: z.string().max(100),
  exitCode: z.number().int().nullable(),
  timedOut: z.boolean(),
  durationMs: z.number().int().nonnegative(),
  outputHash: Hash,
  /** Head and tail of the output, at most 10 KB; or a sentence of Forge about it. */
  excerpt: Said,
  /** Tests that ran, if the runner reports it: a known zero is not a pass (F-33). */
  testsRun: z.number().int().nonnegative().optional(),
})
export type CheckResult = z.infer<typeof CheckResult>
