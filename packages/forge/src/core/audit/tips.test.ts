import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import type { Event } from '#model/event.ts'
import { oidOf } from '#testing/builders/index.ts'
import { createBooks, historyIn } from './books.ts'
import type { CommitFact } from './facts.ts'
import { noteTip } from './tip-book.ts'
import { auditTips } from './tips.ts'

const [base, one, two, evil, theirs] = [oidOf('base'), oidOf('one'), oidOf('two'), oidOf('evil'), oidOf('theirs')]

const created = { type: 'run.created', spec: { base } }
const intended = (commit: string): unknown => ({ type: 'attempt.intended', task: { do: 'merge', commit } })
const merged = (commit: string): unknown => ({ type: 'unit.merged', commit })
const commit = (oid: string, ...parents: string[]): CommitFact => ({ oid, tree: oid, parents, trailers: [] })

function found(events: readonly unknown[], commits: readonly CommitFact[], integration: string): readonly string[] {
  const git = { commits, integration, published: undefined, userRefs: [], moves: [], trees: [] }
  const [books, violations] = [createBooks(), new Array<string>()]
  for (const event of [created, ...events]) noteTip(books.tips, event as Event)
  auditTips({
    books,
    history: historyIn(git),
    broken: (id, detail) => void violations.push(`${id} ${render(detail, 'en')}`),
    git,
  })
  return violations
}

describe('the auditor walks the integration ref from its tip to the base', () => {
  const both = [intended(one), merged(one), intended(two), merged(two)]

  it('I-19 finds nothing where every commit was named', () => {
    expect(found(both, [commit(two, one), commit(one, base)], two)).toEqual([])
    // A merge in progress, before and after the ref was moved.
    expect(found([intended(one)], [], base)).toEqual([])
    expect(found([intended(one)], [commit(one, base)], one)).toEqual([])
  })

  it('I-19 finds a commit that somebody put beneath a merge', () => {
    const commits = [commit(two, evil), commit(evil, one), commit(one, base)]
    expect(found(both, commits, two)).toEqual([
      `I-19 ${evil.slice(0, 12)} is on the integration ref, but the journal does not record it`,
    ])
  })

  it('I-19 finds a ref that stands above or below what the journal has', () => {
    expect(found([intended(one), merged(one)], [commit(evil, one), commit(one, base)], evil)).toHaveLength(2)
    expect(found(both, [commit(one, base)], one)).toEqual([
      `I-19 the integration ref is at ${one.slice(0, 12)}, but the journal records ${two.slice(0, 12)}`,
    ])
  })

  it('I-19 asks nothing of what the user brought', () => {
    const synced = ['syncing.intended', 'base.synced'].map((type) => ({ type, tip: theirs, base: theirs }))
    expect(found(synced, [commit(theirs, oidOf('older')), commit(oidOf('older'), base)], theirs)).toEqual([])
  })
})
