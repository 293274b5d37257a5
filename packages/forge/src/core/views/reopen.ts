/** What reopening a unit from a phase invalidates: shown before it is done, to avoid surprises. */
import type { UnitView } from '#model/view.ts'

export interface Invalidated {
  /** The phase that works again. */
  readonly works: string
  /** Phases that had passed and run again, in order: they build on the work of the first. */
  readonly again: readonly string[]
}

/** Undefined when the unit has no such phase that works. */
export function invalidatedBy({ phases }: Pick<UnitView, 'phases'>, from: string): Invalidated | undefined {
  const at = phases.findIndex(({ name, isMaker }) => name === from && isMaker)
  if (at < 0) return undefined
  const again = phases.slice(at + 1).filter(({ hasPassed }) => hasPassed)
  return { works: from, again: again.map(({ name }) => name) }
}
