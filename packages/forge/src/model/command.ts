/** What the outbox offers: plain values, no closures, no paths of the process. Offering one twice is harmless. */
import type { Task } from '#model/attempt.ts'
import type { Key, NodePath, Oid, RepoPath } from '#model/ids.ts'
import type { LandingPlan } from '#model/landing.ts'
import type { Levels } from '#model/quota.ts'
import type { Question } from '#model/question.ts'

export type Command =
  | { readonly kind: 'attempt'; readonly key: Key; readonly path: NodePath; readonly task: Task }
  /** Interrupt the performance of `target`; its outcome is `interrupted`. */
  | { readonly kind: 'stop'; readonly key: Key; readonly target: Key }
  | { readonly kind: 'ask'; readonly key: Key; readonly question: Question }
  /** Tidy the trees of a run that has ended, except those of these units. */
  | { readonly kind: 'tidy'; readonly key: Key; readonly keep: readonly string[] }
  /** Move the branch that shows the run in the user's repository. */
  | { readonly kind: 'publish'; readonly key: Key; readonly commit: Oid }
  /** Fast-forward a branch of the user, with the checkout and the index. */
  | ({ readonly kind: 'land'; readonly key: Key } & Readonly<LandingPlan>)
  | { readonly kind: 'timer'; readonly key: Key; readonly dueAt: number }
  /** Send the host stream what this run wants. */
  | { readonly kind: 'claim'; readonly key: Key; readonly slots: number; readonly writes: readonly RepoPath[] }
  /** Send the host stream that an account is limited. */
  | { readonly kind: 'gate'; readonly key: Key; readonly account: string; readonly until: number }
  /** Send the host stream how full the windows of an account are. */
  | { readonly kind: 'fill'; readonly key: Key; readonly account: string; readonly levels: Levels }
  /** Send a run its grant (from the host stream). */
  | { readonly kind: 'grant'; readonly key: Key; readonly run: string; readonly grant: Grant }

export interface Grant {
  readonly serial: number
  readonly slots: number
  readonly contested: readonly RepoPath[]
  readonly gates: Readonly<Record<string, number>>
  readonly used?: Readonly<Record<string, Levels>>
  readonly floor: 'ok' | 'low'
  readonly answers?: Key
}
