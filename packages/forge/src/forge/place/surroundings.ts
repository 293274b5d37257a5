/** What a process knows about where it was started. The command line reads it from the machine, tests make it up. */
import type { Environment } from './places.ts'

export interface Surroundings {
  readonly cwd: string
  readonly env: Environment
  readonly home: string
  /** Versions. */
  readonly machine: { readonly node: string; readonly sqlite: string; readonly platform: string }
  /** The file that was started. */
  readonly program: string
  now(): number
}
