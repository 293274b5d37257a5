/**
 * I-41: the scope of a run. Reads events one by one and reports what was lost: a unit that a plan of another planner
 * removed, an approved unit that was dropped or shrank without an answer, a unit that is missing at the end. It shares
 * no code with the core that decides.
 */
import { raw, say, several, type Said } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Event, EventOf, EventType } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import type { RunSpec } from '#model/run.ts'
import type { Plan, PlannedUnit, UnitSpec } from '#model/unit.ts'

interface Owned {
  spec: UnitSpec
  status: 'open' | 'done' | 'stopped' | 'dropped'
  isMerged: boolean
}

interface ApprovedScope {
  spec: RunSpec | undefined
  readonly units: Map<string, Owned>
  /** Plans by hash. */
  readonly plans: Map<string, Plan>
  /** The last plan of each planner that passed its question, and the last that became units. */
  readonly agreed: Map<string, Plan>
  readonly expanded: Map<string, Plan>
  /** Plans that a human approved when asked about exactly them. */
  readonly answered: Set<string>
}

export interface Scope {
  /** What this event breaks, one sentence each. */
  take(event: Event): readonly Said[]
}

export function createScope(): Scope {
  const held: ApprovedScope = {
    spec: undefined,
    units: new Map(),
    plans: new Map(),
    agreed: new Map(),
    expanded: new Map(),
    answered: new Set(),
  }
  return { take: (event) => readEvent(held, event) }
}

const nothing: readonly Said[] = []

/** Events that affect the scope; the others do not. */
const readers: { readonly [Type in EventType]?: (held: ApprovedScope, event: EventOf<Type>) => readonly Said[] } = {
  'run.created': (held, { spec }) => {
    held.spec = spec
    return nothing
  },
  'plan.proposed': (held, { unit, hash, plan }) => {
    held.plans.set(hash, plan)
    setStatus(held, unit, 'open')
    return plan.units
      .filter(({ id }) => held.units.get(id)?.isMerged === true)
      .map(({ id }) => say('audit.planRepeatsMergedUnit', { planner: unit, unit: id }))
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

function readEvent(held: ApprovedScope, event: Event): readonly Said[] {
  const read = readers[event.type] as ((held: ApprovedScope, event: Event) => readonly Said[]) | undefined
  return read?.(held, event) ?? nothing
}

function setStatus({ units }: ApprovedScope, id: string, status: Owned['status']): readonly Said[] {
  const unit = units.get(id)
  if (unit !== undefined && unit.status !== 'dropped') unit.status = status
  return nothing
}

function noteAgreed(held: ApprovedScope, { path, verdict, judged }: EventOf<'verdict.given'>): readonly Said[] {
  const [id, name] = splitPath(path)
  const plan = held.plans.get(judged.subject)
  if (verdict !== 'pass' || plan === undefined) return nothing
  const template = held.units.get(id)?.spec.template ?? ''
  const phase = held.spec?.templates[template]?.phases.find((one) => one.name === name)
  if (phase?.kind !== 'ask' || phase.about !== 'plan') return nothing
  const lost = lostScope(held, held.agreed.get(id), plan)
  held.agreed.set(id, plan)
  if (lost.length === 0 || held.answered.has(judged.subject)) return nothing
  return [say('audit.planTakesAwayApproved', { planner: id, lost: several(lost, ', ') })]
}

function readGraph(held: ApprovedScope, event: EventOf<'graph.changed'>): readonly Said[] {
  const { units } = held
  const found = event.unit === undefined ? [] : foreignIn(held, event, event.unit)
  for (const id of event.replace.map((spec) => spec.id))
    if (units.get(id)?.isMerged === true) found.push(say('audit.mergedUnitReplaced', { unit: id }))
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

/** A plan changes and drops only units of its planner, what those have planned, and the closing units. */
function foreignIn(
  { units, spec }: ApprovedScope,
  { replace, drop }: EventOf<'graph.changed'>,
  author: string,
): Said[] {
  const closing = new Set((spec?.closing ?? []).map(({ id }) => id))
  const changed = new Set([...drop, ...replace.map(({ id }) => id)])
  const isOwn = (id: string): boolean => {
    const owner = units.get(id)?.spec.plannedBy
    return owner === author || (owner !== undefined && changed.has(owner) && isOwn(owner))
  }
  const others = [...changed].filter((id) => !closing.has(id) && !isOwn(id))
  return others.map((id) => {
    const other = units.get(id)?.spec.plannedBy ?? say('audit.noPlan')
    const touched = { planner: author, unit: id, other }
    return drop.includes(id)
      ? say('audit.planDroppedUnitOfOther', touched)
      : say('audit.planChangedUnitOfOther', touched)
  })
}

/** A merged unit that a plan names must equal what was merged: otherwise the plan would change nothing. */
function unchanged({ units }: ApprovedScope, author: string, plan: Plan): readonly Said[] {
  return plan.units.flatMap((planned) => {
    const unit = units.get(planned.id)
    if (unit === undefined) return [say('audit.plannedUnitNotMade', { planner: author, unit: planned.id })]
    const isSame = smaller(planned, unit.spec).length === 0 && smaller(unit.spec, planned).length === 0
    if (unit.isMerged && !(isSame && planned.brief === unit.spec.brief && planned.title === unit.spec.title))
      return [say('audit.planChangesMergedUnit', { planner: author, unit: planned.id })]
    return []
  })
}

/** What the new plan and the merged work no longer have of the old plan. */
function lostScope({ units }: ApprovedScope, before: Plan | undefined, plan: Plan): Said[] {
  return (before?.units ?? []).flatMap((unit): Said[] => {
    const now = plan.units.find(({ id }) => id === unit.id)
    const known = units.get(unit.id)
    const kept = now ?? (known?.isMerged === true ? known.spec : undefined)
    if (kept === undefined) return [raw(unit.id)]
    return smaller(unit, kept).map((what) => say('audit.scopeOfUnit', { what, unit: unit.id }))
  })
}

/** What one has and the other lacks: files, commands, criteria. */
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

/** At the end every unit of every current plan exists; if the run is done, so is each unit. */
function missingAtEnd({ units, agreed, expanded }: ApprovedScope, outcome: 'done' | 'failed'): readonly Said[] {
  const found = new Map<string, Said>()
  const add = (lost: Said): void => void found.set(canonicalJson(lost), lost)
  for (const [planner, plan] of [...agreed, ...expanded]) {
    const owner = units.get(planner)
    // A unit that stopped, or waits for one that did, reports it itself, and the run has failed.
    if (owner === undefined || owner.status === 'dropped' || (outcome === 'failed' && owner.status !== 'done')) continue
    for (const { id } of plan.units) {
      const unit = units.get(id)
      if (unit === undefined) add(say('audit.plannedUnitNeverThere', { unit: id, planner }))
      else if (unit.status === 'dropped') add(say('audit.plannedUnitDropped', { unit: id, planner }))
      else if (outcome === 'done' && unit.status !== 'done')
        add(say('audit.runDoneUnitIsNot', { unit: id, status: say(`state.${unit.status}`) }))
    }
  }
  return [...found.values()]
}
