/** The name of an agent in every line about it: `{task}:{noun}:{phase}:{iteration}` (S0-12). */
import { phasesOf } from '#core/graph/position.ts'
import type { PhaseState, RunState } from '#core/state/state.ts'

export interface Named {
  readonly unit: string
  /** The persona. */
  readonly noun: string
  /** The phase, not its role: two phases of one role are two agents. */
  readonly phase: string
  /** The round of the phase, from 1: how often it was sent back, not how often it was attempted. */
  readonly iteration: number
}

export function agentName({ unit, noun, phase, iteration }: Named): string {
  return `${unit}:${noun}:${phase}:${iteration}`
}

/** The round of a phase: what it sent back, and what was sent back to it. */
export function roundOf(state: RunState, unit: string, phase: string): number {
  const known = state.units[unit]
  if (known === undefined) return 1
  const senders = phasesOf(state, known).filter(({ name, onRevise }) => name === phase || onRevise === phase)
  return senders.reduce((sum, { name }) => sum + sentBack(known.phases[name]), 1)
}

function sentBack(phase: PhaseState | undefined): number {
  if (phase === undefined) return 0
  const unchanged = Object.values(phase.inputs).reduce((sum, input) => sum + input.unchanged, 0)
  return phase.revisions + (phase.repairs ?? 0) + unchanged
}
