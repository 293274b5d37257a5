/** I-31: no counter has passed its limit, whatever led there. */
import type { EventOf } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import { tokensOf } from '#model/tokens.ts'
import { phasesOf, type Audit, type UnitBook } from './books.ts'

/** Looked at before each dispatch: what has reached its ceiling starts nothing more. */
export function auditCeilings({ books, broken }: Audit, path: string, unit: UnitBook): void {
  const { limits, spent } = books
  if (limits !== undefined) {
    if (unit.dispatches >= limits.unitDispatches)
      broken('I-31', `${path} is dispatch ${unit.dispatches + 1} of its unit, the limit is ${limits.unitDispatches}`)
    for (const name of ['dispatches', 'costMicros', 'tokens', 'activeMs'] as const) {
      const limit = limits[name]
      if (limit !== undefined && spent[name] >= limit)
        broken('I-31', `${path} was started with ${name} at ${spent[name]}, the limit is ${limit}`)
    }
    for (const [name, limit] of [
      ['costMicros', limits.unitCostMicros],
      ['tokens', limits.unitTokens],
      ['activeMs', limits.unitActiveMs],
    ] as const)
      if (limit !== undefined && unit.spent[name] >= limit)
        broken('I-31', `${path} was started with ${name} of its unit at ${unit.spent[name]}, the limit is ${limit}`)
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

/** What came too late to count, or only looked, was spent all the same. */
export function countAside({ books }: Audit, event: EventOf<'attempt.stale' | 'advice.taken'>): void {
  books.spent.costMicros += event.usage.costMicros
  books.spent.tokens += tokensOf(event.usage)
  if (event.type === 'advice.taken') books.spent.activeMs += event.durationMs
}

/** Counted for one input; the others for a phase, and iterations for the run. */
const ofInput: ReadonlySet<string> = new Set(['transport', 'empty', 'corrections', 'lockWaits', 'unchanged'])

/** What counters allow that a run need not name. */
const later: Readonly<Record<string, number>> = { iterations: 5, otherModels: 1, tiersUp: 3, lockWaits: 3 }

function reopenPlanner({ units }: Audit['books'], id: string | undefined): void {
  const planner = id === undefined ? undefined : units.get(id)
  if (planner !== undefined) planner.status = 'open'
}

const rounds: ReadonlySet<string> = new Set(['revisions', 'repairs', 'planRounds', 'iterations'])

/** What the phase itself says about how often it may send work back. */
function ownLimit(books: Audit['books'], { counts, path }: EventOf<'recovery.chosen'>): number | undefined {
  const [id, name] = splitPath(path)
  const unit = books.units.get(id)
  if (unit === undefined || !rounds.has(counts)) return undefined
  return phasesOf(books, unit).find((phase) => phase.name === name)?.maxIterations
}

export function auditRecovery({ books, broken }: Audit, event: EventOf<'recovery.chosen'>): void {
  const { counts, path, input } = event
  if (counts === 'nothing') return
  if (event.rung === 'iterate') reopenPlanner(books, event.unit)
  const counter = counts === 'iterations' ? counts : `${counts} of ${path}${ofInput.has(counts) ? ` ${input}` : ''}`
  const count = (books.recoveries.get(counter) ?? 0) + 1
  books.recoveries.set(counter, count)
  const allowed = counts === 'unchanged' ? 1 : (ownLimit(books, event) ?? books.budget?.[counts] ?? later[counts] ?? 0)
  if (count > allowed) broken('I-31', `${count} ${counts} of ${path}, the budget is ${allowed}`)
}

export function auditRaise({ books, broken }: Audit, event: EventOf<'limits.raised'>): void {
  if (event.by.kind === 'agent') broken('I-31', `the agent ${event.by.name} raised the limits`)
  books.limits = event.limits
  if (books.status !== 'finished') books.status = 'running'
}
