/** Tests in sources, and those that work removed from what the checks run (I-22). */
import { z } from 'zod'
import { RepoPath } from '#model/ids.ts'

/**
 * `silenced`: another test of the file says `.only`; `fails`: it passes when it fails; `conditional`: a condition in
 * the source decides. What a test does once it runs is not read.
 */
export type TestState = 'runs' | 'skipped' | 'todo' | 'silenced' | 'fails' | 'conditional'

export interface FoundTest {
  /** Prefixed with the names of its groups; empty: the whole file, if no test is found in it by name. */
  readonly name: string
  readonly state: TestState
  /** `conditional`: the condition as it is written. */
  readonly condition?: string
}

export interface FoundTests {
  readonly tests: readonly FoundTest[]
  /** Whether the file itself shows that these are tests, by importing a test runner, or only its path does. */
  readonly known: 'by import' | 'by path'
}

/** What became of a test that ran at the base. `conditional`: it has a new condition, or another one. */
export const LostTest = z.strictObject({
  path: RepoPath,
  name: z.string().max(500).describe('With the names of its groups; empty: the whole file'),
  what: z.enum(['deleted', 'moved', 'skipped', 'todo', 'silenced', 'fails', 'conditional']),
  /** `moved`: the file that has it now and that no runner runs. */
  to: RepoPath.optional(),
})
export type LostTest = z.infer<typeof LostTest>

export const LostTests = z.strictObject({
  tests: z.array(LostTest).min(1).max(200),
  /** How many more there are. */
  more: z.number().int().nonnegative(),
})
export type LostTests = z.infer<typeof LostTests>
