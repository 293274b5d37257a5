/** What may run at once, told again in other words: an oracle that shares no code with the scheduler. */
import type { RunState } from '#core/state/state.ts'
import type { Event } from '#model/event.ts'
import type { World } from './world.ts'
import { trail } from './world.ts'

/** A unit is in work from its first attempt until it is merged, ends, or is begun anew. */
export type InWork = ReadonlySet<string>

export interface Moment {
  readonly event: Event
  readonly before: RunState
  readonly after: RunState
  readonly inWork: InWork
}

export function* moments(world: World): Generator<Moment> {
  const inWork = new Set<string>()
  for (const { event, before, after } of trail(world)) {
    if (event.type === 'attempt.intended') inWork.add(event.path.split('/')[0] as string)
    if (event.type === 'graph.changed') for (const { id } of event.replace) inWork.delete(id)
    if (event.type === 'recovery.chosen' && event.rung === 'iterate') inWork.delete(event.path.split('/')[0] as string)
    if (event.type === 'unit.reopened') {
      for (const id of after.order) if (after.units[id]?.spec.after.includes(event.unit)) inWork.delete(id)
    }
    for (const id of inWork)
      if (after.units[id]?.status !== 'open' || after.units[id].merged !== undefined) inWork.delete(id)
    yield { event, before, after, inWork: new Set(inWork) }
  }
}

function isWorking(state: RunState, id: string): boolean {
  return state.units[id]?.spec.template === 'module'
}

/** Whether two units must not be in work at the same time. */
export function exclude(state: RunState, one: string, other: string): boolean {
  if (one === other || !isWorking(state, one) || !isWorking(state, other)) return false
  if (state.spec?.strategy === 'sequential') return true
  const [mine, theirs] = [state.units[one]?.spec.writes, state.units[other]?.spec.writes]
  if (mine === undefined || theirs === undefined) return true
  return mine.some((path) => theirs.some((held) => isBelow(path, held) || isBelow(held, path)))
}

/** Whether a path is the other or lies in it. */
export function isBelow(path: string, directory: string): boolean {
  const inner = path.split('/').filter((part) => part !== '')
  const outer = directory.split('/').filter((part) => part !== '')
  return outer.every((part, index) => inner[index] === part)
}

export function slotsUsed(state: RunState): number {
  return Object.values(state.openAttempts).filter(({ task }) => 'nonce' in task || task.do === 'check').length
}

/** Units that nothing keeps from their first attempt, if only a slot is free. */
export function plainlyReady(state: RunState, inWork: InWork): string[] {
  return state.order.filter((id) => {
    const unit = state.units[id]
    if (unit === undefined || unit.status !== 'open' || unit.merged !== undefined) return false
    if (unit.wakeAt !== undefined || inWork.has(id)) return false
    if (Object.values(state.openAttempts).some((attempt) => attempt.unit === id)) return false
    const { depends, after, template, writes } = unit.spec
    const ready = depends.every((on) => state.units[on]?.merged !== undefined)
    const ended = after.every((before) => state.units[before]?.status !== 'open')
    const free = [...inWork].every((other) => !exclude(state, id, other))
    const contested =
      state.spec?.claims === 'enforcing' &&
      (writes ?? []).some((path) => state.capacity.contested.some((held) => isBelow(path, held) || isBelow(held, path)))
    // While the whole is planned again nobody judges it.
    const waits = id === 'final' && state.units['plan']?.status === 'open'
    return ready && ended && free && !contested && !waits && template !== 'plan'
  })
}
