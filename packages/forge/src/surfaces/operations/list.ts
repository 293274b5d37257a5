/** The one list of what Forge can do. A surface loads an operation when it is asked for it, so that none pays for all. */
import type { Operation } from './operation.ts'

export interface Listed {
  readonly name: string
  readonly summary: string
  /** Where it stands in help and documentation. */
  readonly chapter: Chapter
  load(): Promise<{ readonly default: Operation }>
}

export type Chapter = 'Work' | 'Look' | 'Decide' | 'Set up'

/** Name and summary are repeated here so that help loads nothing; a test keeps them equal. */
export const operations: readonly Listed[] = [
  {
    name: 'status',
    summary: 'Show all runs, or how one of them stands',
    chapter: 'Look',
    load: () => import('./status.ts'),
  },
  { name: 'approve', summary: 'Say yes to what a run asks', chapter: 'Decide', load: () => import('./approve.ts') },
]
