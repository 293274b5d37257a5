/**
 * Rounds of a phase that can send work back: which budget one more spends, how many are over, and which is the last.
 * The one place that knows; recovery, views, prompts, proofs, estimates and the auditor ask here.
 */
import type { Budget } from '#model/budget.ts'
import type { Failure } from '#model/failure.ts'
import type { Phase } from '#model/phase.ts'

/** The budget that a verdict other than pass spends. */
export type RoundCounter = 'revisions' | 'planRounds' | 'repairs' | 'iterations'

/** Determines which budget is spent. */
export interface Loop {
  /** A maker in the same unit, or the unit that planned the whole. */
  readonly to: 'maker' | 'planner'
  readonly of: 'plan' | 'work'
  /** Something must hold and does not (a check, a gate, a criterion), or a reviewer or human judged so. */
  readonly by: 'evidence' | 'judgement'
  /** The round that stops the unit, where the phase itself sets it (S0-32). */
  readonly own: number | undefined
}

/** How much is counted so far: by the phase, by all phases of its unit, by the run. */
export interface Counted {
  readonly revisions: number
  readonly repairsHere: number
  readonly repairs: number
  readonly iterations: number
}

export interface Rounds {
  readonly counts: RoundCounter
  /** Rounds that are over. */
  readonly done: number
  /** The round that stops the unit if it does not pass. */
  readonly last: number
}

export function roundsOf(loop: Loop, budget: Budget, counted: Counted): Rounds {
  const { counts, last } = lastRound(loop, budget)
  return { counts, done: doneOf(loop, counts, counted), last }
}

export function lastRound({ to, of, by, own }: Loop, budget: Budget): Omit<Rounds, 'done'> {
  if (to === 'planner') return { counts: 'iterations', last: own ?? budget.iterations }
  // A budget of repairs says how often work is sent back, the others which round is the last.
  if (by === 'evidence') return { counts: 'repairs', last: own ?? budget.repairs + 1 }
  const counts = of === 'plan' ? 'planRounds' : 'revisions'
  return { counts, last: own ?? budget[counts] }
}

/** How often the work may be sent back: after the last round it is not. */
export function mostReturns(loop: Loop, budget: Budget): number {
  return Math.max(0, lastRound(loop, budget).last - 1)
}

/** A phase with its own limit counts everything that it sent back; otherwise repairs count for the unit as a whole. */
function doneOf({ own }: Loop, counts: RoundCounter, counted: Counted): number {
  if (counts === 'iterations') return counted.iterations
  if (own !== undefined) return counted.revisions + counted.repairsHere
  return counts === 'repairs' ? counted.repairs : counted.revisions
}

/** The loop of a phase among the others of its template; undefined when it can send nothing back. */
export function loopOf(
  phases: readonly Phase[],
  phase: Phase,
  by: Loop['by'] = defaultRounds(phase),
): Loop | undefined {
  const { iterate, onRevise, maxIterations: own } = phase
  if (iterate !== undefined) return { to: 'planner', of: 'work', by, own }
  if (onRevise === undefined) return undefined
  const maker = phases.find(({ name }) => name === onRevise)
  return { to: 'maker', of: maker?.kind === 'agent' && maker.yields === 'plan' ? 'plan' : 'work', by, own }
}

/** What a phase judges by when it does its usual work. */
export function defaultRounds({ kind }: Phase): Loop['by'] {
  return kind === 'check' || kind === 'gate' ? 'evidence' : 'judgement'
}

/** Only what must hold is evidence. */
export function judgedBy(failure: Failure): Loop['by'] {
  return failure.tag === 'unmet' && failure.must !== undefined ? 'evidence' : 'judgement'
}
