/**
 * The worst that a plan can come to, from the budgets of its preset alone: how often each phase of an agent may be done, and how
 * long each may take. What is interrupted on purpose or lost with its driver comes on top, up to the lifetime of a unit.
 */
import type { Budget } from '#model/budget.ts'
import { laterBudget } from '#model/later-budget.ts'
import type { Phase } from '#model/phase.ts'
import type { RunSpec } from '#model/run.ts'

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
  const repairs = active.some(({ onRevise }) => onRevise !== undefined) ? (budget.repairs ?? 0) : 0
  const rounds = 1 + repairs + active.reduce((sum, phase) => sum + sendsBack(phase, budget), 0)
  const { corrections = 0, lockWaits = laterBudget.lockWaits } = budget
  const { otherModels = laterBudget.otherModels, tiersUp = laterBudget.tiersUp } = budget
  // What is counted for an input can be spent in each round, what is counted for a phase once in its life.
  const ofInput = 1 + budget.transport + budget.empty + corrections + lockWaits
  const tries = rounds * ofInput + budget.attempts + otherModels + tiersUp
  const attempts = agents.length * tries
  const activeMs = agents.reduce((sum, { wallMs }) => sum + tries * wallMs, 0)
  // The lifetime of a unit stands above all of it, whatever its phases would allow.
  const longest = Math.max(0, ...agents.map(({ wallMs }) => wallMs))
  return { attempts: Math.min(unitDispatches, attempts), activeMs: Math.min(unitDispatches * longest, activeMs) }
}

/**
 * How often a phase may have the work done again: the last of its revisions stops the unit; once more for work that came back
 * unchanged. What it only repairs is counted for the unit as a whole.
 */
function sendsBack(phase: Phase, budget: Budget): number {
  if (phase.onRevise === undefined) return 0
  const isEvidence = phase.kind === 'check' || phase.kind === 'gate'
  if (isEvidence && phase.maxIterations === undefined && budget.repairs !== undefined) return 1
  return (phase.maxIterations ?? Math.max(budget.revisions, budget.planRounds)) + 1
}
