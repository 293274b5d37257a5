/** Where the journal places the integration ref, and every commit that it names for it (I-19). */
import type { Event } from '#model/event.ts'
import type { Oid } from '#model/ids.ts'

export interface TipBook {
  /** Where the journal places the ref, and where merges and syncs that began since then would move it. */
  tip: Oid | undefined
  promised: readonly Oid[]
  readonly named: Set<Oid>
  /** The user's commits that the run was synced to: what is beneath them is the user's. */
  readonly brought: Set<Oid>
}

export function createTips(): TipBook {
  return { tip: undefined, promised: [], named: new Set(), brought: new Set() }
}

export function noteTip(tips: TipBook, event: Event): void {
  if (event.type === 'run.created') arrive(tips, event.spec.base)
  if (event.type === 'unit.merged') arrive(tips, event.commit)
  if (event.type === 'base.synced') arrive(tips, event.tip)
  if (event.type === 'attempt.intended' && event.task.do === 'merge') promise(tips, event.task.commit)
  if (event.type === 'syncing.intended') {
    if (event.tip === event.base) tips.brought.add(event.tip)
    promise(tips, event.tip)
  }
  if (event.type === 'attempt.finished' && event.outcome.status === 'failed' && event.outcome.failure.tag === 'moved') {
    const { tip } = event.outcome.failure
    if (tip !== tips.tip && tips.promised.includes(tip)) arrive(tips, tip)
  }
}

function promise(tips: TipBook, commit: Oid): void {
  tips.promised = [...tips.promised, commit]
  tips.named.add(commit)
}

function arrive(tips: TipBook, commit: Oid): void {
  tips.tip = commit
  tips.promised = []
  tips.named.add(commit)
}
