/** What the auditor checks about git and the trees, once it has read the whole journal. */
import { say } from '#messages/said.ts'
import type { Oid } from '#model/ids.ts'
import { auditMoves } from './landing.ts'
import { reaches, type Audit, type UnitBook, type WorldAudit } from './books.ts'
import type { CommitFact } from './facts.ts'
import { auditTips } from './tips.ts'

export function auditWorld(audit: WorldAudit): void {
  auditIntegration(audit)
  auditTips(audit)
  auditPublished(audit)
  auditUserRefs(audit)
  auditMoves(audit)
  auditTrees(audit)
}

function mergedUnits({ books }: Audit): readonly { id: string; commit: Oid; trailer: string }[] {
  return [...books.units].flatMap(([id, { merged }]: [string, UnitBook]) =>
    merged === undefined ? [] : [{ id, ...merged }],
  )
}

/** I-26: one commit for each merge, and a fact for each commit; a merge in progress may lack its fact. */
function auditIntegration(audit: WorldAudit): void {
  const { git, books, broken } = audit
  const merged = mergedUnits(audit)
  if (git.integration === undefined) {
    if (merged.length > 0) broken('I-26', say('audit.integrationRefGone'))
    return
  }
  const tip = git.integration
  const found = trailersOf(git.commits.filter(({ oid }) => reaches(audit, tip, oid)))
  for (const { id, commit, trailer } of merged) {
    const commits = found.get(trailer) ?? []
    if (commits.length !== 1)
      broken('I-26', say('audit.integrationTrailerRepeated', { count: commits.length, trailer }))
    else if (commits[0] !== commit) broken('I-26', say('audit.journalNamesOtherMerge', { unit: id }))
  }
  const known = new Set(merged.map(({ trailer }) => trailer))
  for (const { task } of books.open.values()) if (task.do === 'merge') known.add(task.trailer)
  for (const trailer of found.keys())
    if (!known.has(trailer)) broken('I-26', say('audit.trailerNotInJournal', { trailer }))
}

/** The branch may lag behind a working run; it never has a merge twice, and at the end it has all. */
function auditPublished(audit: WorldAudit): void {
  const { git, books, broken } = audit
  if (git.published === undefined) return
  const { branch, commits } = git.published
  const found = trailersOf(commits)
  const isWhole = books.status === 'finished' && books.kept !== undefined
  for (const { trailer } of mergedUnits(audit)) {
    const count = found.get(trailer)?.length ?? 0
    if (count > 1 || (count === 0 && isWhole))
      broken('I-26', say('audit.branchTrailerRepeated', { count, branch, trailer }))
  }
}

function trailersOf(commits: readonly CommitFact[]): Map<string, Oid[]> {
  const found = new Map<string, Oid[]>()
  for (const { oid, trailers } of commits)
    for (const trailer of trailers) found.set(trailer, [...(found.get(trailer) ?? []), oid])
  return found
}

/** I-27, as far as refs show: nothing in Forge's own name space, and nothing on commits that Forge never published. */
function auditUserRefs(audit: WorldAudit): void {
  const { git, history, books, broken } = audit
  const tip = git.integration
  for (const { name, oid } of git.userRefs) {
    if (name.startsWith('refs/forge/')) broken('I-27', say('audit.refInYourRepository', { name }))
    if (name.startsWith('refs/heads/forge/') || name === `refs/heads/forge-${books.run}`) continue
    const isShown = tip !== undefined && reaches(audit, tip, oid)
    if (history.commit(oid) !== undefined && !isShown)
      broken('I-27', say('audit.refOnUnknownCommit', { name, oid: oid.slice(0, 12) }))
  }
}

function auditTrees({ git, books, broken }: WorldAudit): void {
  for (const tree of git.trees) {
    const [, kind, ...rest] = tree.split('.')
    const id = rest.join('.')
    const unit = kind === 'unit' ? books.units.get(id) : undefined
    const isDone = unit?.merged !== undefined && unit.status === 'done'
    const isLeft = books.status === 'finished' && books.kept !== undefined && !books.kept.includes(id)
    if (isDone || isLeft) broken('I-28', say('audit.treeStillThere', { tree }))
  }
}
