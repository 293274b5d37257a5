/** The auditor's checks of merges, syncs and stops beyond the journal: refs and files must match the events. */
import { render } from '#messages/render.ts'
import type { Event, EventOf } from '#model/event.ts'
import { filesAt, isAncestor } from './git.ts'
import type { Audit } from './books.ts'

export function noteUnits({ books }: Audit, event: Event): void {
  if (event.type === 'tidying.intended' || event.type === 'unit.reopened') books.tidied = false
  if (event.type === 'tidying.finished') books.tidied = true
  // It holds no paths any more; when reopened or replaced, it starts anew.
  if (event.type === 'unit.stopped') books.working.delete(event.unit)
  if (event.type !== 'graph.changed') return
  for (const { id } of [...event.add, ...event.replace]) books.working.delete(id)
  if (event.unit !== undefined) books.planners.add(event.unit)
}

export function auditMerged({ machine }: Audit, event: EventOf<'unit.merged'>): void {
  const { repository, watch } = machine
  const tip = repository.refs.get('refs/forge/sim/integration')
  if (tip === undefined || !isAncestor(repository, event.commit, tip))
    watch.violated('I-26', `the merge of ${event.unit} is not on the integration ref`)
  if (isDefective(machine, event.commit)) watch.violated('F-15', `a defect was merged with ${event.unit}`)
}

/** The synced base contains everything that was merged before, and nothing broken came with it. */
export function auditSynced({ books, machine }: Audit, event: EventOf<'base.synced'>): void {
  const { repository, watch } = machine
  if (!isAncestor(repository, event.base, event.tip)) watch.violated('I-19', 'the synced tip lacks the base')
  for (const [unit, { merged }] of books.journal.units)
    if (merged !== undefined && !isAncestor(repository, merged.commit, event.tip))
      watch.violated('I-26', `the sync lost the merge of ${unit}`)
  if (isDefective(machine, event.tip)) watch.violated('I-19', 'a base was synced that is red')
}

function isDefective({ repository }: Audit['machine'], commit: string): boolean {
  const lines = [...filesAt(repository, commit).values()].join('\n').split('\n')
  return lines.some((line) => line.startsWith('DEFECT'))
}

export function auditStopped({ machine }: Audit, event: EventOf<'run.stopped'>): void {
  if (render(event.remedy.hint, 'en') === '') machine.watch.violated('R-47', 'a stop without a way forward')
}
