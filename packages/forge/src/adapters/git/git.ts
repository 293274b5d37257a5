/** The port `Git` on the control repository. */
import type { Git } from '#engine/ports.ts'
import { addedLines } from './added.ts'
import { changedPaths, commitTree, findTrailer, isAncestor, mergeTree, sizesIn, treeOf } from './commits.ts'
import type { Control } from './control.ts'
import { deleteRef, resolveRef, updateRef } from './refs.ts'

export function createGit(control: Control): Git {
  return {
    resolveRef: (ref) => resolveRef(control.run, control.place, ref),
    updateRef: async (ref, next, old) => ((await updateRef(control, ref, next, old)) === 'done' ? 'updated' : 'moved'),
    deleteRef: async (ref, old) => ((await deleteRef(control, ref, old)) === 'done' ? 'deleted' : 'moved'),
    mergeTree: (ours, theirs) => mergeTree(control, ours, theirs),
    commitTree: (commit) => commitTree(control, commit),
    treeOf: (commit) => treeOf(control, commit),
    changedPaths: (from, to) => changedPaths(control, from, to),
    sizesIn: (tree, paths) => sizesIn(control, tree, paths),
    addedLines: (from, to) => addedLines(control, from, to),
    isAncestor: (ancestor, of) => isAncestor(control, ancestor, of),
    findTrailer: (from, until, trailer) => findTrailer(control, from, until, trailer),
  }
}
