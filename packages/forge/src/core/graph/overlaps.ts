/** Units of a plan that write the same paths (C-07), found without comparing every path with every other. */
import type { Plan } from '#model/unit.ts'

export interface Overlap {
  readonly units: readonly [string, string]
  readonly paths: readonly string[]
  /** `parallel` when only the shared paths keep them from running at the same time (S3-07). */
  readonly order: 'parallel' | 'dependent'
}

export function overlapsIn({ units }: Plan): Overlap[] {
  const writers = writersByPath(units)
  const shared = new Map<number, Set<string>>()
  for (const [index, { writes = [] }] of units.entries())
    for (const path of writes)
      for (const cover of coversOf(path))
        for (const other of writers.get(cover) ?? []) {
          if (other === index) continue
          const pair = Math.min(index, other) * units.length + Math.max(index, other)
          const paths = shared.get(pair) ?? new Set()
          shared.set(pair, paths.add(path))
        }
  const earlier = earlierUnits(units)
  const inOrder = [...shared].toSorted(([one], [other]) => one - other)
  return inOrder.map(([pair, paths]) => {
    const one = units[Math.floor(pair / units.length)]?.id ?? ''
    const other = units[pair % units.length]?.id ?? ''
    const isDependent = earlier.get(one)?.has(other) === true || earlier.get(other)?.has(one) === true
    return { units: [one, other], paths: [...paths], order: isDependent ? 'dependent' : 'parallel' }
  })
}

function writersByPath(units: Plan['units']): ReadonlyMap<string, readonly number[]> {
  const writers = new Map<string, number[]>()
  for (const [index, { writes = [] }] of units.entries())
    for (const path of writes) {
      const plain = path.replace(/\/$/, '')
      const known = writers.get(plain)
      if (known === undefined) writers.set(plain, [index])
      else known.push(index)
    }
  return writers
}

/** The path itself and every folder that contains it. */
function coversOf(path: string): string[] {
  const parts = path.replace(/\/$/, '').split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** For each unit everything it waits for, directly or through others. A cycle ends where it begins. */
function earlierUnits(units: Plan['units']): ReadonlyMap<string, ReadonlySet<string>> {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const known = new Map<string, Set<string>>()
  const visit = (id: string): ReadonlySet<string> => {
    const found = known.get(id)
    if (found !== undefined) return found
    const all = new Set<string>()
    known.set(id, all)
    for (const on of byId.get(id)?.depends ?? []) {
      all.add(on)
      for (const before of visit(on)) all.add(before)
    }
    return all
  }
  for (const { id } of units) visit(id)
  return known
}
