/** The port `Git` on the control repository. */
import type { Git } from '#engine/ports.ts'
import { addedLines } from './added.ts'
import { changedPaths, commitTree, findTrailer, isAncestor, mergeTree, sizesIn, treeOf } from './commits.ts'
import type { Control } from './control.ts'
import { deleteRef, resolveRef, updateRef } from './refs.ts'
import { textsIn } from './texts.ts'

export function createGit(control: Control): Git {
  return {
    directory: control.place.gitDir,
    resolveRef: (ref) => resolveRef(control.run, control.place, ref),
    async updateRef(ref, next, old) {
      const swapped = await updateRef(control, ref, next, old)
      return swapped === 'done' ? 'updated' : swapped
    },
    async deleteRef(ref, old) {
      const swapped = await deleteRef(control, ref, old)
      return swapped === 'done' ? 'deleted' : swapped
    },
    mergeTree: (ours, theirs) => mergeTree(control, ours, theirs),
    commitTree: (commit) => commitTree(control, commit),
    treeOf: (commit) => treeOf(control, commit),
    changedPaths: (from, to) => changedPaths(control, from, to),
    sizesIn: (tree, paths) => sizesIn(control, tree, paths),
    addedLines: (from, to) => addedLines(control, from, to),
    textsIn: (tree, paths) => textsIn(control, tree, paths),
    isAncestor: (ancestor, of) => isAncestor(control, ancestor, of),
    findTrailer: (from, until, trailer) => findTrailer(control, from, until, trailer),
  }
}
