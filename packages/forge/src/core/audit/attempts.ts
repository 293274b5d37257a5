/** What the auditor checks about attempts: when one may start, and what may follow from its end. */
import { say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { EventOf } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import type { Phase } from '#model/phase.ts'
import { tokensOf } from '#model/tokens.ts'
import { JudgeAnswer } from '#model/verdict.ts'
import { phasesOf, reaches, type Audit, type UnitBook } from './books.ts'
import { auditCeilings } from './limits.ts'

export function auditIntended(audit: Audit, event: EventOf<'attempt.intended'>): void {
  const { books, broken } = audit
  const { path, key, task } = event
  const [id, name] = splitPath(path)
  const unit = books.units.get(id)
  const other = [...books.open].find(([, open]) => open.unit === id)
  if (other !== undefined) broken('I-11', say('audit.startedWhileOtherOpen', { path, other: other[0] }))
  if (books.keys.has(key)) broken('I-11', say('audit.keyUsedTwice', { key }))
  books.keys.add(key)
  books.open.set(path, { key, unit: id, task })
  if (unit === undefined) return broken('I-20', say('audit.startedWithoutUnit', { path, unit: id }))
  if (unit.status !== 'open')
    broken('I-20', say('audit.startedWhenUnitWas', { path, unit: id, status: say(`state.${unit.status}`) }))
  if (books.status !== 'running')
    broken('I-20', say('audit.startedWhenRunWas', { path, status: say(`state.${books.status}`) }))
  auditCeilings(audit, path, unit)
  if (task.do === 'work') auditBase(audit, unit, task.base)
  auditOrder(audit, unit, name)
}

function auditBase(audit: Audit, unit: UnitBook, base: string): void {
  for (const dependency of unit.spec.depends) {
    const merged = audit.books.units.get(dependency)?.merged
    const { id } = unit.spec
    if (merged === undefined) audit.broken('I-13', say('audit.startedBeforeDependency', { unit: id, dependency }))
    else if (!reaches(audit, base, merged.commit))
      audit.broken('I-13', say('audit.baseLacksDependency', { unit: id, base: base.slice(0, 12), dependency }))
  }
}

/** Every phase before this one passed exactly this input. Merged work is not checked again. */
function auditOrder(audit: Audit, unit: UnitBook, name: string): void {
  const phases = phasesOf(audit.books, unit)
  const at = phases.findIndex((phase) => phase.name === name)
  if (at < 0) return audit.broken('I-14', say('audit.unitHasNoPhase', { unit: unit.spec.id, phase: name }))
  const merge = phases.findIndex((phase) => phase.kind === 'git' && phase.op === 'merge')
  const from = unit.merged === undefined ? 0 : merge + 1
  for (const phase of phases.slice(from, at)) {
    if (phase.effect !== 'blocking' || isThrough(audit, unit, phase)) continue
    const path = `${unit.spec.id}/${name}`
    audit.broken('I-14', say('audit.startedBeforePhasePassed', { path, phase: phase.name }))
  }
}

function isThrough(audit: Audit, unit: UnitBook, phase: Phase): boolean {
  const { passed, passedKeys } = audit.books
  const path = `${unit.spec.id}/${phase.name}`
  const { head, candidate, plan } = unit
  switch (phase.kind) {
    case 'agent':
      if (phase.yields === 'work') return head !== undefined && passedKeys.has(head.key)
      if (phase.yields === 'plan') return passed.has(path)
      if (phase.yields === 'document') return unit.documents.has(phase.name) && passed.has(path)
      return passed.has(`${path}|${phase.judges === undefined ? head?.commit : unit.documents.get(phase.judges)}`)
    case 'gate':
      return passed.has(`${path}|${head?.commit}`)
    case 'check':
      if (phase.on === 'tip') return passed.has(path)
      return isVerified(audit, unit, phase.on === 'head' ? head?.tree : candidate?.tree)
    case 'ask':
      if (phase.about === 'gate-changes')
        return head?.lostTests === undefined
          ? !isUnanswered(audit, path, head?.tree)
          : passed.has(`${path}|${head.tree}`)
      if (phase.about === 'document') return passed.has(`${path}|${unit.documents.get(phase.judges ?? '')}`)
      return passed.has(`${path}|${phase.about === 'plan' ? plan : head?.commit}`)
    case 'git':
      return phase.op === 'merge' || passed.has(`${path}|${head?.commit}+${candidate?.tip}`)
    case 'chore':
      return passed.has(path)
  }
}

/** A check that passed on a tree counts for that tree, whichever phase ran it. */
export function isVerified({ books }: Audit, unit: UnitBook, tree: string | undefined): boolean {
  const checks = phasesOf(books, unit).filter((phase) => phase.kind === 'check')
  return checks.some((check) => books.passed.has(`${unit.spec.id}/${check.name}|${tree}`))
}

/**
 * Such a question is asked only when there is something to decide; a question about an earlier tree says nothing about
 * this one.
 */
function isUnanswered({ books }: Audit, path: string, tree: string | undefined): boolean {
  const isAsked = [...books.asked.values()].some((asked) => asked.path === path && asked.subject === tree)
  return isAsked && !books.passed.has(`${path}|${tree}`)
}

export function auditFinished({ books, broken }: Audit, event: EventOf<'attempt.finished'>): void {
  const { key, outcome, usage, durationMs } = event
  const found = [...books.open].find(([, open]) => open.key === key)
  if (found === undefined) return broken('I-11', say('audit.endedAndNotOpen', { key }))
  const [path, { unit: id, task }] = found
  books.open.delete(path)
  books.outcomes.set(key, { event, task })
  books.spent.costMicros += usage.costMicros
  books.spent.tokens += tokensOf(usage)
  books.spent.activeMs += durationMs
  const unit = books.units.get(id)
  if (unit === undefined) return
  unit.spent.costMicros += usage.costMicros
  unit.spent.tokens += tokensOf(usage)
  unit.spent.activeMs += durationMs
  if (outcome.status === 'worked') {
    const { head: commit, tree, lostTests } = outcome
    unit.head = { key, commit, tree, ...defined({ lostTests }) }
  }
  if (outcome.status === 'integrated') unit.candidate = { tip: outcome.tip, tree: outcome.tree, commit: outcome.commit }
}

export function auditVerdict(audit: Audit, event: EventOf<'verdict.given'>): void {
  const { books, broken } = audit
  if (event.verdict !== 'pass') return
  const { path, key, judged } = event
  for (const fact of [path, `${path}|${judged.subject}`]) books.passed.add(fact)
  books.passedKeys.add(key)
  const [id, name] = splitPath(path)
  const unit = books.units.get(id)
  const phase = unit === undefined ? undefined : phasesOf(books, unit).find((one) => one.name === name)
  if (phase?.kind === 'ask' || key.endsWith(':ask')) return auditYes(audit, event)
  if (phase?.kind === 'gate' || phase === undefined) return
  const ended = books.outcomes.get(key)
  if (ended === undefined) return broken('I-20', say('audit.passedAndNeverEnded', { path, key }))
  const fault = contradiction(ended, phase)
  if (fault !== undefined) broken('I-20', say('audit.passedDespiteFault', { path, fault }))
}

type Ended = Audit['books']['outcomes'] extends Map<string, infer Value> ? Value : never

function contradiction({ event, task }: Ended, phase: Phase): Said | undefined {
  const { outcome } = event
  if (outcome.status === 'failed') return say('audit.attemptFailed', { tag: outcome.failure.tag })
  if (outcome.status === 'checked') {
    const red = outcome.results.find((result) => result.exitCode !== 0)
    return red === undefined ? undefined : say('audit.checkWasRed', { name: red.name })
  }
  if (outcome.status !== 'judged' || phase.kind !== 'agent') return undefined
  const answer = JudgeAnswer.safeParse(outcome.answer)
  if (!answer.success || !('nonce' in task) || answer.data.nonce !== task.nonce) return say('audit.answerDoesNotCount')
  return phase.vocabulary[answer.data.verdict] === 'pass'
    ? undefined
    : say('audit.reviewerSaid', { verdict: answer.data.verdict })
}

/** A yes comes from a human, or lies inside what a human has approved before. */
function auditYes({ books, broken }: Audit, event: EventOf<'verdict.given'>): void {
  const isInside = event.raw === 'inside the approved envelope' && books.approved.size > 0
  if (!books.approved.has(event.key) && !isInside)
    broken('I-23', say('audit.passedWithoutApproval', { path: event.path }))
}
