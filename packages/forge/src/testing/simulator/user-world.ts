/** The port `UserRepository` of one simulated process. */
import type { UserRepository } from '#engine/ports.ts'
import { hasObjects, inTheWay, turn } from './checkout.ts'
import { filesAt, isAncestor } from './git.ts'
import type { Machine } from './machine.ts'
import type { Process } from './process.ts'

export const checkedOut = 'main'

export function userOf(machine: Machine, process: Process): UserRepository {
  const { repository, checkout, watch } = machine
  const at = (branch: string): string | undefined => repository.refs.get(`refs/heads/${branch}`)
  const turnOf = (from: string, to: string) => ({ from: filesAt(repository, from), to: filesAt(repository, to) })
  return {
    look: () =>
      process.call('look-at-user', () => ({
        branch: checkedOut,
        head: at(checkedOut) ?? machine.base,
        isSparse: false,
        filter: undefined,
        unfinished: undefined,
      })),
    branch: (name) => process.call('see-branch', () => ({ at: at(name), isCheckedOut: name === checkedOut })),
    contains: (branch, commit) =>
      process.call('contains', () => {
        const tip = at(branch)
        return tip !== undefined && isAncestor(repository, commit, tip)
      }),
    bring: (commit) =>
      process.call('bring', () => {
        checkout.objects.add(commit)
        watch.onBring(commit)
      }),
    moveBranch: ({ branch, next, old }) =>
      process.call(`move ${branch}`, () => {
        const isLocked = machine.scenario.locks && !machine.healed && machine.random.chance(0.1)
        if (isLocked) return { locked: `refs/heads/${branch}.lock` }
        const found = at(branch)
        if (found !== old) return 'elsewhere'
        if (!hasObjects(checkout, repository, next))
          watch.violated('I-27', `${branch} was moved before its objects came`)
        repository.refs.set(`refs/heads/${branch}`, next)
        watch.onMoveBranch(branch, found, next)
        return 'moved'
      }),
    pathsInTheWay: (from, to) => process.call('in-the-way', () => inTheWay(checkout, turnOf(from, to))),
    turnCheckout: (from, to) =>
      process.call(
        'turn-checkout',
        () => {
          const paths = inTheWay(checkout, turnOf(from, to))
          if (paths.length > 0) return { inTheWay: paths }
          turn(checkout, turnOf(from, to), 'whole')
          watch.onTurn(from, to)
          return 'turned'
        },
        () => {
          if (inTheWay(checkout, turnOf(from, to)).length > 0) return
          turn(checkout, turnOf(from, to), 'torn')
          watch.reached('torn checkout')
          watch.onTurn(from, to)
        },
      ),
  }
}
