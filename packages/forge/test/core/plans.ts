/** Random plans: a few units over a few files, so that dependencies and writes often collide. */
import type { PlannedUnit, Plan } from '#model/unit.ts'
import { planOf, unitOf } from '#testing/builders/index.ts'
import type { Random } from './world.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const paths = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'docs/', 'src', 'docs/x.md', 'z.ts'] as const

export function randomPlan(random: Random): Plan {
  const count = 1 + random.below(ids.length)
  return planOf(ids.slice(0, count).map((id, index) => randomUnit(random, id, index)))
}

function randomUnit(random: Random, id: string, index: number): PlannedUnit {
  const depends = ids.slice(0, index).filter(() => random.onceIn(4))
  const writes = paths.filter(() => random.onceIn(5))
  const declared = random.onceIn(8) ? { writes: undefined } : { writes: writes.length === 0 ? [`own/${id}`] : writes }
  return unitOf(id, { depends, expectedMinutes: 1 + random.below(20), ...declared })
}

/** A plan that no author may get through: two units wait for each other. */
export function circularPlan(): Plan {
  return planOf([unitOf('a', { depends: ['b'] }), unitOf('b', { depends: ['a'] })])
}
