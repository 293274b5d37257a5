/**
 * I-41: the scope of a run. Reads events one by one and says what was lost: a unit that another plan than its planner's took
 * away, an approved one that went or shrank without an answer, one that is not there at the end. It shares no code with what decides.
 */
import type { Event, EventOf, EventType } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import type { RunSpec } from '#model/run.ts'
import type { Plan, PlannedUnit, UnitSpec } from '#model/unit.ts'

interface Owned {
  spec: UnitSpec
  status: 'open' | 'done' | 'stopped' | 'dropped'
  isMerged: boolean
}

interface Held {
  spec: RunSpec | undefined
  readonly units: Map<string, Owned>
  /** Plans by hash. */
  readonly plans: Map<string, Plan>
  /** The last plan of each planner that its question let through, and the last that became units. */
  readonly agreed: Map<string, Plan>
  readonly expanded: Map<string, Plan>
  /** Plans to which somebody said yes when asked about exactly them. */
  readonly answered: Set<string>
}

export interface Scope {
  /** What this event breaks, one sentence each. */
  take(event: Event): readonly string[]
}

export function createScope(): Scope {
  const held: Held = {
    spec: undefined,
    units: new Map(),
    plans: new Map(),
    agreed: new Map(),
    expanded: new Map(),
    answered: new Set(),
  }
  return { take: (event) => readEvent(held, event) }
}

const nothing: readonly string[] = []

/** Events that say something of the scope; the others say nothing of it. */
const readers: { readonly [Type in EventType]?: (held: Held, event: EventOf<Type>) => readonly string[] } = {
  'run.created': (held, { spec }) => {
    held.spec = spec
    return nothing
  },
  'plan.proposed': (held, { unit, hash, plan }) => {
    held.plans.set(hash, plan)
    setStatus(held, unit, 'open')
    return plan.units
      .filter(({ id }) => held.units.get(id)?.isMerged === true)
      .map(({ id }) => `the plan of ${unit} plans ${id} again, which is merged`)
  },
  'question.answered': (held, { answer, by, subject }) => {
    if (answer === 'approve' && by.kind !== 'agent') held.answered.add(subject)
    return nothing
  },
  'verdict.given': noteAgreed,
  'graph.changed': readGraph,
  'unit.merged': (held, event) => {
    const unit = held.units.get(event.unit)
    if (unit !== undefined) unit.isMerged = true
    return nothing
  },
  'unit.finished': (held, { unit }) => setStatus(held, unit, 'done'),
  'unit.stopped': (held, { unit }) => setStatus(held, unit, 'stopped'),
  'unit.reopened': (held, { unit }) => setStatus(held, unit, 'open'),
  'run.finished': (held, { outcome }) => (outcome === 'cancelled' ? nothing : missingAtEnd(held, outcome)),
}

function readEvent(held: Held, event: Event): readonly string[] {
  const read = readers[event.type] as ((held: Held, event: Event) => readonly string[]) | undefined
  return read?.(held, event) ?? nothing
}

function setStatus({ units }: Held, id: string, status: Owned['status']): readonly string[] {
  const unit = units.get(id)
  if (unit !== undefined && unit.status !== 'dropped') unit.status = status
  return nothing
}

function noteAgreed(held: Held, { path, verdict, judged }: EventOf<'verdict.given'>): readonly string[] {
  const [id, name] = splitPath(path)
  const plan = held.plans.get(judged.subject)
  if (verdict !== 'pass' || plan === undefined) return nothing
  const template = held.units.get(id)?.spec.template ?? ''
  const phase = held.spec?.templates[template]?.phases.find((one) => one.name === name)
  if (phase?.kind !== 'ask' || phase.about !== 'plan') return nothing
  const lost = lostScope(held, held.agreed.get(id), plan)
  held.agreed.set(id, plan)
  if (lost.length === 0 || held.answered.has(judged.subject)) return nothing
  return [`the plan of ${id} takes away what was approved, and nobody was asked: ${lost.join(', ')}`]
}

