/** Git as Forge uses it: the user's repository as data, the control repository, trees, and the published branch. */
export { openControl, refreshControl, type Control } from './control.ts'
export { differingParts, digestOfUser } from './digest.ts'
export { createGit } from './git.ts'
export { publish } from './publish.ts'
export { readRepository, type UserRepository } from './repository.ts'
export type { RunProgram } from './run.ts'
export { openTrees, type GitTrees } from './trees.ts'
