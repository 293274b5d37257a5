/** What the auditor is given besides the journal, and what it answers: plain values, read by somebody else. */
import type { Oid } from '#model/ids.ts'

export interface CommitFact {
  readonly oid: Oid
  readonly tree: Oid
  readonly parents: readonly Oid[]
  /** Lines of its message that begin with `Forge-Merge: `. */
  readonly trailers: readonly string[]
}

/** History, as far as it can be asked while the journal is read. */
export interface History {
  commit(oid: Oid): Pick<CommitFact, 'tree' | 'parents'> | undefined
  integration(): Oid | undefined
}

export interface GitFacts {
  /** Every commit that refs of this run reach in the control repository and the commit it started from does not. */
  readonly commits: readonly CommitFact[]
  readonly integration: Oid | undefined
  /** The branch that shows the run in the user's repository, if it is there. */
  readonly published:
    | { readonly branch: string; readonly tip: Oid; readonly commits: readonly CommitFact[] }
    | undefined
  readonly userRefs: readonly { readonly name: string; readonly oid: Oid }[]
  /** Moves of the user's branches whose reflog says that Forge made them for this run. */
  readonly moves: readonly {
    readonly branch: string
    readonly old: Oid
    readonly next: Oid
    readonly what: 'published' | 'landed'
  }[]
  /** Trees of the run that exist. */
  readonly trees: readonly string[]
}

/** What is audited, in the order in which it is told. */
export const invariants = {
  'I-1': 'entries are numbered 1 to n, and epochs never go back',
  'I-3': 'every entry carries the hash of the one before it',
  'I-11': 'a unit has at most one open attempt',
  'I-13': 'no unit starts before what it depends on is merged and in its base',
  'I-14': 'no phase starts before those in front of it have passed for the same input',
  'I-19': 'what is merged is what was verified and reviewed',
  'I-20': 'nothing that was refused is merged, and no two facts contradict each other',
  'I-23': 'approvals are of humans, and of exactly what was then done',
  'I-26': 'each merged unit is in the history exactly once',
  'I-27': 'Forge moved nothing in your repository but its own branches and what was landed',
  'I-28': 'no tree of a merged unit is left',
  'I-31': 'no counter has passed its limit',
  'I-41': 'approved scope is done, stopped, or dropped by a decision, and no plan takes the units of another',
  'I-42': 'what the repository brings was used on the trust of a human, on record before anything ran',
} as const
export type InvariantId = keyof typeof invariants

export interface Violation {
  readonly id: InvariantId
  readonly detail: string
}
