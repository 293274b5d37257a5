import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlannedUnit } from '#model/unit.ts'
import { jsonOf, planOf, unitOf } from '#testing/builders/index.ts'
import { checkPlan, findCycle, type KnownUnits } from './check.ts'

const known: KnownUnits = { taken: new Set(['plan', 'final']), merged: new Set(['old']) }

function errorsOf(units: readonly PlannedUnit[]): readonly string[] {
  const checked = checkPlan(jsonOf(planOf(units)), known)
  return checked.ok ? [] : checked.failure
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f']

describe('a plan', () => {
  it('S3-06 (I-15) with a circle of dependencies is refused, and the circle is named', () => {
    const edges = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 9 })
    fc.assert(
      fc.property(edges, (drawn) => {
        const units = ids.map((id, index) =>
          unitOf(id, { depends: ids.filter((_, on) => drawn.some(([x, y]) => x === index && y === on)) }),
        )
        const cycle = findCycle(units)
        expect(cycle !== undefined).toBe(!canBeOrdered(units))
        expect(errorsOf(units).some((error) => error.includes('circle'))).toBe(cycle !== undefined)
        if (cycle === undefined) return
        expect(cycle[0]).toBe(cycle.at(-1))
        cycle
          .slice(1)
          .forEach((id, index) => expect(units.find((unit) => unit.id === cycle[index])?.depends).toContain(id))
      }),
    )
  })

  it('S3-06 (I-15) with an id used twice, taken, or a dependency nobody has is refused', () => {
    expect(errorsOf([unitOf('a'), unitOf('a')])).toEqual(['unit id used twice: a'])
    expect(errorsOf([unitOf('final')])).toEqual(['unit id is taken: final'])
    expect(errorsOf([unitOf('a', { depends: ['b'] })])).toEqual(['unit a depends on b, which does not exist'])
    expect(errorsOf([unitOf('a', { depends: ['old'] })])).toEqual([])
  })

  it('S3-06 (I-30) with a path that leaves the repository is refused', () => {
    expect(errorsOf([unitOf('a', { writes: ['../x'] })])[0]).toMatch(/leaves the repository/)
  })

  it('S3-06 without a verify command for every unit is refused', () => {
    expect(errorsOf([unitOf('a', { verify: [] })])).toEqual(['unit a has no verify command'])
  })

  it('S3-06 whose ids are names that every object has is refused, and never mistaken for a unit', () => {
    const plan = { summary: '', units: [{ ...unitOf('a'), id: 'constructor' }] }
    expect(checkPlan(jsonOf(plan), known).ok).toBe(false)
  })

  it('S3-06 that is no plan at all is refused with words, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const checked = checkPlan(jsonOf(value), known)
        expect(checked.ok).toBe(false)
        if (!checked.ok) expect(checked.failure.join('')).toMatch(/./)
      }),
    )
  })
})

/** Takes away what waits for nothing until nothing is left, or nothing more can go. */
function canBeOrdered(units: readonly PlannedUnit[]): boolean {
  let left = [...units]
  for (;;) {
    const names = new Set(left.map(({ id }) => id))
    const next = left.filter(({ depends }) => depends.some((id) => names.has(id)))
    if (next.length === left.length) return left.length === 0
    left = next
  }
}
