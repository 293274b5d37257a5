/** The simulator as it is used: the command, its figures, and that it would notice. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runBatch } from '#testing/simulator/batch.ts'
import { sweep } from '#testing/simulator/exhaustive.ts'
import { runPlant } from './planted.ts'
import { plants } from './plants/list.ts'
import { runSchedule } from '#testing/simulator/schedule.ts'
import { scenarioOf } from '#testing/simulator/scenario.ts'
import { readWish } from './wish.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

function simulate(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=source', main, ...words], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr })
    })
  })
}

describe('npm run simulate', () => {
  it(
    // A sample: 10,000, and that every rare state is reached, are a bar of `npm run proof`.
    'B1 runs 25 schedules of the production engine, most of them crashed, without a violation (I-1 … I-39)',
    { timeout: 600_000 },
    async () => {
      const { code, stdout } = await simulate('--schedules', '25')
      expect(stdout).toMatch(
        /bar: 25 schedules, mean \d+ steps, \d+ % with a crash, 0 violations, trace [0-9a-f]{8}, \d+ schedules\/s/,
      )
      const [, steps, share] = /mean (\d+) steps, (\d+) % with/.exec(stdout) ?? []
      expect(Number(steps)).toBeGreaterThanOrEqual(150)
      expect(Number(share)).toBeGreaterThanOrEqual(60)
      expect(code).toBe(0)
    },
  )

  it('B1 holds on a real SQLite journal as well', { timeout: 120_000 }, async () => {
    const seeds = [500, 501, 502, 503, 504, 505, 506, 507]
    const { violations, schedules } = await runBatch({ seeds, doublechecked: 0, journal: 'sqlite', until: 'end' })
    expect(violations).toEqual([])
    expect(schedules).toBe(seeds.length)
  })

  it('says what went wrong with the words it was given, and exits 2', { timeout: 60_000 }, async () => {
    const { code, stderr } = await simulate('--no-such-flag')
    expect(code).toBe(2)
    expect(stderr).toContain("Unknown option '--no-such-flag'")
    expect(stderr).toContain('npm run simulate -- --schedules')
    for (const words of [
      ['--schedules', 'many'],
      ['--schedules', '0'],
      ['--seed', '-1'],
      ['--log', 'paper'],
    ])
      expect(readWish(words), words.join(' ')).toMatchObject({ do: 'refuse' })
    expect(readWish(['--schedules', '2', '--seed', '7'])).toEqual({ do: 'random', seeds: [7, 8], journal: 'memory' })
  })
})

describe('a schedule', () => {
  it('leaves the same trace twice from the same seed, and another from another', async () => {
    const [once, again, other] = [
      await runSchedule(scenarioOf(11)),
      await runSchedule(scenarioOf(11)),
      await runSchedule(scenarioOf(12)),
    ]
    expect(again.digest).toBe(once.digest)
    expect(other.digest).not.toBe(once.digest)
  })

  // In each of them a crash delays one of two plans behind the other, so that the units get each other's iterations.
  it('meets the same agents when a crash changes the order in which two plans are approved (I-6)', async () => {
    const seeds = [955266758, 5097, 44742]
    const { violations } = await runBatch({ seeds, doublechecked: 0, journal: 'memory', until: 'end' })
    expect(violations).toEqual([])
  })

  // In each of them a unit is reopened while another one works on the same file.
  it('knows that a unit which was stopped holds no paths any more (I-17)', async () => {
    const seeds = [125_440_292, 125_441_409]
    const { violations } = await runBatch({ seeds, doublechecked: 0, journal: 'memory', until: 'end' })
    expect(violations).toEqual([])
  })

  // Two agents report different levels of one window at the same instant, around the threshold.
  it('does not know which of two levels of one instant Forge believes (S1-65)', async () => {
    const { violations } = await runSchedule(scenarioOf(789_193_510))
    expect(violations).toEqual([])
  })

  // A plan replaces a unit whose merge was made by a process that died before it said so.
  it('finds a merge that was made, also when the unit is to stop (I-26)', async () => {
    const { violations } = await runSchedule(scenarioOf(50_906))
    expect(violations).toEqual([])
  })

  // A person refuses changed gates, and the work that comes back changes none.
  it('asks for an answer about gates only where somebody was asked about this very tree (I-14)', async () => {
    const { violations } = await runSchedule(scenarioOf(406_023_723))
    expect(violations).toEqual([])
  })

  it('does not hold against Forge which of two levels of a window it believes, when both were told at the same instant (S1-65)', async () => {
    const { violations, reached } = await runSchedule(scenarioOf(400_003_849))
    expect(reached).toContain('told by an agent how full its account is')
    expect(violations).toEqual([])
  })

  it('S0-37 goes on from what is recorded: cut at a few of all points, it ends like the uninterrupted run', async () => {
    const results = await sweep({ part: 3, parts: 300 })
    expect(results.map(({ runs }) => runs > 0)).toEqual([true, true, true])
    expect(results.flatMap(({ failures }) => failures)).toEqual([])
  })

  it(
    'B2 ends like the uninterrupted run wherever it is cut: a sample of the exhaustive sweep (I-6, I-7)',
    { timeout: 60_000 },
    async () => {
      const results = await sweep({ part: 7, parts: 400 })
      expect(results.map(({ graph }) => graph)).toEqual(['one unit', 'two dependent', 'two conflicting'])
      for (const { runs, points, failures } of results) {
        expect(points).toBeGreaterThan(60)
        expect(runs).toBeGreaterThan(8)
        expect(failures).toEqual([])
      }
    },
  )
})

describe('planted bugs', () => {
  // One per layer that is found early; all of them are a bar of `npm run proof`.
  const sample = ['tree never removed', 'offered before the commit', 'stale verdict counts']

  it.each(sample)('B4 %s: found', { timeout: 60_000 }, async (name) => {
    const plant = plants.find((each) => each.name === name)
    expect(plant).toBeDefined()
    const found = await runPlant(plant as (typeof plants)[number])
    expect(found.schedule).toBeGreaterThan(0)
  })

  it('are at least 15, in core, actor and perform', () => {
    expect(plants.length).toBeGreaterThanOrEqual(15)
    expect(new Set(plants.map(({ layer }) => layer))).toEqual(new Set(['core', 'actor', 'perform']))
  })
})
