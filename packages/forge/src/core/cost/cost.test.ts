/** Prices and the worst case: from what money is estimated, and the sum of budgets. */
import { describe, expect, it } from 'vitest'
import { Budget } from '#model/budget.ts'
import { Template } from '#model/run.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import { pricedUsage } from './price.ts'
import { worstOfUnits } from './worst.ts'

const usage: Usage = { ...noUsage, inputTokens: 1000, outputTokens: 100, cacheReadTokens: 10_000, cacheWriteTokens: 10 }
const costOf = (model: string): number | undefined => (model === 'big-2' ? 25_125 : undefined)

describe('the price of usage', () => {
  it('U-21 R-15 money that nobody told is estimated and marked; what an agent told is never corrected', () => {
    const estimated = { costMicros: 25_125, estimatedMicros: 25_125, unpricedTokens: 0, source: 'estimated' }
    expect(pricedUsage(usage, 'big-2', costOf)).toEqual({ ...usage, ...estimated })
    const told = { ...usage, costMicros: 7 }
    expect(pricedUsage(told, 'big-2', costOf)).toBe(told)
  })

  it('S0-14 U-21 R-15 a model without a price is marked with its tokens, whatever its family; no usage at all is no money', () => {
    expect(pricedUsage(usage, 'big-22', costOf)).toEqual({ ...usage, unpricedTokens: 11_110, unpriced: ['big-22'] })
    expect(pricedUsage(usage, undefined, costOf)).toEqual({ ...usage, unpricedTokens: 11_110 })
    expect(pricedUsage(noUsage, 'big-2', costOf)).toBe(noUsage)
  })
})

describe('the worst case', () => {
  const budget = Budget.parse({ transport: 1, empty: 0, attempts: 2, revisions: 3, planRounds: 3 })
  const phases = [
    { name: 'implement', kind: 'agent', role: 'w', yields: 'work', wallMs: 1000 },
    {
      name: 'review',
      kind: 'agent',
      role: 'r',
      yields: 'verdict',
      onRevise: 'implement',
      wallMs: 500,
      maxIterations: 2,
    },
    {
      name: 'extra',
      kind: 'agent',
      role: 'r',
      yields: 'verdict',
      onRevise: 'implement',
      wallMs: 9_000_000,
      effect: 'off',
    },
  ]
  const templates = {
    module: Template.parse({ phases }),
    final: Template.parse({ phases: [{ name: 'v', kind: 'check', on: 'tip' }] }),
  }

  it('U-21 C-01 comes from the budgets of the preset: rounds, tries of each, and how long each may take', () => {
    // One round, one that is sent back (the second is the last) and one for unchanged work; in each a try, a retry and three
    // waits for a lock; two that crash, one that is refused, and three tiers up.
    const tries = (1 + 1 + 1) * (2 + 3) + 2 + 1 + 3
    const bounds = { templates, budget, unitDispatches: 1000 }
    expect(worstOfUnits(bounds, ['module'])).toEqual({ attempts: 2 * tries, activeMs: tries * 1500 })
    expect(worstOfUnits(bounds, ['module', 'module', 'final'])).toEqual({
      attempts: 4 * tries,
      activeMs: 2 * tries * 1500,
    })
  })

  it('U-21 U-05 counts every rung of the ladder: repairs of the unit, corrections, other models, tiers and locks', () => {
    const more = { ...budget, repairs: 2, corrections: 3, otherModels: 2, tiersUp: 1, lockWaits: 0 }
    const unlimited = structuredClone(templates.module)
    for (const phase of unlimited.phases) delete phase.maxIterations
    const worst = (module: Template): number =>
      worstOfUnits({ templates: { module }, budget: more, unitDispatches: 1000 }, ['module']).attempts
    // Two revisions and two repairs, each once more for unchanged work.
    const tries = (rounds: number): number => rounds * (2 + 3) + 2 + 2 + 1
    expect(worst(unlimited)).toBe(2 * tries(1 + 2 * (2 + 2)))
    // Within a limit of its own a phase counts both.
    expect(worst(templates.module)).toBe(2 * tries(1 + 2 * 1))
  })

  it('U-21 is never more than the lifetime of the units', () => {
    const bounds = { templates, budget, unitDispatches: 5 }
    expect(worstOfUnits(bounds, ['module'])).toEqual({ attempts: 5, activeMs: 5000 })
  })
})
