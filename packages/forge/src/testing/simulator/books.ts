/** The auditor's books beside those of `core/audit`: what can only be judged with the whole machine in view. */
import type { Books as JournalBooks } from '#core/audit/books.ts'
import type { Event, EventOf } from '#model/event.ts'
import type { Machine } from './machine.ts'

export type AuditedTask = EventOf<'attempt.intended'>['task']

/** How full a window was at an instant: two agents may report different levels, and Forge may believe either. */
export interface ReportedLevel {
  readonly least: number
  readonly most: number
  readonly at: number
}

/** The last attempt of an agent at a node: its agent, its subject, and the id of its conversation. */
export interface Talk {
  readonly key: string
  readonly gate: string
  readonly about: string
  readonly session: string | undefined
  readonly isLimited: boolean
}

export interface Books {
  /** The state of the journal, from the auditor of `forge audit`. */
  readonly journal: JournalBooks
  tidied: boolean
  granted: number
  floor: 'ok' | 'low'
  /** Provider limits as outcomes gave them: account → until. */
  readonly limited: Map<string, number>
  /** The last attempt at each node of an agent, and the conversation that it had. */
  readonly talks: Map<string, Talk>
  /** Messages that left a trace in the journal. */
  readonly messages: Set<string>
  /** Units that have worked since they were created or replaced. */
  readonly working: Set<string>
  /** Units whose plans were accepted and became units. */
  readonly planners: Set<string>
  readonly gates: Map<string, number>
  readonly gatesSeen: Map<string, number>
  /** How full windows are, as `gate window` → what was reported last. */
  readonly levels: Map<string, ReportedLevel>
  /** The commit to be published on the branch of the run, and the one to be landed. */
  readonly publishing: { open: { readonly key: string; readonly commit: string } | undefined }
  readonly landing: {
    asked: EventOf<'landing.asked'> | undefined
    open: EventOf<'landing.intended'> | undefined
    landed: EventOf<'landing.asked'> | undefined
  }
}

export interface Audit {
  readonly books: Books
  readonly machine: Machine
}

export function createBooks(journal: JournalBooks): Books {
  return {
    journal,
    tidied: false,
    granted: 0,
    floor: 'ok',
    limited: new Map(),
    talks: new Map(),
    messages: new Set(),
    working: new Set(),
    planners: new Set(),
    gates: new Map(),
    gatesSeen: new Map(),
    levels: new Map(),
    publishing: { open: undefined },
    landing: { asked: undefined, open: undefined, landed: undefined },
  }
}

export function usesSlot(task: AuditedTask): boolean {
  return 'nonce' in task || task.do === 'check'
}

/** Checks by kind of event; other events are not checked. */
export type Asks<Answer> = { readonly [Type in Event['type']]?: (audit: Audit, event: EventOf<Type>) => Answer }

export function ask<Answer>(asks: Asks<Answer>, audit: Audit, event: Event): Answer | undefined {
  const one = asks[event.type] as ((audit: Audit, event: Event) => Answer) | undefined
  return one?.(audit, event)
}
