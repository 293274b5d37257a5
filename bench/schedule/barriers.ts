/** The two barrier policies that Forge replaces: batches of ready units, and tiers. Each waits for all of a group. */
import type { Work } from './graph.ts'

/** Takes ready and disjoint units, up to the slots; runs them; waits for the last; repeats. */
export function readyBatch(graph: readonly Work[], slots: number): number {
  const done = new Set<string>()
  let now = 0
  while (done.size < graph.length) {
    const ready = graph.filter(({ id, depends }) => !done.has(id) && depends.every((on) => done.has(on)))
    const batch = disjoint(ready, slots)
    now += Math.max(...batch.map(({ durationMs }) => durationMs))
    for (const { id } of batch) done.add(id)
  }
  return now
}

/** All units of one depth, in all available slots, before any of the next. */
export function tiers(graph: readonly Work[], slots: number): number {
  const depth = new Map<string, number>()
  for (const { id, depends } of graph) depth.set(id, 1 + Math.max(0, ...depends.map((on) => depth.get(on) ?? 0)))
  let now = 0
  for (let tier = 1; tier <= Math.max(...depth.values()); tier += 1) {
    now += listed(
      graph.filter(({ id }) => depth.get(id) === tier),
      slots,
    )
  }
  return now
}

function disjoint(ready: readonly Work[], slots: number): Work[] {
  const batch: Work[] = []
  for (const work of ready) if (batch.length < slots && batch.every((other) => !collide(work, other))) batch.push(work)
  return batch
}

/** One tier: a free slot takes the next unit whose files are free. */
function listed(tier: readonly Work[], slots: number): number {
  const waiting = [...tier]
  let running: { work: Work; end: number }[] = []
  let now = 0
  while (waiting.length > 0 || running.length > 0) {
    for (const work of waiting.slice()) {
      if (running.length >= slots || running.some((other) => collide(work, other.work))) continue
      running.push({ work, end: now + work.durationMs })
      waiting.splice(waiting.indexOf(work), 1)
    }
    now = Math.min(...running.map(({ end }) => end))
    running = running.filter(({ end }) => end > now)
  }
  return now
}

function collide(one: Work, other: Work): boolean {
  return one.files.some((file) => other.files.includes(file))
}
