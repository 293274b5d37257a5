/** What reopening a unit from a phase takes back: told before it is done, so that nobody is surprised. */
import type { UnitView } from '#model/view.ts'

export interface Invalidated {
  /** The phase that works again. */
  readonly works: string
  /** Phases that had passed and are asked again, in order: what builds on the work of the first. */
  readonly again: readonly string[]
}

/** Undefined when the unit has no such phase that works. */
export function invalidatedBy({ phases }: Pick<UnitView, 'phases'>, from: string): Invalidated | undefined {
  const at = phases.findIndex(({ name, isMaker }) => name === from && isMaker)
  if (at < 0) return undefined
  const again = phases.slice(at + 1).filter(({ hasPassed }) => hasPassed)
  return { works: from, again: again.map(({ name }) => name) }
}
