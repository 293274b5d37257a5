/** The books of the auditor: what it believes from the events it has read. It shares no code with the core's decisions. */
import type { Budget } from '#model/budget.ts'
import type { EventOf } from '#model/event.ts'
import { createScope, type Scope } from '#core/audit/scope.ts'
import type { Machine } from './machine.ts'

export type AuditedTask = EventOf<'attempt.intended'>['task']

interface AuditedHead {
  readonly commit: string
  readonly tree: string
  readonly base: string
  readonly changed: readonly string[]
}

export interface Books {
  seq: number
  epoch: number
  status: 'absent' | 'running' | 'paused' | 'stopped' | 'cancelling' | 'finished'
  tidied: boolean
  granted: number
  floor: 'ok' | 'low'
  unitCap: number
  budget: Budget | undefined
  /** Recoveries by what they count: `revisions of m1/verify`. */
  readonly recoveries: Map<string, number>
  /** Provider limits as outcomes told them: account → until. */
  readonly limited: Map<string, number>
  /** Messages that left a trace in the journal. */
  readonly messages: Set<string>
  /** Open attempts by node path. */
  readonly open: Map<string, { readonly key: string; readonly unit: string; readonly task: AuditedTask }>
  readonly keys: Set<string>
  readonly units: Map<string, string>
  readonly writes: Map<string, readonly string[] | undefined>
  readonly depends: Map<string, readonly string[]>
  /** Units that judge the whole after these have ended. */
  readonly after: Map<string, readonly string[]>
  readonly merged: Map<string, { readonly commit: string; readonly trailer: string }>
  readonly heads: Map<string, AuditedHead>
  /** Units that have worked since they were made or replaced. */
  readonly working: Set<string>
  readonly dispatches: Map<string, number>
  /** Passed verdicts as `path|subject`. */
  readonly passed: Set<string>
  readonly approvedPlans: Set<string>
  /** Units whose plans became units. */
  readonly planners: Set<string>
  readonly gates: Map<string, number>
  readonly gatesSeen: Map<string, number>
  /** What is to be shown on the branch of the run, and what is to be landed. */
  readonly publishing: { open: { readonly key: string; readonly commit: string } | undefined }
  readonly landing: {
    asked: EventOf<'landing.asked'> | undefined
    open: EventOf<'landing.intended'> | undefined
    landed: EventOf<'landing.asked'> | undefined
  }
  /** How full windows are, as `gate window` → what was told last. */
  readonly levels: Map<string, { readonly percent: number; readonly at: number }>
  /** Outcomes of the message that is being read, by key. */
  readonly outcomes: Map<string, { readonly event: EventOf<'attempt.finished'>; readonly task: AuditedTask }>
  message: string
  /** What of the approved scope is where. */
  readonly scope: Scope
}

export interface Audit {
  readonly books: Books
  readonly machine: Machine
}

export function createBooks(): Books {
  return {
    seq: 0,
    epoch: 0,
    status: 'absent',
    tidied: false,
    granted: 0,
    floor: 'ok',
    unitCap: 0,
    budget: undefined,
    recoveries: new Map(),
    limited: new Map(),
    messages: new Set(),
    open: new Map(),
    keys: new Set(),
    units: new Map(),
    writes: new Map(),
    depends: new Map(),
    after: new Map(),
    merged: new Map(),
    heads: new Map(),
    working: new Set(),
    dispatches: new Map(),
    passed: new Set(),
    approvedPlans: new Set(),
    planners: new Set(),
    gates: new Map(),
    gatesSeen: new Map(),
    publishing: { open: undefined },
    landing: { asked: undefined, open: undefined, landed: undefined },
    levels: new Map(),
    outcomes: new Map(),
    message: '',
    scope: createScope(),
  }
}

export function usesSlot(task: AuditedTask): boolean {
  return 'nonce' in task || task.do === 'check'
}
