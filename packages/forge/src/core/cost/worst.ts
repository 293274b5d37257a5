/**
 * The worst case of a plan, from the budgets of its preset alone: how often each phase of an agent may run, and how
 * long each may take. Attempts that are interrupted on purpose or lost with their process come on top, up to the
 * lifetime limit of a unit.
 */
import type { Budget } from '#model/budget.ts'
import type { Phase } from '#model/phase.ts'
import type { RunSpec } from '#model/run.ts'
import { lastRound, loopOf, mostReturns } from '#core/rounds/rounds.ts'

export interface WorstOfAgents {
  readonly attempts: number
  readonly activeMs: number
}

type Bounds = Pick<RunSpec, 'templates' | 'budget'> & { readonly unitDispatches: number }

/** All units of these templates together. */
export function worstOfUnits(bounds: Bounds, templates: readonly string[]): WorstOfAgents {
  const each = templates.map((name) => worstOfTemplate(bounds, bounds.templates[name]?.phases ?? []))
  return {
    attempts: each.reduce((sum, { attempts }) => sum + attempts, 0),
    activeMs: each.reduce((sum, { activeMs }) => sum + activeMs, 0),
  }
}

function worstOfTemplate({ budget, unitDispatches }: Bounds, phases: readonly Phase[]): WorstOfAgents {
  const active = phases.filter(({ effect }) => effect !== 'off')
  const agents = active.filter((phase) => phase.kind === 'agent')
  // Work that is sent back may come back unchanged once, and is then sent back once more.
  const rounds = 1 + 2 * returnsIn(active, budget)
  const { transport, empty, corrections = 0, lockWaits, otherModels, tiersUp } = budget
  // What is counted for an input can be spent in each round, what is counted for a phase once in its life.
  const ofInput = 1 + transport + empty + corrections + lockWaits
  const tries = rounds * ofInput + budget.attempts + otherModels + tiersUp
  const attempts = agents.length * tries
  const activeMs = agents.reduce((sum, { wallMs }) => sum + tries * wallMs, 0)
  // The lifetime limit of a unit bounds all of it, whatever its phases would allow.
  const longest = Math.max(0, ...agents.map(({ wallMs }) => wallMs))
  return { attempts: Math.min(unitDispatches, attempts), activeMs: Math.min(unitDispatches * longest, activeMs) }
}

/** How often phases may send work back. Repairs count for the whole unit, unless a phase has its own limit. */
function returnsIn(phases: readonly Phase[], budget: Budget): number {
  const loops = phases.flatMap((phase) => loopOf(phases, phase) ?? []).filter(({ to }) => to === 'maker')
  const isRepaired = loops.some(({ own }) => own === undefined)
  const counted = loops.filter((loop) => loop.own !== undefined || lastRound(loop, budget).counts !== 'repairs')
  return counted.reduce((sum, loop) => sum + mostReturns(loop, budget), isRepaired ? budget.repairs : 0)
}
