/**
 * `schedule`: the duration of the whole ÷ the bound that no schedule can beat, mean over random graphs. Forge is the
 * production core in virtual time, with correct expectations; beside it are the two barrier policies it replaces.
 */
import { randomOf } from './random.ts'
import { readyBatch, tiers } from './schedule/barriers.ts'
import { forgeMakespan } from './schedule/forge.ts'
import { boundOf, randomGraph } from './schedule/graph.ts'

const policies = { forge: forgeMakespan, readyBatch, tiers }

type Means = Record<keyof typeof policies, number>

export function benchSchedule(graphs = 200) {
  const settings = [10, 30, 100].flatMap((units) => [3, 8].map((slots) => ({ units, slots })))
  const rows = settings.map(({ units, slots }) => ({ units, slots, ...meansFor(units, slots, graphs) }))
  const over = (name: keyof Means): number => round(rows.reduce((sum, row) => sum + row[name], 0) / rows.length)
  const worst = Math.max(...rows.map(({ forge }) => forge))
  return {
    bench: 'schedule',
    graphs,
    forge: over('forge'),
    readyBatch: over('readyBatch'),
    tiers: over('tiers'),
    goal: 1.08,
    worst,
    rows,
  }
}

function meansFor(units: number, slots: number, graphs: number): Means {
  const sums: Means = { forge: 0, readyBatch: 0, tiers: 0 }
  for (let seed = 1; seed <= graphs; seed += 1) {
    const graph = randomGraph(randomOf(seed * 1000 + units), units)
    const bound = boundOf(graph, slots)
    for (const [name, makespan] of Object.entries(policies)) sums[name as keyof Means] += makespan(graph, slots) / bound
  }
  return {
    forge: round(sums.forge / graphs),
    readyBatch: round(sums.readyBatch / graphs),
    tiers: round(sums.tiers / graphs),
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
