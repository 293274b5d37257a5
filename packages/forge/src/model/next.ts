/** What a user can do next, as data: an operation with its input, or a sentence where no operation does it. No schemas here. */
import type { Said } from '#messages/said.ts'
import type { Limits } from '#model/budget.ts'

export interface Step {
  /** Its name in the list of operations: `status`, `plan show`. */
  readonly operation: string
  /** What is known of its input, by the names of its fields. */
  readonly input: Readonly<Record<string, string | number | boolean>>
  /** Fields that the user fills in, each with its placeholder. */
  readonly asks?: Readonly<Record<string, Said>> | undefined
}

export type NextStep = Step | Said

export function step(operation: string, input: Step['input'] = {}, asks?: Step['asks']): Step {
  return asks === undefined ? { operation, input } : { operation, input, asks }
}

/** Whether a value of any form is a step with an operation. */
export function isStep(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null) return false
  return 'operation' in value && typeof value.operation === 'string' && 'input' in value
}

/** The field of each limit in the input of `raise`. */
export const limitFields = {
  costMicros: 'maxCost',
  tokens: 'maxTokens',
  activeMs: 'maxMinutes',
  dispatches: 'maxAttempts',
  unitDispatches: 'maxUnitAttempts',
  unitCostMicros: 'maxUnitCost',
  unitTokens: 'maxUnitTokens',
  unitActiveMs: 'maxUnitMinutes',
  // Models that are allowed without a price are limited by tokens.
  unpriced: 'maxTokens',
} as const satisfies Record<keyof Limits, string>
