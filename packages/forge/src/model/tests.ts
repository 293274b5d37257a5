/** Tests as they stand in sources, and those that work took away from what the checks run (I-22). */
import { z } from 'zod'
import { RepoPath } from '#model/ids.ts'

/**
 * `silenced`: another test of the file says `.only`; `fails`: it passes when it fails; `conditional`: a condition of the source
 * decides. What a test does once it runs is not read.
 */
export type TestState = 'runs' | 'skipped' | 'todo' | 'silenced' | 'fails' | 'conditional'

export interface FoundTest {
  /** With the names of its groups in front; empty: the file as a whole, where no test is found in it by name. */
  readonly name: string
  readonly state: TestState
  /** `conditional`: the condition as it is written. */
  readonly condition?: string
}

export interface FoundTests {
  readonly tests: readonly FoundTest[]
  /** Whether the file itself says that these are tests, by importing a test runner, or only its path can say so. */
  readonly known: 'by import' | 'by path'
}

/** What became of a test that ran at the base. `conditional`: it has a condition that it had not, or another. */
export const LostTest = z.strictObject({
  path: RepoPath,
  name: z.string().max(500).describe('With the names of its groups; empty: the whole file'),
  what: z.enum(['deleted', 'moved', 'skipped', 'todo', 'silenced', 'fails', 'conditional']),
  /** `moved`: the file that has it now and that a runner does not run. */
  to: RepoPath.optional(),
})
export type LostTest = z.infer<typeof LostTest>

export const LostTests = z.strictObject({
  tests: z.array(LostTest).min(1).max(200),
  /** How many there are besides. */
  more: z.number().int().nonnegative(),
})
export type LostTests = z.infer<typeof LostTests>
