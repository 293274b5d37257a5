/** What the auditor checks about graphs, approvals and merges. */
import { say } from '#messages/said.ts'
import type { EventOf } from '#model/event.ts'
import { hashOf } from '#model/digest.ts'
import type { PlannedUnit, UnitSpec } from '#model/unit.ts'
import { isVerified } from './attempts.ts'
import { phasesOf, reaches, type Audit, type UnitBook } from './books.ts'

export function auditGraph(audit: Audit, event: EventOf<'graph.changed'>): void {
  const { books } = audit
  if (event.plan !== undefined) auditExpansion(audit, event, event.plan)
  for (const spec of [...event.add, ...event.replace]) {
    books.units.set(spec.id, freshUnit(spec, books.units.get(spec.id)))
    for (const counter of books.recoveries.keys())
      if (counter.includes(` of ${spec.id}/`)) books.recoveries.delete(counter)
  }
  for (const id of event.drop) {
    const unit = books.units.get(id)
    if (unit !== undefined) unit.status = 'dropped'
  }
}

/** What a unit has used still counts for it after a re-plan. */
function freshUnit(spec: UnitSpec, old: UnitBook | undefined): UnitBook {
  return {
    spec,
    status: 'open',
    head: undefined,
    candidate: undefined,
    merged: undefined,
    plan: undefined,
    documents: new Map(),
    dispatches: old?.dispatches ?? 0,
    spent: old?.spent ?? { costMicros: 0, tokens: 0, activeMs: 0 },
  }
}

/** The units are those of a plan that passed every question about it. */
function auditExpansion({ books, broken }: Audit, event: EventOf<'graph.changed'>, hash: string): void {
  const plan = books.plans.get(hash)
  if (plan === undefined) return broken('I-23', say('audit.planNeverProposed', { hash: hash.slice(0, 12) }))
  const author = books.units.get(plan.unit)
  const asks = author === undefined ? [] : phasesOf(books, author).filter((phase) => phase.kind === 'ask')
  for (const ask of asks)
    if (ask.effect === 'blocking' && !books.passed.has(`${plan.unit}/${ask.name}|${hash}`))
      broken('I-23', say('audit.planNotApproved', { hash: hash.slice(0, 12) }))
  const planned = new Map(plan.plan.units.map((unit) => [unit.id, unit]))
  const closing = new Set((books.spec?.closing ?? []).map(({ id }) => id))
  for (const spec of [...event.add, ...event.replace])
    if (!closing.has(spec.id) && !isAsPlanned(spec, planned.get(spec.id), plan.unit))
      broken('I-23', say('audit.unitNotAsApproved', { unit: spec.id }))
}

/** A unit equals the planned one, and records its planner. */
function isAsPlanned(spec: UnitSpec, planned: PlannedUnit | undefined, author: string): boolean {
  const { template: _template, after: _after, plannedBy, ...own } = spec
  return planned !== undefined && plannedBy === author && hashOf(own) === hashOf(planned)
}

export function auditPlan({ books, broken }: Audit, event: EventOf<'plan.proposed'>): void {
  if (hashOf(event.plan) !== event.hash)
    broken('I-23', say('audit.planDiffersFromHash', { unit: event.unit, hash: event.hash.slice(0, 12) }))
  books.plans.set(event.hash, event)
  const unit = books.units.get(event.unit)
  if (unit === undefined) return
  unit.plan = event.hash
  unit.status = 'open'
}

export function auditAnswer({ books, broken }: Audit, event: EventOf<'question.answered'>): void {
  const { key, answer, subject } = event
  const asked = books.asked.get(key)
  if (asked === undefined) broken('I-23', say('audit.answeredNeverAsked', { key }))
  else if (asked.subject !== subject) broken('I-23', say('audit.answeredSomethingElse', { key }))
  if (answer === 'approve') books.approved.add(key)
}

export function auditMerged(audit: Audit, event: EventOf<'unit.merged'>): void {
  const { books, broken, history } = audit
  const { unit: id, commit, trailer } = event
  const unit = books.units.get(id)
  if (unit === undefined) return broken('I-20', say('audit.mergedUnknownUnit', { unit: id }))
  if (unit.status !== 'open')
    broken('I-20', say('audit.mergedWhenUnitWas', { unit: id, status: say(`state.${unit.status}`) }))
  if (unit.merged !== undefined) broken('I-26', say('audit.mergedTwice', { unit: id }))
  if (trailer !== `Forge-Merge: ${books.run}/${id}@${trailer.split('@').at(-1)}`)
    broken('I-26', say('audit.mergeHasOtherTrailer', { unit: id, trailer }))
  unit.merged = { commit, trailer }
  const fact = history.commit(commit)
  if (fact === undefined)
    return broken('I-26', say('audit.mergeDoesNotExist', { unit: id, commit: commit.slice(0, 12) }))
  auditContent(audit, unit, { tree: fact.tree, head: fact.parents.at(-1) })
}

/** The merged commit is made of the reviewed head, and its tree was verified. */
function auditContent(audit: Audit, unit: UnitBook, merged: { tree: string; head: string | undefined }): void {
  const { books, broken } = audit
  const { id } = unit.spec
  const phases = phasesOf(books, unit).filter((phase) => phase.effect === 'blocking')
  const isChecked = phases.some((phase) => phase.kind === 'check')
  if (isChecked && !isVerified(audit, unit, merged.tree))
    broken('I-19', say('audit.mergedTreeNotVerified', { unit: id }))
  if (merged.head !== unit.head?.commit) broken('I-19', say('audit.mergedFromOtherHead', { unit: id }))
  const reviews = phases.filter(
    (phase) => phase.kind === 'agent' && phase.yields === 'verdict' && phase.judges === undefined,
  )
  for (const { name } of reviews)
    if (!books.passed.has(`${id}/${name}|${merged.head}`))
      broken('I-20', say('audit.mergedWithoutYes', { unit: id, phase: name }))
}

export function auditSynced(audit: Audit, event: EventOf<'base.synced'>): void {
  const { history, broken } = audit
  const integration = history.integration()
  if (integration !== undefined && !reaches(audit, integration, event.tip))
    broken('I-26', say('audit.syncedBaseNotIntegrated', { tip: event.tip.slice(0, 12) }))
}
