/** `npm run killsweep [-- --all [preset]]`: real runs, killed at every append and effect; or at a few of them. */
import { share } from '../third.ts'
import { onStage, presets, strike, uninterrupted, type Struck, type SweptPreset } from './sweep.ts'
import type { KillPlan } from './points.ts'

export interface Swept {
  readonly preset: SweptPreset
  readonly points: number
  readonly struck: readonly Struck[]
}

/** A kill waits now and then for its children, so three keep two cores busy. */
const workers = 3

export function killSweep(
  extent: 'all' | 'sample',
  preset: SweptPreset,
  onStruck: (struck: Struck) => void,
): Promise<Swept> {
  return onStage(preset, async (stage) => {
    const calm = await uninterrupted(stage)
    if (calm.outcome !== 'done' || calm.trees.length > 0 || calm.leaked.length > 0)
      throw new Error(JSON.stringify(calm))
    const points = calm.labels.map((label, index) => ({ label, at: index + 1 }))
    const kills = killsOf(extent, preset, points)
    const waiting = extent === 'all' ? share(kills) : kills
    const struck: Struck[] = []
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const result = await strike(stage, next[0], next[1], calm)
        struck.push(result)
        onStruck(result)
      }
    }
    await Promise.all(Array.from({ length: workers }, worker))
    return { preset, points: points.length, struck }
  })
}

type Point = { readonly label: string; readonly at: number }

/**
 * All: the build before and after every point. The longer runs before every point and after the last: nothing durable lies
 * between the end of one point and the beginning of the next, so these are all states that a kill can leave.
 */
function killsOf(extent: 'all' | 'sample', preset: SweptPreset, points: readonly Point[]): [KillPlan, string][] {
  const moments = ['before', 'after'] as const
  if (extent === 'all')
    return points.flatMap(({ label, at }, index) => {
      const isBoth = preset === 'build' || index === points.length - 1
      return moments.slice(0, isBoth ? 2 : 1).map((moment): [KillPlan, string] => [{ at, moment }, label])
    })
  return sampled[preset].map(([kind, moment]) => [{ at: middleOf(points, kind).at, moment }, kind])
}

/** Where an agent is at work, where a ref is moved and that is not yet recorded, and one more in each other run. */
const sampled: Readonly<Record<SweptPreset, readonly (readonly [kind: string, KillPlan['moment']])[]>> = {
  build: [
    ['agents.start', 'after'],
    ['git.updateRef', 'after'],
  ],
  sprint: [['trees.remove', 'before']],
  bug: [['trees.snapshot', 'before']],
}

/** The middle one of its kind: the first is often before anything is at stake. */
function middleOf(points: readonly Point[], kind: string): Point {
  const same = points.filter(({ label }) => label === kind)
  const point = same[Math.floor(same.length / 2)]
  if (point === undefined) throw new Error(`no point ${kind}`)
  return point
}

/** The figures of one preset, or of all of them. */
function figuresOf(swept: readonly Swept[]): string {
  const struck = swept.flatMap((each) => each.struck)
  const points = swept.reduce((sum, each) => sum + each.points, 0)
  const leaks = (part: string): number => struck.filter(({ difference }) => difference?.includes(`${part}: `)).length
  return `${points} points, ${struck.length} kills, ${struck.length - differing(struck)} equal, ${leaks('trees')} leaked trees, ${leaks('leaked')} leaked processes`
}

function differing(struck: readonly Struck[]): number {
  return struck.filter(({ difference }) => difference !== undefined).length
}

if (import.meta.main) {
  const extent = process.argv.includes('--all') ? 'all' : 'sample'
  const named = presets.filter((preset) => process.argv.includes(preset))
  const swept: Swept[] = []
  for (const preset of named.length === 0 ? presets : named) {
    const startedAt = performance.now()
    const each = await killSweep(extent, preset, ({ plan, label, difference }) => {
      if (difference !== undefined) console.log(`${preset} point ${plan.at} ${plan.moment} ${label}: ${difference}`)
    })
    swept.push(each)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`${preset}: ${figuresOf([each])}, ${seconds} s`)
  }
  const parts = swept.map(({ preset, points, struck }) => `${preset} ${points} points ${struck.length} kills`)
  console.log(`bar: ${figuresOf(swept)} (${parts.join(', ')})`)
  process.exitCode = differing(swept.flatMap(({ struck }) => struck)) === 0 ? 0 : 1
}
