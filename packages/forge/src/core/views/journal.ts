/**
 * What only the journal of a run has of its units: attempts, results of commands, products of phases. One pass over the
 * events.
 */
import type { Event, EventOf, EventType } from '#model/event.ts'
import type { Key, UnitId } from '#model/ids.ts'
import { splitPath } from '#model/node-path.ts'
import type { Checks } from '#model/note.ts'
import { estimatedIn, tokensOf } from '#model/tokens.ts'
import type { Attempt, UnitView } from '#model/view.ts'
import { outcomeText } from './event-text.ts'

interface UnitTold {
  /** By their keys, in order of their start. */
  readonly attempts: Map<Key, Attempt>
  readonly summaries: Map<string, UnitView['summaries'][number]>
  readonly documents: Map<string, string>
  /** Of the last commands that Forge ran for it. */
  checks: Checks | undefined
}

export interface Told {
  readonly tries: readonly Attempt[]
  readonly summaries: UnitView['summaries']
  readonly documents: UnitView['documents']
  readonly checks: Checks | undefined
}

export function toldOf(events: Iterable<Event>): (unit: UnitId) => Told {
  const units = new Map<UnitId, UnitTold>()
  const open = new Map<Key, Open>()
  const of = (unit: UnitId): UnitTold => {
    const known = units.get(unit) ?? nothing()
    units.set(unit, known)
    return known
  }
  let seq = 0
  for (const event of events) {
    seq += 1
    const tell = tellers[event.type] as ((noted: Noted, event: Event) => void) | undefined
    tell?.({ of, open, seq }, event)
  }
  return (unit) => {
    const { attempts, summaries, documents, checks } = units.get(unit) ?? nothing()
    return {
      tries: [...attempts.values()],
      summaries: [...summaries.values()],
      documents: [...documents].map(([phase, text]) => ({ phase, text })),
      checks,
    }
  }
}

/** An intended attempt: its unit, and how many commands it runs. */
interface Open {
  readonly unit: UnitId
  readonly commands: number
}

function nothing(): UnitTold {
  return { attempts: new Map(), summaries: new Map(), documents: new Map(), checks: undefined }
}

interface Noted {
  readonly of: (unit: UnitId) => UnitTold
  readonly open: Map<Key, Open>
  /** Number of the entry. */
  readonly seq: number
}

/** Events that are not here change only the state of a unit. */
const tellers: { readonly [Type in EventType]?: (noted: Noted, event: EventOf<Type>) => void } = {
  'attempt.intended': ({ of, open, seq }, event) => {
    const [unit] = splitPath(event.path)
    open.set(event.key, { unit, commands: event.task.do === 'check' ? event.task.commands.length : 0 })
    of(unit).attempts.set(event.key, intended(event, seq))
  },
  'attempt.reported': (noted, { key, report }) => {
    if (report.kind === 'session' && report.model !== undefined) change(noted, key, { model: report.model })
  },
  'attempt.finished': (noted, event) => {
    const known = noted.open.get(event.key)
    if (known === undefined) return
    change(noted, event.key, finished(event))
    const { outcome } = event
    if (outcome.status === 'checked') noted.of(known.unit).checks = checksIn(outcome.results, known.commands)
  },
  'verdict.given': (noted, { key, path, verdict, record }) => {
    change(noted, key, { verdict })
    const [unit, phase] = splitPath(path)
    // A new summary of a phase replaces its old one.
    if (record !== undefined) noted.of(unit).summaries.set(phase, { phase, ...record })
  },
  'document.written': ({ of }, { unit, phase, text }) => void of(unit).documents.set(phase, text),
}

function change({ of, open }: Noted, key: Key, more: Partial<Attempt>): void {
  const unit = open.get(key)?.unit
  const known = unit === undefined ? undefined : of(unit).attempts.get(key)
  if (unit !== undefined && known !== undefined) of(unit).attempts.set(key, { ...known, ...more })
}

function intended(event: EventOf<'attempt.intended'>, seq: number): Attempt {
  const { key, path, at, reason, attempt, task } = event
  const [, phase] = splitPath(path)
  const route = 'route' in task ? task.route : undefined
  const role = 'role' in task ? task.role : undefined
  const told = { tier: route?.tier, model: route?.resolved ?? route?.model, effort: route?.effort }
  return { key, seq, phase, at, reason, attempt, role, state: 'running', ...told }
}

function finished({ outcome, usage, durationMs }: EventOf<'attempt.finished'>): Partial<Attempt> {
  return {
    state: outcome.status,
    outcome: outcomeText(outcome),
    failure: outcome.status === 'failed' ? outcome.failure.tag : undefined,
    seconds: durationMs / 1000,
    costMicros: usage.costMicros,
    estimatedMicros: estimatedIn(usage),
    tokens: tokensOf(usage),
  }
}

type Results = Extract<EventOf<'attempt.finished'>['outcome'], { status: 'checked' }>['results']

export function checksIn(results: Results, commands: number): Checks {
  const passed = results.filter(({ exitCode, timedOut }) => exitCode === 0 && !timedOut).length
  return { passed, total: Math.max(commands === 0 ? results.length : commands, passed) }
}
