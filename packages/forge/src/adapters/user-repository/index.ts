/** The port `UserRepository`: everything that Forge ever does to the repository of its user. */
import type { Control } from '#adapters/git/control.ts'
import type { UserRepository } from '#engine/ports.ts'
import { bringObjects, hasCommit, moveBranch, seeBranch } from './branch.ts'
import { turnCheckout } from './checkout.ts'
import { occupiedBy } from './in-the-way.ts'
import { lookAtCheckout } from './look.ts'

export function createUserRepository(control: Control): UserRepository {
  return {
    look: () => lookAtCheckout(control),
    branch: (name) => seeBranch(control, name),
    contains: (branch, commit) => hasCommit(control, branch, commit),
    bring: (commit) => bringObjects(control, commit),
    moveBranch: (move) => moveBranch(control, move),
    pathsInTheWay: async (from, to) => (await occupiedBy(control, { from, to })).own,
    turnCheckout: (from, to) => turnCheckout(control, from, to),
  }
}
