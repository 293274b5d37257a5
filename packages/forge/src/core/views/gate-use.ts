/**
 * How useful each gate of a run was (U-06): how often it ran, how often it found something, and how often that changed
 * anything. Everything that judges counts as a gate here: checks, predicates, questions, reviewing agents, and the
 * directives before and after a phase. All of it is read from the events that record it anyway.
 */
import type { Event, EventOf } from '#model/event.ts'
import type { Effect, Phase } from '#model/phase.ts'
import type { RunSpec } from '#model/run.ts'
import { splitPath } from '#model/node-path.ts'

export interface GateUse {
  readonly template: string
  readonly phase: string
  /** The phase itself judges, or its directives before it starts or after it has ended. */
  readonly gate: 'phase' | 'before' | 'after'
  readonly effect: Effect
  readonly runs: number
  /** How often it did not pass. */
  readonly hits: number
  /** The work came back different, or the unit did not continue. */
  readonly changes: number
}

interface Tally {
  runs: number
  hits: number
  changes: number
}

interface Books {
  spec: RunSpec | undefined
  /** Template of each unit. */
  readonly units: Map<string, string>
  readonly tallies: Map<string, Tally>
  /** The latest product of each unit. */
  readonly product: Map<string, string>
  /** A gate that sent work of a unit back, and its product at that time. */
  readonly pending: Map<string, { readonly gate: string; readonly had: string }>
  /** The last gate of a unit that judged, if it did not pass. */
  readonly lastHit: Map<string, string>
}

export function gateUseOf(events: Iterable<Event>): readonly GateUse[] {
  const books: Books = {
    spec: undefined,
    units: new Map(),
    tallies: new Map(),
    product: new Map(),
    pending: new Map(),
    lastHit: new Map(),
  }
  for (const event of events) note(books, event)
  const templates = Object.entries(books.spec?.templates ?? {})
  return templates.flatMap(([template, { phases }]) =>
    phases.flatMap((phase) =>
      gatesOf(phase).map((gate): GateUse => {
        const tally = books.tallies.get(`${template}/${phase.name}/${gate}`) ?? { runs: 0, hits: 0, changes: 0 }
        return { template, phase: phase.name, gate, effect: phase.effect, ...tally }
      }),
    ),
  )
}

/** Which gates a phase has. */
function gatesOf(phase: Phase): readonly GateUse['gate'][] {
  const judges = phase.kind === 'agent' ? phase.yields === 'verdict' : phase.kind !== 'git' && phase.kind !== 'chore'
  return [
    ...((phase.gates ?? []).length > 0 ? (['before'] as const) : []),
    ...(judges ? (['phase'] as const) : []),
    ...((phase.outputs ?? []).length > 0 ? (['after'] as const) : []),
  ]
}

type Note<Type extends Event['type']> = (books: Books, event: EventOf<Type>) => void

/** The events that concern gates. */
const notes: { readonly [Type in Event['type']]?: Note<Type> } = {
  'run.created'(books, { spec }) {
    books.spec = spec
  },
  'graph.changed'(books, { add, replace }) {
    for (const { id, template } of [...add, ...replace]) books.units.set(id, template)
  },
  'attempt.intended': (books, { path }) => tally(books, path, 'before', (one) => (one.runs += 1)),
  'question.asked'(books, { question: { path, about } }) {
    if (about !== 'verdict') tally(books, path, 'before', (one) => (one.runs += 1))
  },
  'document.written': (books, { unit, phase, hash }) => noteProduct(books, unit, `${phase}@${hash}`),
  'plan.proposed': (books, { unit, hash }) => noteProduct(books, unit, hash),
  'attempt.finished'(books, { key, outcome }) {
    if (outcome.status === 'worked') noteProduct(books, unitOf(key), outcome.tree)
  },
  'verdict.given': noteVerdict,
  'recovery.chosen': noteRecovery,
  'unit.stopped': noteStop,
}

function note<Type extends Event['type']>(books: Books, event: EventOf<Type>): void {
  notes[event.type]?.(books, event)
}

function tally(books: Books, path: string, gate: GateUse['gate'], add: (one: Tally) => void): void {
  const [unit, phase] = splitPath(path)
  const key = `${books.units.get(unit) ?? ''}/${phase}/${gate}`
  const one = books.tallies.get(key) ?? { runs: 0, hits: 0, changes: 0 }
  add(one)
  books.tallies.set(key, one)
}

function unitOf(key: string): string {
  return /^[^/]+\/\d+\/([^/#]+)/.exec(key)?.[1] ?? ''
}

/** Work came back: the gate that sent it back changed something if the product differs. */
function noteProduct(books: Books, unit: string, product: string): void {
  const waited = books.pending.get(unit)
  books.pending.delete(unit)
  books.product.set(unit, product)
  if (waited !== undefined && waited.had !== product) tally(books, waited.gate, 'phase', (one) => (one.changes += 1))
}

function noteVerdict(books: Books, { path, verdict, raw }: EventOf<'verdict.given'>): void {
  const [unit] = splitPath(path)
  const isHit = verdict === 'revise' || verdict === 'stop'
  const gate = raw === 'outputs' ? 'after' : raw === 'gates' ? 'before' : 'phase'
  // No answer is no judgement: the gate has not run.
  if (verdict === 'none') return
  tally(books, path, gate, (one) => {
    one.runs += 1
    if (isHit) one.hits += 1
  })
  if (gate === 'phase') tally(books, path, 'after', (one) => (one.runs += 1))
  // Gates have no performer: an evaluated predicate means that the directives before it held.
  if (gate !== 'before' && kindOf(books, path) === 'gate') tally(books, path, 'before', (one) => (one.runs += 1))
  if (isHit) books.lastHit.set(unit, `${path}/${gate}`)
  else books.lastHit.delete(unit)
}

function kindOf({ spec, units }: Books, path: string): Phase['kind'] | undefined {
  const [unit, name] = splitPath(path)
  return spec?.templates[units.get(unit) ?? '']?.phases.find((phase) => phase.name === name)?.kind
}

function noteRecovery(books: Books, { path, rung }: EventOf<'recovery.chosen'>): void {
  const [unit] = splitPath(path)
  books.lastHit.delete(unit)
  if (rung === 'revise') books.pending.set(unit, { gate: path, had: books.product.get(unit) ?? '' })
}

/** The gate that stopped the unit changed its outcome. */
function noteStop(books: Books, { unit, failure, phase }: EventOf<'unit.stopped'>): void {
  const hit = books.lastHit.get(unit)
  books.lastHit.delete(unit)
  if (hit !== undefined) {
    const at = hit.lastIndexOf('/')
    return tally(books, hit.slice(0, at), hit.slice(at + 1) as GateUse['gate'], (one) => (one.changes += 1))
  }
  if (failure?.tag === 'gate' && phase !== undefined) tally(books, `${unit}/${phase}`, 'before', noteBlocked)
}

function noteBlocked(one: Tally): void {
  one.runs += 1
  one.hits += 1
  one.changes += 1
}
