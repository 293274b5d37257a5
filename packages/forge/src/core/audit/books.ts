/**
 * The books of the auditor: what it believes from the events it has read. It shares no code with the core that decides.
 */
import type { Said } from '#messages/said.ts'
import type { LostTests } from '#model/tests.ts'
import type { Budget, Limits } from '#model/budget.ts'
import type { Task } from '#model/attempt.ts'
import type { EventOf } from '#model/event.ts'
import type { Oid } from '#model/ids.ts'
import type { Phase } from '#model/phase.ts'
import type { RunSpec } from '#model/run.ts'
import type { UnitSpec } from '#model/unit.ts'
import type { GitFacts, History, InvariantId } from './facts.ts'
import { createScope, type Scope } from './scope.ts'
import { createTips, type TipBook } from './tip-book.ts'

export interface UnitBook {
  spec: UnitSpec
  status: 'open' | 'done' | 'stopped' | 'dropped'
  head: { key: string; commit: Oid; tree: Oid; lostTests?: LostTests } | undefined
  candidate: { tip: Oid; tree: Oid; commit: Oid } | undefined
  merged: { commit: Oid; trailer: string } | undefined
  plan: string | undefined
  /** The last document of each phase: phase → hash. */
  readonly documents: Map<string, string>
  dispatches: number
  /** What its attempts have used together, however they ended. */
  readonly spent: { costMicros: number; tokens: number; activeMs: number }
}

export interface OpenBook {
  readonly key: string
  readonly unit: string
  readonly task: Task
}

export interface Books {
  seq: number
  epoch: number
  run: string
  status: 'absent' | 'running' | 'paused' | 'stopped' | 'cancelling' | 'finished'
  /** Units whose trees the last tidying had to keep; undefined while none has finished. */
  kept: readonly string[] | undefined
  tidying: readonly string[]
  spec: RunSpec | undefined
  /** The journal has recorded the trust under which content of the repository is used. */
  isTrustSaid: boolean
  limits: Limits | undefined
  budget: Budget | undefined
  spent: { costMicros: number; tokens: number; activeMs: number; dispatches: number }
  readonly units: Map<string, UnitBook>
  readonly open: Map<string, OpenBook>
  readonly keys: Set<string>
  /** How each attempt ended, by key. */
  readonly outcomes: Map<string, { readonly event: EventOf<'attempt.finished'>; readonly task: Task }>
  /** Passed verdicts as `path|subject`, as `path`, and their keys. */
  readonly passed: Set<string>
  readonly passedKeys: Set<string>
  readonly asked: Map<string, { readonly path: string; readonly subject: string }>
  readonly approved: Set<string>
  readonly plans: Map<string, EventOf<'plan.proposed'>>
  readonly recoveries: Map<string, number>
  /** Commits that the journal intended to publish, and landings that it intended. */
  readonly published: Set<Oid>
  readonly landings: Map<string, { readonly event: EventOf<'landing.asked'>; isBegun: boolean }>
  readonly tips: TipBook
  readonly scope: Scope
}

export interface Audit {
  readonly books: Books
  readonly history: History
  readonly broken: (id: InvariantId, detail: Said) => void
}

/** What the auditor checks once it has read the whole journal. */
export interface WorldAudit extends Audit {
  readonly git: GitFacts
}

/** History from facts that were read before. */
export function historyIn({ commits, integration }: GitFacts): History {
  const known = new Map(commits.map((commit) => [commit.oid, commit]))
  return { commit: (oid) => known.get(oid), integration: () => integration }
}

export function createBooks(): Books {
  return {
    seq: 0,
    epoch: 0,
    run: '',
    status: 'absent',
    kept: undefined,
    tidying: [],
    spec: undefined,
    isTrustSaid: false,
    limits: undefined,
    budget: undefined,
    spent: { costMicros: 0, tokens: 0, activeMs: 0, dispatches: 0 },
    units: new Map(),
    open: new Map(),
    keys: new Set(),
    outcomes: new Map(),
    passed: new Set(),
    passedKeys: new Set(),
    asked: new Map(),
    approved: new Set(),
    plans: new Map(),
    recoveries: new Map(),
    published: new Set(),
    landings: new Map(),
    tips: createTips(),
    scope: createScope(),
  }
}

/** Phases of a unit that can block it, in order. */
export function phasesOf({ spec }: Books, unit: UnitBook): readonly Phase[] {
  return spec?.templates[unit.spec.template]?.phases ?? []
}

/** Whether one commit is an ancestor of another; commits before the start of the run are not known here. */
export function reaches({ history }: Audit, from: Oid, to: Oid): boolean {
  const seen = new Set<Oid>()
  const queue = [from]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === to) return true
    if (seen.has(next)) continue
    seen.add(next)
    queue.push(...(history.commit(next)?.parents ?? []))
  }
  return false
}
