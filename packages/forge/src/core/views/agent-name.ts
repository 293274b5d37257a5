/** What an agent is called in every line about it: `{task}:{noun}:{role}:{iteration}` (S0-12). */

export interface Named {
  readonly unit: string
  /** The persona. */
  readonly noun: string
  readonly role: string
  /** Which time the phase is done, from 1. */
  readonly iteration: number
}

export function agentName({ unit, noun, role, iteration }: Named): string {
  return `${unit}:${noun}:${role}:${iteration}`
}
