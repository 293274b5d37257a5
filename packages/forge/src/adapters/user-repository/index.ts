/** The port `UserRepository`: all that Forge ever does to the user's repository. */
import type { Control } from '#adapters/git/control.ts'
import type { UserRepository } from '#engine/ports.ts'
import { bringObjects, hasCommit, moveBranch, readBranch } from './branch.ts'
import { turnCheckout } from './checkout.ts'
import { conflictingChanges } from './conflicting-changes.ts'
import { readCheckout } from './read-checkout.ts'

export function createUserRepository(control: Control): UserRepository {
  return {
    look: () => readCheckout(control),
    branch: (name) => readBranch(control, name),
    contains: (branch, commit) => hasCommit(control, branch, commit),
    bring: (commit) => bringObjects(control, commit),
    moveBranch: (move) => moveBranch(control, move),
    pathsInTheWay: async (from, to) => (await conflictingChanges(control, { from, to })).own,
    turnCheckout: (from, to) => turnCheckout(control, from, to),
  }
}