function readGraph(held: Held, event: EventOf<'graph.changed'>): readonly string[] {
  const { units } = held
  const found = event.unit === undefined ? [] : foreignIn(held, event, event.unit)
  for (const id of event.replace.map((spec) => spec.id))
    if (units.get(id)?.isMerged === true) found.push(`${id} is merged, and a plan replaced it`)
  for (const spec of [...event.add, ...event.replace])
    units.set(spec.id, { spec, status: 'open', isMerged: units.get(spec.id)?.isMerged ?? false })
  for (const id of event.drop) {
    const unit = units.get(id)
    if (unit !== undefined) unit.status = 'dropped'
  }
  const plan = event.plan === undefined ? undefined : held.plans.get(event.plan)
  if (event.unit === undefined || plan === undefined) return found
  held.expanded.set(event.unit, plan)
  return [...found, ...unchanged(held, event.unit, plan)]
}

/** A plan changes and drops units of its planner, and what those have planned; nothing else but what closes the run. */
function foreignIn({ units, spec }: Held, { replace, drop }: EventOf<'graph.changed'>, author: string): string[] {
  const closing = new Set((spec?.closing ?? []).map(({ id }) => id))
  const changed = new Set([...drop, ...replace.map(({ id }) => id)])
  const isOwn = (id: string): boolean => {
    const owner = units.get(id)?.spec.plannedBy
    return owner === author || (owner !== undefined && changed.has(owner) && isOwn(owner))
  }
  const others = [...changed].filter((id) => !closing.has(id) && !isOwn(id))
  return others.map((id) => {
    const verb = drop.includes(id) ? 'dropped' : 'changed'
    return `the plan of ${author} ${verb} ${id}, which ${units.get(id)?.spec.plannedBy ?? 'no plan'} planned`
  })
}

/** A unit that a plan names and that is merged must be what was merged: the plan would say something and do nothing. */
function unchanged({ units }: Held, author: string, plan: Plan): readonly string[] {
  return plan.units.flatMap((planned) => {
    const unit = units.get(planned.id)
    if (unit === undefined) return [`the plan of ${author} has ${planned.id}, and it became no unit`]
    const isSame = smaller(planned, unit.spec).length === 0 && smaller(unit.spec, planned).length === 0
    if (unit.isMerged && !(isSame && planned.brief === unit.spec.brief && planned.title === unit.spec.title))
      return [`the plan of ${author} changes ${planned.id}, which is merged`]
    return []
  })
}

/** What the new plan and what is merged no longer have of the old plan. */
function lostScope({ units }: Held, before: Plan | undefined, plan: Plan): string[] {
  return (before?.units ?? []).flatMap((unit) => {
    const now = plan.units.find(({ id }) => id === unit.id)
    const known = units.get(unit.id)
    const kept = now ?? (known?.isMerged === true ? known.spec : undefined)
    return kept === undefined ? [unit.id] : smaller(unit, kept).map((what) => `${what} of ${unit.id}`)
  })
}

/** What one has and the other has not: files, commands, criteria. */
function smaller(one: PlannedUnit, other: PlannedUnit): string[] {
  const under = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder.replace(/\/$/, '')}/`)
  const paths = (one.writes ?? []).filter(
    (path) => other.writes !== undefined && !other.writes.some((place) => under(path, place) || under(place, path)),
  )
  const runs = one.verify.map(({ run }) => run).filter((run) => !other.verify.some((command) => command.run === run))
  const checks = (one.acceptanceCriteria ?? []).map(({ check }) => check)
  const left = (other.acceptanceCriteria ?? []).map(({ check }) => check)
  return [...paths, ...runs, ...checks.filter((check) => !left.includes(check))]
}

/** At the end every unit of every plan that stands is there; of a run that is done it is done. */
function missingAtEnd({ units, agreed, expanded }: Held, outcome: 'done' | 'failed'): readonly string[] {
  const found = new Set<string>()
  for (const [planner, plan] of [...agreed, ...expanded]) {
    const owner = units.get(planner)
    // Whoever stopped or waits behind somebody who did says so itself, and the run has failed.
    if (owner === undefined || owner.status === 'dropped' || (outcome === 'failed' && owner.status !== 'done')) continue
    for (const { id } of plan.units) {
      const unit = units.get(id)
      if (unit === undefined) found.add(`${id} was planned by ${planner} and never was there`)
      else if (unit.status === 'dropped') found.add(`${id} was planned by ${planner}, and is dropped at the end`)
      else if (outcome === 'done' && unit.status !== 'done') found.add(`the run is done, and ${id} is ${unit.status}`)
    }
  }
  return [...found]
}
