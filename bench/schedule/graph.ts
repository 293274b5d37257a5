/** Random work graphs and the bound that no schedule of one can beat. */
import type { Random } from '../random.ts'

export interface Work {
  readonly id: string
  readonly durationMs: number
  readonly depends: readonly string[]
  readonly files: readonly string[]
}

/** Durations lognormal(ln 5 min, 0.7); 0, 1, 1, 2, 2 or 3 dependencies among the 12 units before; 1–3 files of 3 n. */
export function randomGraph(random: Random, size: number): Work[] {
  const files = Array.from({ length: 3 * size }, (_, index) => `f${index}`)
  const ids: string[] = []
  return Array.from({ length: size }, (_, index) => {
    const id = `u${index}`
    const depends = random.sample(ids.slice(-12), [0, 1, 1, 2, 2, 3][random.below(6)] as number)
    const durationMs = Math.max(1, Math.round(random.lognormal(Math.log(5), 0.7) * 60_000))
    ids.push(id)
    return { id, durationMs, depends, files: random.sample(files, 1 + random.below(3)) }
  })
}

/** The maximum of: the critical path, all work divided by the slots, the work on one file. */
export function boundOf(graph: readonly Work[], slots: number): number {
  const ends = new Map<string, number>()
  const perFile = new Map<string, number>()
  let total = 0
  for (const { id, durationMs, depends, files } of graph) {
    ends.set(id, durationMs + Math.max(0, ...depends.map((on) => ends.get(on) ?? 0)))
    for (const file of files) perFile.set(file, (perFile.get(file) ?? 0) + durationMs)
    total += durationMs
  }
  return Math.max(...ends.values(), total / slots, ...perFile.values())
}
