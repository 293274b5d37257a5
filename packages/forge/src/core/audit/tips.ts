/**
 * I-19, as far as the integration ref tells: the journal names every commit before the ref is moved there. What else stands on
 * it was put there by somebody else, and nobody verified or reviewed it.
 */
import type { Event } from '#model/event.ts'
import type { Oid } from '#model/ids.ts'
import type { Audit } from './books.ts'

export interface TipBook {
  /** Where the journal has the ref, and where a merge or a sync that began would move it. */
  tip: Oid | undefined
  promised: readonly Oid[]
  readonly named: Set<Oid>
  /** Commits of the user's that the run went forward to: what is beneath them is theirs. */
  readonly brought: Set<Oid>
}

export function createTips(): TipBook {
  return { tip: undefined, promised: [], named: new Set(), brought: new Set() }
}

export function noteTip(tips: TipBook, event: Event): void {
  switch (event.type) {
    case 'run.created':
      return arrive(tips, event.spec.base)
    case 'attempt.intended':
      return event.task.do === 'merge' ? promise(tips, event.task.commit) : undefined
    case 'syncing.intended':
      if (event.tip === event.base) tips.brought.add(event.tip)
      return promise(tips, event.tip)
    case 'attempt.finished':
      if (event.outcome.status !== 'failed' || event.outcome.failure.tag !== 'moved') return
      return event.outcome.failure.tip !== tips.tip && tips.promised.includes(event.outcome.failure.tip)
        ? arrive(tips, event.outcome.failure.tip)
        : undefined
    case 'unit.merged':
      return arrive(tips, event.commit)
    case 'base.synced':
      return arrive(tips, event.tip)
    default:
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

/** From the tip down its first parents, to where the run began or to what the user brought. */
export function auditTips({ books, git, commits, broken }: Audit): void {
  const { tip, promised, named, brought } = books.tips
  const found = git.integration
  if (found === undefined || tip === undefined) return
  if (found !== tip && !promised.includes(found))
    broken('I-19', `the integration ref is at ${found.slice(0, 12)}, and the journal has it at ${tip.slice(0, 12)}`)
  for (let at: Oid | undefined = found; at !== undefined; at = commits.get(at)?.parents[0]) {
    if (!commits.has(at) || brought.has(at)) return
    if (!named.has(at)) broken('I-19', `${at.slice(0, 12)} is on the integration ref, and the journal never named it`)
  }
}
