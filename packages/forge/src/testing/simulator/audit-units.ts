/** What the auditor asks of graphs, approvals, merges and ends. */
import type { EventOf } from '#model/event.ts'
import type { Levels } from '#model/quota.ts'
import { filesAt, isAncestor } from './git.ts'
import type { Audit } from './books.ts'
import { shapes, type Shape } from './shape.ts'

export function auditAnswer({ books, machine }: Audit, event: EventOf<'question.answered'>): void {
  if (event.by.kind !== 'operator') machine.watch.violated('I-23', 'somebody else than a human answered')
  if (event.answer === 'approve') books.approvedPlans.add(event.subject)
  if (event.answer === 'reject' && event.key.includes('/gate-changes#')) machine.watch.reached('changed gates refused')
}

export function auditGraph({ books, machine }: Audit, event: EventOf<'graph.changed'>): void {
  if (event.unit !== undefined) books.planners.add(event.unit)
  const { approval, workers }: Shape = shapes[machine.scenario.shape]
  const isApproved =
    event.plan === undefined ||
    books.approvedPlans.has(event.plan) ||
    books.passed.has(`${event.unit}/${approval}|${event.plan}`)
  if (!isApproved) machine.watch.violated('I-23', 'a plan that nobody approved was expanded')
  for (const spec of [...event.add, ...event.replace]) {
    books.units.set(spec.id, 'open')
    books.writes.set(spec.id, workers.includes(spec.template) ? spec.writes : [])
    books.depends.set(spec.id, spec.depends)
    books.after.set(spec.id, spec.after)
    books.working.delete(spec.id)
    books.heads.delete(spec.id)
    for (const counter of books.recoveries.keys())
      if (counter.includes(` of ${spec.id}/`)) books.recoveries.delete(counter)
  }
  for (const id of event.drop) books.units.set(id, 'dropped')
  if (event.drop.length > 0) machine.watch.reached('approved unit dropped by a decision')
  if (event.unit !== undefined && books.planners.size > 1) machine.watch.reached('plans of several planners in one run')
  if (event.replace.length > 0) machine.watch.reached('plan edited after approval')
}

export function auditMerged({ books, machine }: Audit, event: EventOf<'unit.merged'>): void {
  const broken = machine.watch.violated
  if (books.merged.has(event.unit)) broken('I-26', `unit ${event.unit} merged twice`)
  if (books.units.get(event.unit) !== 'open') broken('I-20', `a ${books.units.get(event.unit)} unit was merged`)
  if (machine.scenario.shape === 'sprint') machine.watch.reached('task of a sprint committed')
  if (machine.scenario.shape === 'bug') machine.watch.reached('bug fixed')
  books.merged.set(event.unit, { commit: event.commit, trailer: event.trailer })
  const tip = machine.repository.refs.get('refs/forge/sim/integration')
  if (tip === undefined || !isAncestor(machine.repository, event.commit, tip))
    broken('I-26', `the merge of ${event.unit} is not on the integration ref`)
  const lines = [...filesAt(machine.repository, event.commit).values()].join('\n').split('\n')
  if (lines.some((line) => line.startsWith('DEFECT'))) broken('F-15', `a defect was merged with ${event.unit}`)
}

/** The base that was brought is on the ref, with everything that was merged before, and nothing broken came with it. */
export function auditSynced({ books, machine }: Audit, event: EventOf<'base.synced'>): void {
  const { repository, watch } = machine
  const tip = repository.refs.get('refs/forge/sim/integration')
  if (event.by.kind !== 'operator') watch.violated('I-23', 'somebody else than a human moved the base')
  if (tip === undefined || !isAncestor(repository, event.tip, tip))
    watch.violated('I-26', 'the synced tip is not on the integration ref')
  if (!isAncestor(repository, event.base, event.tip)) watch.violated('I-19', 'the synced tip lacks the base')
  for (const [unit, { commit }] of books.merged)
    if (!isAncestor(repository, commit, event.tip)) watch.violated('I-26', `the sync lost the merge of ${unit}`)
  const lines = [...filesAt(repository, event.tip).values()].join('\n').split('\n')
  if (lines.some((line) => line.startsWith('DEFECT'))) watch.violated('I-19', 'a base was synced that is red')
  if ([...books.units.values()].includes('open') && books.open.size > 0)
    watch.reached('synced while units were at work')
  if (books.merged.size > 0) watch.reached('synced onto merged work')
}

export function auditStopped({ books, machine }: Audit, event: EventOf<'run.stopped'>): void {
  books.status = 'stopped'
  if (event.remedy.hint === '') machine.watch.violated('R-47', 'a stop without a way forward')
  if (event.remedy.word === 'raise') machine.watch.reached('run stopped at a ceiling')
  if (event.rule === 'stop-without-agent') machine.watch.reached('run stopped without an agent')
  if (event.reason.includes('somebody else moved it')) machine.watch.reached('run stopped at a foreign ref')
}

export function auditFinish({ books, machine }: Audit, event: EventOf<'run.finished'>): void {
  books.status = 'finished'
  if (books.open.size > 0) machine.watch.violated('finish', `finished with ${books.open.size} open attempts`)
  if (event.reason.includes('held back')) machine.watch.reached('unit held back by a stopped one')
}

/**
 * What was told last about how full the windows of accounts are, whoever was told. Two agents may tell two things of one
 * window at the same instant, and nobody can say which was the later: Forge may believe either, so only what both say counts.
 */
export function noteLevels({ books }: Audit, account: string, levels: Levels): void {
  for (const [window, level] of Object.entries(levels)) {
    const known = books.levels.get(`${account} ${window}`)
    const isLess = known?.at === level.at && level.percent < known.percent
    if (known === undefined || level.at > known.at || isLess) books.levels.set(`${account} ${window}`, level)
  }
}

export function closeGate({ books }: Audit, account: string, until: number): void {
  if (until > (books.gatesSeen.get(account) ?? 0)) {
    books.gates.set(account, until)
    books.gatesSeen.set(account, until)
  }
}

export function auditTimer({ books }: Audit, event: EventOf<'timer.fired'>): void {
  for (const [account, until] of books.gates)
    if (event.key.endsWith(`/${account}@${until}`)) books.gates.delete(account)
}
