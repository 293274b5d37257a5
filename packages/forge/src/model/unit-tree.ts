/** Walks a tree of units. */
import type { UnitView } from '#model/view.ts'

interface InTree<Unit> {
  readonly children: readonly Unit[]
}

/** Every unit of a tree, each before its children. */
export function unitsIn<Unit extends InTree<Unit>>(tree: readonly Unit[]): readonly Unit[] {
  return tree.flatMap((unit) => [unit, ...unitsIn(unit.children)])
}

/** Units that are part of the run: without those that a later plan dropped. */
export function livingIn(tree: readonly UnitView[]): readonly UnitView[] {
  return unitsIn(tree).filter(({ status }) => status !== 'dropped')
}
