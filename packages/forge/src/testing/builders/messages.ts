/** Messages for tests. A stamp gives each its id and its time; nothing here counts or reads a clock. */
import type { Outcome } from '#model/attempt.ts'
import type { Plan } from '#model/unit.ts'
import { hashText } from '#model/digest.ts'
import type { MessageOf } from '#model/message.ts'
import type { Principal, Question } from '#model/question.ts'
import type { RunSpec } from '#model/run.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import { jsonOf } from './specs.ts'

export interface Stamp {
  readonly id: string
  readonly at: number
}

export const operator: Principal = { kind: 'operator', name: 'ada' }

export function startMessage(stamp: Stamp, spec: RunSpec): MessageOf<'start'> {
  return { type: 'start', ...stamp, spec, nonce: hashText('nonce'), trust: { ground: 'nothing' } }
}

export function approveMessage(stamp: Stamp, question: Question, by: Principal = operator): MessageOf<'approve'> {
  return { type: 'approve', ...stamp, question: question.key, subject: question.subject, by }
}

export function rejectMessage(stamp: Stamp, question: Question, note: string): MessageOf<'reject'> {
  return { type: 'reject', ...stamp, question: question.key, subject: question.subject, by: operator, note }
}

export function editMessage(stamp: Stamp, unit: string, plan: Plan): MessageOf<'edit'> {
  return { type: 'edit', ...stamp, unit, plan: jsonOf(plan), by: operator }
}

export interface Finished {
  readonly key: string
  readonly outcome: Outcome
  readonly usage?: Usage
  readonly durationMs?: number
}

export function finishedMessage(stamp: Stamp, finished: Finished): MessageOf<'attempt.finished'> {
  return { type: 'attempt.finished', ...stamp, performance: 1, usage: noUsage, durationMs: 60_000, ...finished }
}

/** A grant of slots only, by default. */
export function grantMessage(stamp: Stamp, grant: Partial<MessageOf<'grant'>>): MessageOf<'grant'> {
  return { type: 'grant', ...stamp, serial: 1, slots: 3, contested: [], gates: {}, floor: 'ok', ...grant }
}
