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
  const chosen = extent === 'all' ? points : onePerKind(points)
  // The longer runs are sampled thinner: each kind once, before and after in turn.
  const isThin = extent === 'sample' && preset !== 'build'
  const waiting = chosen.flatMap(({ label, at }, index) =>
    (['before', 'after'] as const)
      .filter((_, side) => !isThin || side === index % 2)
      .map((moment): [KillPlan, string] => [{ at, moment }, label]),
  )
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

/** The middle one of each kind: the first is often before anything is at stake. */
function onePerKind<Point extends { label: string }>(points: readonly Point[]): Point[] {
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
