/** I-31: no counter has passed its limit, whatever caused it. */
import { say } from '#messages/said.ts'
import type { Budget } from '#model/budget.ts'
import type { EventOf } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import { tokensOf } from '#model/tokens.ts'
import { judgedBy, loopOf, mostReturns, type RoundCounter } from '#core/rounds/rounds.ts'
import { phasesOf, type Audit, type UnitBook } from './books.ts'

/** Checked before each dispatch: at a limit nothing more starts. */
export function auditCeilings({ books, broken }: Audit, path: string, unit: UnitBook): void {
  const { limits, spent } = books
  if (limits !== undefined) {
    if (unit.dispatches >= limits.unitDispatches)
      broken(
        'I-31',
        say('audit.dispatchesOverLimit', { path, number: unit.dispatches + 1, limit: limits.unitDispatches }),
      )
    for (const name of ['dispatches', 'costMicros', 'tokens', 'activeMs'] as const) {
      const limit = limits[name]
      if (limit !== undefined && spent[name] >= limit)
        broken('I-31', say('audit.startedOverLimit', { path, name, spent: spent[name], limit }))
    }
    for (const [name, limit] of [
      ['costMicros', limits.unitCostMicros],
      ['tokens', limits.unitTokens],
      ['activeMs', limits.unitActiveMs],
    ] as const)
      if (limit !== undefined && unit.spent[name] >= limit)
        broken('I-31', say('audit.startedOverUnitLimit', { path, name, spent: unit.spent[name], limit }))
  }
  unit.dispatches += 1
  spent.dispatches += 1
}

/** Performances after a lost one count as well. */
export function countPerformance({ books }: Audit, event: EventOf<'attempt.reported'>): void {
  if (event.report.kind !== 'performance') return
  const open = [...books.open.values()].find(({ key }) => key === event.key)
  const unit = open === undefined ? undefined : books.units.get(open.unit)
  if (unit === undefined) return
  unit.dispatches += 1
  books.spent.dispatches += 1
}

/** Late outcomes and advice have no counter, but were paid for all the same. */
export function countAside({ books }: Audit, event: EventOf<'attempt.stale' | 'advice.taken'>): void {
  books.spent.costMicros += event.usage.costMicros
  books.spent.tokens += tokensOf(event.usage)
  if (event.type === 'advice.taken') books.spent.activeMs += event.durationMs
}

function reopenPlanner({ units }: Audit['books'], id: string | undefined): void {
  const planner = id === undefined ? undefined : units.get(id)
  if (planner !== undefined) planner.status = 'open'
}

/** What is counted, and how often it may happen. */
interface Counter {
  readonly name: string
  readonly allowed: number
}

export function auditRecovery({ books, broken }: Audit, event: EventOf<'recovery.chosen'>): void {
  const { counts, path } = event
  if (counts === 'nothing') return
  if (event.rung === 'iterate') reopenPlanner(books, event.unit)
  const { name, allowed } = counterOf(books, event, counts)
  const count = (books.recoveries.get(name) ?? 0) + 1
  books.recoveries.set(name, count)
  if (count > allowed) broken('I-31', say('audit.countOverBudget', { count, counts, path, allowed }))
}

function counterOf(
  books: Audit['books'],
  event: EventOf<'recovery.chosen'>,
  counts: Exclude<EventOf<'recovery.chosen'>['counts'], 'nothing'>,
): Counter {
  const { path, input } = event
  switch (counts) {
    case 'revisions':
    case 'planRounds':
    case 'repairs':
    case 'iterations':
      return roundsCounter(books, event, counts)
    case 'unchanged':
      return { name: countOf(counts, `${path} ${input}`), allowed: 1 }
    case 'transport':
    case 'empty':
    case 'corrections':
    case 'lockWaits':
      return { name: countOf(counts, `${path} ${input}`), allowed: allowedIn(books, counts) }
    case 'attempts':
    case 'otherModels':
    case 'tiersUp':
      return { name: countOf(counts, path), allowed: allowedIn(books, counts) }
  }
}

function allowedIn({ budget }: Audit['books'], counts: keyof Budget): number {
  return budget?.[counts] ?? 0
}

/**
 * A phase with its own limit counts everything it sent back; otherwise repairs count for the unit, and iterations for
 * the run.
 */
function roundsCounter(
  books: Audit['books'],
  { path, failure }: EventOf<'recovery.chosen'>,
  counts: RoundCounter,
): Counter {
  const [id, name] = splitPath(path)
  const unit = books.units.get(id)
  const phases = unit === undefined ? [] : phasesOf(books, unit)
  const phase = phases.find((one) => one.name === name)
  const loop = phase === undefined ? undefined : loopOf(phases, phase, judgedBy(failure))
  const allowed = loop === undefined || books.budget === undefined ? 0 : mostReturns(loop, books.budget)
  if (counts === 'iterations') return { name: counts, allowed }
  if (loop?.own !== undefined) return { name: countOf('rounds', path), allowed }
  return { name: counts === 'repairs' ? countOf(counts, `${id}/`) : countOf('revisions', path), allowed }
}

/** The key holds the path, because a replaced unit loses all counts of paths below it. */
function countOf(what: string, path: string): string {
  return `${what} of ${path}`
}

export function auditRaise({ books }: Audit, event: EventOf<'limits.raised'>): void {
  books.limits = event.limits
  if (books.status !== 'finished') books.status = 'running'
}
