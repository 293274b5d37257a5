/** `npm run killsweep [-- --all]`: every append and effect boundary of real runs, killed before and after; or one per kind. */
import { presets, strike, uninterrupted, type Struck, type SweptPreset } from './sweep.ts'
import type { KillPlan } from './points.ts'

export async function killSweep(
  extent: 'all' | 'sample',
  preset: SweptPreset,
  onStruck: (struck: Struck) => void,
): Promise<{ points: number; struck: Struck[] }> {
  const calm = await uninterrupted(preset)
  if (calm.outcome !== 'done' || calm.trees.length > 0 || calm.leaked.length > 0) throw new Error(JSON.stringify(calm))
  const points = calm.labels.map((label, index) => ({ label, at: index + 1 }))
  const waiting = killsOf(extent, preset, points)
  const struck: Struck[] = []
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await strike(next[0], next[1], calm)
      struck.push(result)
      onStruck(result)
    }
  }
  await Promise.all([worker(), worker()])
  return { points: points.length, struck }
}

type Point = { readonly label: string; readonly at: number }

/**
 * The build is struck at every point before and after; in a sample once for each kind, before and after in turn. A point of the
 * longer runs takes seconds and has the same kinds: those runs are struck at points spread over their whole length.
 */
function killsOf(extent: 'all' | 'sample', preset: SweptPreset, points: readonly Point[]): [KillPlan, string][] {
  const moments = ['before', 'after'] as const
  if (extent === 'all' && preset === 'build')
    return points.flatMap(({ label, at }) => moments.map((moment): [KillPlan, string] => [{ at, moment }, label]))
  const chosen = preset === 'build' ? onePerKind(points) : spread(points, extent === 'all' ? 24 : 5)
  return chosen.map(({ label, at }, index) => [{ at, moment: moments[index % 2] ?? 'before' }, label])
}

function spread(points: readonly Point[], count: number): Point[] {
  const every = points.length / count
  return Array.from({ length: count }, (_, index) => points[Math.floor(every * (index + 0.5))] as Point)
}

/** The middle one of each kind: the first is often before anything is at stake. */
function onePerKind(points: readonly Point[]): Point[] {
  const kinds = Map.groupBy(points, ({ label }) => label)
  return [...kinds.values()].flatMap((same) => same[Math.floor(same.length / 2)] ?? [])
}

if (import.meta.main) {
  const extent = process.argv.includes('--all') ? 'all' : 'sample'
  const struck: Struck[] = []
  let points = 0
  for (const preset of presets) {
    const swept = await killSweep(extent, preset, ({ plan, label, difference }) => {
      if (difference !== undefined) console.log(`${preset} point ${plan.at} ${plan.moment} ${label}: ${difference}`)
    })
    points += swept.points
    struck.push(...swept.struck)
  }
  const equal = struck.filter(({ difference }) => difference === undefined).length
  const leaks = (part: string): number => struck.filter(({ difference }) => difference?.includes(`${part}: `)).length
  console.log(
    `bar: ${points} points, ${struck.length} kills, ${equal} equal, ${leaks('trees')} leaked trees, ${leaks('leaked')} leaked processes`,
  )
  process.exitCode = equal === struck.length ? 0 : 1
}
