/** The inputs of the auditor besides the journal, and its answer: plain values, read by its caller. */
import { say, type Said } from '#messages/said.ts'
import type { Oid } from '#model/ids.ts'

export interface CommitFact {
  readonly oid: Oid
  readonly tree: Oid
  readonly parents: readonly Oid[]
  /** Lines of its message that begin with `Forge-Merge: `. */
  readonly trailers: readonly string[]
}

/** History, as far as the auditor can query it while it reads the journal. */
export interface History {
  commit(oid: Oid): Pick<CommitFact, 'tree' | 'parents'> | undefined
  integration(): Oid | undefined
}

export interface GitFacts {
  /** Every commit that refs of this run reach in the control repository and the commit it started from does not. */
  readonly commits: readonly CommitFact[]
  readonly integration: Oid | undefined
  /** The branch that shows the run in the user's repository, if it exists. */
  readonly published:
    | { readonly branch: string; readonly tip: Oid; readonly commits: readonly CommitFact[] }
    | undefined
  readonly userRefs: readonly { readonly name: string; readonly oid: Oid }[]
  /** Moves of the user's branches that the reflog ascribes to Forge for this run. */
  readonly moves: readonly {
    readonly branch: string
    readonly old: Oid
    readonly next: Oid
    readonly what: 'published' | 'landed'
  }[]
  /** Trees of the run that exist. */
  readonly trees: readonly string[]
}

/** The audited invariants, in the order in which they are reported. */
export const invariants = {
  'I-1': say('invariant.entriesInOrder'),
  'I-3': say('invariant.entriesChainHashes'),
  'I-11': say('invariant.oneOpenAttempt'),
  'I-13': say('invariant.dependenciesMergedFirst'),
  'I-14': say('invariant.phasesInOrder'),
  'I-19': say('invariant.mergedIsVerified'),
  'I-20': say('invariant.refusedIsNotMerged'),
  'I-23': say('invariant.approvalsAreOfHumans'),
  'I-26': say('invariant.mergedExactlyOnce'),
  'I-27': say('invariant.repositoryLeftAlone'),
  'I-28': say('invariant.noTreeLeft'),
  'I-31': say('invariant.limitsKept'),
  'I-41': say('invariant.approvedScopeKept'),
  'I-42': say('invariant.trustedByHuman'),
} as const
export type InvariantId = keyof typeof invariants

export interface Violation {
  readonly id: InvariantId
  readonly detail: Said
}
