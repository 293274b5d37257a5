/** Oracles of the user's repository: they check each effect of Forge on it the moment it happens (I-27). */
import type { Books } from './books.ts'
import { differenceFrom } from './checkout.ts'
import { disturbPublishing } from './disturb.ts'
import { filesAt, isAncestor } from './git.ts'
import { run, type Machine } from './machine.ts'

export interface UserOracles {
  onMoveBranch(branch: string, old: string | undefined, next: string): void
  onBring(): void
  onTurn(from: string, to: string): void
}

/**
 * A process that was overtaken may still act on an intent that has ended meanwhile: then only its effect is checked.
 */
export function userOracles(machine: Machine, books: Books): UserOracles {
  const { repository, watch, scenario } = machine
  const isOvertaken = scenario.faults.has('frozen-driver')
  return {
    onMoveBranch(branch, old, next) {
      if (old !== undefined && !isAncestor(repository, old, next))
        watch.violated('I-27', `${branch} lost commits that it had`)
      const { open } = books.publishing
      const landing = books.landing.open
      if (branch === `forge/${run}`) {
        if (open?.commit !== next && !isOvertaken) watch.violated('D1', `${branch} was moved without a durable intent`)
      } else if (branch !== landing?.branch || landing.from !== old || landing.to !== next)
        watch.violated('I-27', `${branch} was moved without a landing`)
      else if (differenceFrom(machine.checkout, filesAt(repository, next)).length > 0)
        watch.violated('I-27', `${branch} was moved before the checkout`)
    },
    onBring: () => disturbPublishing(machine),
    onTurn(from, to) {
      const landing = books.landing.open
      const isThis = landing !== undefined && [from, to].toString() === [landing.from, landing.to].toString()
      const isBack = landing !== undefined && [to, from].toString() === [landing.from, landing.to].toString()
      if (!isThis && !isBack && !isOvertaken) watch.violated('I-27', 'the checkout was turned without a landing')
    },
  }
}
