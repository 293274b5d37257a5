/**
 * Observes a tree before the first command of a check and after each: changes by one must not affect the next (T-9).
 */
import { commandEdited, commandInputsChanged } from '#core/verdict/changed.ts'
import { editedBetween, touchedBetween } from '#core/verdict/rewritten.ts'
import type { World } from '#engine/ports.ts'
import { raw } from '#messages/said.ts'
import type { CheckResult } from '#model/evidence.ts'

/** The result as it is, or red with the names of the files that its command changed. */
export type Watch = (result: CheckResult) => Promise<CheckResult>

export async function watchTree(world: World, tree: string, commands: number): Promise<Watch> {
  const edits = await world.trees.edits(tree)
  // After the last command nothing runs any more, so only the judged files must be unchanged.
  const others = commands > 1 ? await world.trees.others(tree) : undefined
  let left = commands
  return async (result) => {
    left -= 1
    const edited = editedBetween(edits, await world.trees.edits(tree))
    if (edited.length > 0) return commandEdited(result, edited)
    if (left === 0 || others === undefined) return result
    const { touched, certain } = touchedBetween(others, await world.trees.others(tree))
    const altered = touched.length === 0 ? [] : await world.equipment.altered(tree, touched)
    const steered = [...altered.toSorted().map(raw), ...certain]
    return steered.length === 0 ? result : commandInputsChanged(result, steered)
  }
}
