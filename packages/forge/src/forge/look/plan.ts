/** A plan for the human who must approve it: order, overlaps, everything that would run, and the worst case. */
import { worstOfUnits } from '#core/cost/worst.ts'
import { unitsOf } from '#core/graph/expand.ts'
import { overlapsIn, type Overlap } from '#core/graph/overlaps.ts'
import { planWarnings } from '#core/graph/warnings.ts'
import type { RunState } from '#core/state/state.ts'
import type { Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Question } from '#model/question.ts'
import type { Plan } from '#model/unit.ts'

export interface PlanView {
  readonly unit: string
  readonly hash: string
  readonly plan: Plan
  /** The open question about exactly this plan. */
  readonly question: Question | undefined
  /** Units by their earliest possible start: those of one wave do not depend on each other. */
  readonly waves: readonly (readonly string[])[]
  /** Units that write the same paths and therefore run one after another. */
  readonly overlaps: readonly Overlap[]
  /** Allowed, but seldom intended. */
  readonly warnings: readonly Said[]
  /** Commands that an approval lets run in every tree, besides those of the units. */
  readonly prepares: NonNullable<NonNullable<RunState['spec']>['prepares']>
  /** The most that the whole plan may use, as far as any limit bounds it. */
  readonly worst: Worst
}

export interface Worst {
  readonly attempts: number
  readonly tokens?: number
  readonly costMicros?: number
  readonly activeMinutes?: number
  /** The most that the preset's budgets let agents use, whatever the limits are. */
  readonly agents: { readonly attempts: number; readonly minutes: number }
}

/** The plan that is awaiting approval, or the newest one. */
export function planOf(state: RunState): PlanView | undefined {
  const planned = state.order.filter((id) => state.units[id]?.plan !== undefined)
  const questions = Object.values(state.questions)
  const asked = planned.find((id) => questions.some(({ path }) => path.startsWith(`${id}/`)))
  const unit = asked ?? planned.at(-1)
  const known = unit === undefined ? undefined : state.units[unit]?.plan
  if (unit === undefined || known === undefined) return undefined
  return {
    unit,
    hash: known.hash,
    plan: known.plan,
    question: questions.find(({ path, subject }) => path.startsWith(`${unit}/`) && subject === known.hash),
    waves: wavesOf(known.plan),
    overlaps: overlapsIn(known.plan),
    warnings: planWarnings(known.plan),
    prepares: state.spec?.prepares ?? { setup: [], teardown: [] },
    worst: { ...worstOf(state, known.plan), agents: worstOfAgents(state, unit, known.plan) },
  }
}

function wavesOf({ units }: Plan): string[][] {
  const own = new Set(units.map(({ id }) => id))
  const placed = new Set<string>()
  const waves: string[][] = []
  while (placed.size < units.length) {
    const wave = units.filter(
      ({ id, depends }) => !placed.has(id) && depends.every((on) => placed.has(on) || !own.has(on)),
    )
    if (wave.length === 0) break // a cycle is never approvable; nothing here loops over it
    waves.push(wave.map(({ id }) => id))
    for (const { id } of wave) placed.add(id)
  }
  return waves
}

function worstOfAgents(state: RunState, author: string, plan: Plan): Worst['agents'] {
  const unit = state.units[author]
  if (unit === undefined || state.spec === undefined) return { attempts: 0, minutes: 0 }
  const { templates, budget } = state.spec
  const { unitDispatches } = state.limits
  const names = unitsOf(state, unit, plan).map(({ template }) => template)
  const { attempts, activeMs } = worstOfUnits({ templates, budget, unitDispatches }, names)
  return { attempts, minutes: Math.round(activeMs / 60_000) }
}

/** Limits of the run, or of all units together where those are tighter. */
function worstOf({ limits }: RunState, { units }: Plan): Omit<Worst, 'agents'> {
  const budgets = units.map(({ costBudget }) => costBudget?.maxTokens ?? Infinity)
  const tokens = Math.min(
    limits.tokens ?? Infinity,
    budgets.reduce((sum, budget) => sum + budget, 0),
  )
  return {
    attempts: Math.min(limits.dispatches, units.length * limits.unitDispatches),
    ...(tokens === Infinity ? {} : { tokens }),
    ...defined({ costMicros: limits.costMicros }),
    ...(limits.activeMs === undefined ? {} : { activeMinutes: Math.round(limits.activeMs / 60_000) }),
  }
}
