/**
 * Why Forge refuses a landing here: decided from the observed repository of the user, in the order in which a user
 * fixes it.
 */
import { raw, truncated } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { CheckoutSight, LandingRefused } from '#model/landing.ts'

type Refused = Omit<LandingRefused, 'status'>

/** Whether this checkout can land on that branch; undefined branch: whichever is checked out. */
export function whyNotHere(sight: CheckoutSight, branch: string | undefined): LandingRefused | undefined {
  if (sight.branch === undefined) return refuse({ code: 'detached-head' })
  if (branch !== undefined && branch !== sight.branch) return refuse({ code: 'other-branch', about: raw(sight.branch) })
  if (sight.isSparse) return refuse({ code: 'sparse-checkout' })
  return sight.filter === undefined ? undefined : refuse({ code: 'filters', about: raw(sight.filter) })
}

/** Whether the user is in the middle of a git operation; checked once there is something to land. */
export function whyNotNow({ unfinished }: CheckoutSight): LandingRefused | undefined {
  return unfinished === undefined ? undefined : refuse({ code: 'in-progress', about: unfinished })
}

export function refuse({ about, paths, ...refused }: Refused): LandingRefused {
  return {
    status: 'refused',
    ...refused,
    ...(about === undefined ? {} : { about: truncated(about, 1000) }),
    ...defined({ paths: paths?.slice(0, 200) }),
  }
}
