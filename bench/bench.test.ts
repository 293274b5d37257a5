import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readJournal, decodeLines, journalNames } from '../packages/forge/test/journals/journals.ts'
import type { EventOf } from '../packages/forge/src/model/event.ts'
import { noUsage } from '../packages/forge/src/model/usage.ts'
import { sharesOf, tokensIn } from './context.ts'
import { eventsOf } from './log/run.ts'
import { randomOf } from './random.ts'
import { benchSchedule } from './schedule.ts'
import { readyBatch, tiers } from './schedule/barriers.ts'
import { forgeMakespan } from './schedule/forge.ts'
import { staleBuild } from './start.ts'
import { boundOf, randomGraph, type Work } from './schedule/graph.ts'

describe('the benchmarks', { timeout: 30_000 }, () => {
  it('list their names and exit 2 when asked for one that does not exist', () => {
    const ran = spawnSync(process.execPath, ['--conditions=source', join(import.meta.dirname, 'main.ts'), 'nothing'], {
      encoding: 'utf8',
    })
    expect([ran.status, ran.stdout]).toEqual([2, ''])
    expect(ran.stderr).toContain('names: schedule, engine, resume, start, trees, context, agents, watch')
  })

  it('start measures no build that is older than its sources', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forge-bench-'))
    const write = (file: string, seconds: number): void => {
      mkdirSync(join(folder, file, '..'), { recursive: true })
      writeFileSync(join(folder, file), '')
      utimesSync(join(folder, file), seconds, seconds)
    }
    try {
      for (const file of ['src/deep/a.ts', 'bin/forge.js']) write(file, 100)
      expect(staleBuild(folder)).toBe('there is no build yet')
      write('dist/cli.js', 200)
      expect(staleBuild(folder)).toBeUndefined()
      write('src/deep/a.test.ts', 300)
      expect(staleBuild(folder)).toBeUndefined()
      write('src/deep/a.ts', 300)
      expect(staleBuild(folder)).toBe('src/deep/a.ts is newer than the build')
    } finally {
      rmSync(folder, { recursive: true })
    }
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

  it('the run that logs are measured with goes on for as long as it is asked to', () => {
    const kinds = eventsOf('toy', 200).map(({ type }) => type)
    expect(kinds.filter((type) => type === 'attempt.finished').length).toBeGreaterThan(40)
  })

  it('U-09 know the bound of a graph: the longest chain, all work over all slots, or the work on one file', () => {
    const work = (id: string, depends: string[], files: string[]): Work => ({ id, durationMs: 10, depends, files })
    expect(boundOf([work('a', [], ['x']), work('b', ['a'], ['y'])], 2)).toBe(20)
    expect(boundOf([work('a', [], ['x']), work('b', [], ['y']), work('c', [], ['z'])], 2)).toBe(15)
    expect(boundOf([work('a', [], ['x']), work('b', [], ['x', 'y']), work('c', [], ['x'])], 3)).toBe(30)
  })

  it('U-18 the share of a prompt that is the same counts from its beginning, in tokens of the shorter one', () => {
    expect(sharesOf(['aaaabbbb', 'aaaacccc'])).toEqual([0.5])
    expect(sharesOf(['aaaabbbb', 'xaaabbbb'])).toEqual([0])
    expect(sharesOf(['aaaa', 'aaaabbbbcccc', 'aaaabbbb'])).toEqual([1, 1, 1])
    expect(sharesOf(['alone'])).toEqual([])
  })

  it('U-02 tokens of nodes without an agent are read from the journal, so that any would be seen', () => {
    const events = journalNames().flatMap((name) => decodeLines(readJournal(name).lines))
    const intended = events.filter((event) => event.type === 'attempt.intended')
    const [work, check] = ['work', 'check'].map((what) => intended.find(({ task }) => task.do === what))
    if (work === undefined || check === undefined) throw new Error('no journal has both')
    const ended = (key: string, inputTokens: number): EventOf<'attempt.finished'> => ({
      type: 'attempt.finished',
      v: 1,
      at: 1,
      key,
      outcome: { status: 'checked', results: [] },
      usage: { ...noUsage, inputTokens },
      durationMs: 1,
    })
    expect(tokensIn([work, check, ended(work.key, 5), ended(check.key, 0)])).toEqual({
      agentTokens: 5,
      otherTokens: 0,
      otherAttempts: 1,
    })
    expect(tokensIn([work, check, ended(work.key, 5), ended(check.key, 7)])).toMatchObject({ otherTokens: 7 })
  })
})
