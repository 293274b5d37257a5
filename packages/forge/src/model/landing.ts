/** From merged work to the user's repository: the branch that shows it, and the landing on a branch of the user. */
import { z } from 'zod'
import { Oid, RepoPath } from '#model/ids.ts'
import { Said } from '#model/said.ts'

export const BranchName = z.string().min(1).max(500)

/** `diverged`: it holds commits that Forge did not make. `checked-out`: moving it would change the user's checkout. */
export const PublishEnd = z.enum(['published', 'diverged', 'checked-out', 'locked'])
export type PublishEnd = z.infer<typeof PublishEnd>

/** Where Forge's own repository is: shown to people, who may have to put a ref of it back. */
export const RepositoryPlace = z.string().min(1).max(4096)

/** Where the integration ref was found. */
export const RefSeen = z.strictObject({ tip: Oid, repository: RepositoryPlace.optional() })
export type RefSeen = z.infer<typeof RefSeen>

/** What a landing does: the branch moves from one commit to another, which holds the merged work up to `tip`. */
export const LandingPlan = z.strictObject({ branch: BranchName, from: Oid, to: Oid, tip: Oid })
export type LandingPlan = z.infer<typeof LandingPlan>

/** Why a landing was refused; nothing of the user's was touched. */
export const LandingRefused = z.strictObject({
  status: z.literal('refused'),
  code: z.enum([
    'detached-head',
    'other-branch',
    'sparse-checkout',
    'filters',
    'in-progress',
    'branch-moved',
    'dirty',
    'not-published',
    'foreign-ref',
    'git-refused',
  ]),
  /** The subject of the code: a branch, a filter, an operation in progress, a message of git. */
  about: Said.optional(),
  /** `not-published`: why the branch does not show the merged work. */
  end: PublishEnd.optional(),
  /** `foreign-ref`: how a human fixes it. */
  hint: Said.optional(),
  /** `dirty`: files of the user at paths that the run changed. */
  paths: z.array(RepoPath).max(200).optional(),
})
export type LandingRefused = z.infer<typeof LandingRefused>

export const LandingEnd = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('landed') }),
  LandingRefused,
])
export type LandingEnd = z.infer<typeof LandingEnd>

/** The observed checkout of the user, for a landing. */
export interface CheckoutSight {
  /** undefined: HEAD is detached. */
  readonly branch: string | undefined
  readonly head: Oid
  readonly isSparse: boolean
  /** A filter that files of the checkout go through; Forge runs none. */
  readonly filter: string | undefined
  /** The user's unfinished operation: `a merge`, `a rebase`, `another git command`. */
  readonly unfinished: Said | undefined
}
