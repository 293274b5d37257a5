/** Why Forge does not do what it was asked: a text for people and codes for programs. */
import { say, type Said } from '#messages/said.ts'
import { isStep, type NextStep, type Step } from '#model/next.ts'

/** Exit codes; their numbers are a promise to scripts. */
export const exits = {
  /** Done, or the question is answered. */
  ok: 0,
  /** It did not work. */
  failure: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** A human must answer first. */
  waiting: 3,
  /** The agent is not installed or not logged in. */
  agent: 4,
  /** The run ended without success. */
  unsuccessful: 5,
  /** A budget or a limit was reached. */
  limit: 6,
  /** Another Forge process drives the run. */
  held: 7,
  /** An agent tried to decide something. */
  forbidden: 8,
} as const
export type Exit = keyof typeof exits

/** What no human has trusted yet, and the name with which they can. */
export interface Untrusted {
  readonly name: string
  readonly brought: readonly { readonly what: string; readonly value: string }[]
}

export interface Refusal {
  /** Stable, in kebab case. */
  readonly code: string
  readonly message: Said
  /** What to do about it. */
  readonly hint?: Said
  /** The same as a step, where an operation does it. */
  readonly next?: Step
  readonly exit: Exclude<Exit, 'ok'>
  /** Of `untrusted`: for programs, which show it to a human and come back with the name. */
  readonly untrusted?: Untrusted
}

export function refusal(code: string, message: Said, hint?: NextStep): Refusal {
  const advice = hint === undefined ? {} : isStep(hint) ? { next: hint } : { hint }
  return { code, message, exit: 'failure', ...advice }
}

export function usageRefusal(code: string, message: Said, hint?: NextStep): Refusal {
  return { ...refusal(code, message, hint), exit: 'usage' }
}

export function untrustedRefusal({ name, brought }: Untrusted, hint: Said): Refusal {
  const message = say('trust.notTrusted')
  return { ...refusal('untrusted', message, hint), exit: 'waiting', untrusted: { name, brought } }
}
