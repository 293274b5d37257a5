import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { randomOf } from './random.ts'
import { benchSchedule } from './schedule.ts'
import { readyBatch, tiers } from './schedule/barriers.ts'
import { forgeMakespan } from './schedule/forge.ts'
import { boundOf, randomGraph, type Work } from './schedule/graph.ts'

describe('the benchmarks', { timeout: 30_000 }, () => {
  it('list their names and exit 2 when asked for one that does not exist', () => {
    const ran = spawnSync(process.execPath, ['--conditions=source', join(import.meta.dirname, 'main.ts'), 'nothing'], {
      encoding: 'utf8',
    })
    expect([ran.status, ran.stdout]).toEqual([2, ''])
    expect(ran.stderr).toContain('names: schedule, engine, resume, start, trees')
  })

  it('U-09 no policy beats the bound, and Forge comes nearer to it than the barriers', () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const graph = randomGraph(randomOf(seed), 12)
      for (const policy of [forgeMakespan, readyBatch, tiers])
        expect(policy(graph, 3)).toBeGreaterThanOrEqual(Math.floor(boundOf(graph, 3)))
    }
    const { forge, readyBatch: batches, tiers: tiered } = benchSchedule(5)
    expect(forge).toBeLessThan(Math.min(batches, tiered))
  })

  it('U-09 know the bound of a graph: the longest chain, all work over all slots, or the work on one file', () => {
    const work = (id: string, depends: string[], files: string[]): Work => ({ id, durationMs: 10, depends, files })
    expect(boundOf([work('a', [], ['x']), work('b', ['a'], ['y'])], 2)).toBe(20)
    expect(boundOf([work('a', [], ['x']), work('b', [], ['y']), work('c', [], ['z'])], 2)).toBe(15)
    expect(boundOf([work('a', [], ['x']), work('b', [], ['x', 'y']), work('c', [], ['x'])], 3)).toBe(30)
  })
})
