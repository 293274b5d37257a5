/** Questions about models, money, runs and friction, asked of the command line as a real process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noUsage } from '#model/usage.ts'
import { modelTiers } from '#presets/model-tiers.ts'
import { routingOf } from '#testing/builders/index.ts'
import { makeStage, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = makeStage()
  await stage.play('done-1')
  await stage.play('routed-1', { spec: { routing: routingOf() }, approves: 'no' })
  await stage.play('priced-1', {
    spec: { routing: routingOf(), limits: { dispatches: 100, unitDispatches: 40, costMicros: 1_000_000 } },
    answer: ({ unit, task, key }) =>
      unit === 'api' && task.do === 'judge' && key.endsWith('#1')
        ? { status: 'failed', failure: { tag: 'empty' } }
        : undefined,
  })
}, 60_000)
afterAll(() => stage.end())

describe('route', { timeout: 60_000 }, () => {
  it('U-10 a misspelt name is told with the one that was meant; one of its own is a role yet to come', async () => {
    const wrong = await stage.forge(['route', 'revew'])
    expect([wrong.exitCode, wrong.error]).toEqual([2, expect.stringContaining('did you mean review?')])
    const own = await stage.forge(['route', 'gardener'])
    expect([own.exitCode, own.out]).toEqual([0, expect.stringContaining('tier=standard by default:gardener')])
  })

  it('U-10 R-14 tells the tier, the model and the effort of a role, and who decided each', async () => {
    const env = {
      ANTHROPIC_DEFAULT_OPUS_MODEL: 'big-one',
      ANTHROPIC_DEFAULT_SONNET_MODEL: 'other-one',
      ANTHROPIC_DEFAULT_HAIKU_MODEL: 'small-one',
    }
    const told = await stage.forge(['route', 'review-code', '--agent', 'claude-code'], env)
    expect(told.exitCode).toBe(0)
    expect(told.out).toContain('review-code  heavy → big-one, effort high')
    const phase = await stage.forge(['route', 'review', '--agent', 'claude-code'], env)
    expect(phase.out).toContain('review (reviewer)  heavy → big-one, effort high')
    for (const reason of [
      'tier=heavy by role:review-code',
      'model=opus by cluster:tiered',
      'effort=high by tier:heavy',
    ])
      expect(told.out).toContain(`  → ${reason}\n`)
  })

  it('D-01 S0-08 tells the canonical model where the environment says nothing', async () => {
    const unknown = await stage.forge(['route', 'commit', '--agent', 'claude-code', '--json'])
    expect(JSON.parse(unknown.out)).toMatchObject({
      routes: [
        { role: 'commit', cluster: { kind: 'unknown' }, route: { tier: 'light', model: modelTiers.anthropic.light } },
      ],
    })
  })

  it('R-14 tells what a run recorded, and says so where it recorded nothing', async () => {
    const recorded = await stage.forge(['route', 'review', '--run', 'routed-1'])
    expect(recorded.out).toContain('review (reviewer)  heavy → large-1')
    const before = await stage.forge(['route', 'review', '--run', 'done-1'])
    expect([before.exitCode, before.error]).toEqual([1, expect.stringContaining('without a choice of models')])
  })
})

describe('cost', { timeout: 60_000 }, () => {
  const costs = async (...args: string[]) =>
    JSON.parse((await stage.forge(['cost', 'priced-1', '--json', ...args])).out)

  it('U-21 R-15 sums every attempt once, by unit, by phase and by model, failed ones included', async () => {
    const [units, phases, models] = [await costs(), await costs('--by', 'phase'), await costs('--by', 'model')]
    const sum = (rows: { costMicros: number }[]): number => rows.reduce((all, row) => all + row.costMicros, 0)
    expect(sum(units.rows)).toBe(units.total.costMicros)
    expect(sum(phases.rows)).toBe(units.total.costMicros)
    expect(phases.rows.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['draft', 'review']))
    // Only agents have a model; checks and merges of this stage were told money too.
    const byName = Object.fromEntries(
      models.rows.map((row: { name: string; attempts: number }) => [row.name, row.attempts]),
    )
    expect(byName).toEqual({ 'large-1': 4, 'middle-1': 2 })
    expect(units.fates.failed).toMatchObject({ attempts: 1, costMicros: 12_500 })
    expect(units.limits).toEqual({ costMicros: 1_000_000 })
    expect(models.rows[0].peakContext).toBe(900)
  })

  it('U-21 tells money, its limit and what was wasted in words', async () => {
    const { out } = await stage.forge(['cost', 'priced-1'])
    expect(out).toMatch(/^priced-1 {2}\$\d\.\d\d of \$1\.00, \d+ tokens$/m)
    expect(out).toContain('of these 1 failed $0.01')
  })
})

describe('raise', { timeout: 60_000 }, () => {
  it('U-21 refuses a limit that is lower than it is, unless told so', async () => {
    const refused = await stage.forge(['raise', 'priced-1', '--max-cost', '0.5', '--no-drive'])
    expect([refused.exitCode, refused.error]).toEqual([
      2,
      expect.stringContaining('--max-cost $0.50 is lower than the current limit, $1.00'),
    ])
    expect(refused.error).toContain('add --lower to allow that')
    expect((await stage.inbox('priced-1')).length).toBe(0)
    const lowered = await stage.forge([
      'raise',
      'routed-1',
      '--max-unit-minutes',
      '3',
      '--max-attempts',
      '10',
      '--lower',
      '--no-drive',
    ])
    expect(lowered.exitCode).toBe(0)
    const [left] = await stage.inbox('routed-1')
    expect(left?.body).toMatchObject({ limits: { dispatches: 10, unitActiveMs: 180_000, unitDispatches: 40 } })
  })
})

describe('list and query', { timeout: 60_000 }, () => {
  const json = async (...args: string[]) => JSON.parse((await stage.forge([...args, '--json'])).out)

  it('R-17 lists runs, units and attempts, narrowed by status, run and unit', async () => {
    const runs = await json('list')
    expect(runs.rows.map(({ run }: { run: string }) => run).toSorted()).toEqual(['done-1', 'priced-1', 'routed-1'])
    const units = await json('list', 'units', '--run', 'done', '--status', 'done')
    expect(units.rows.map(({ unit }: { unit: string }) => unit)).toEqual(expect.arrayContaining(['api', 'web']))
    const failed = await json('list', 'attempts', '--run', 'priced-1', '--unit', 'api', '--status', 'failed')
    expect(failed.rows).toMatchObject([
      { phase: 'review', failure: 'empty', tier: 'heavy', model: 'large-1', cost: 0.0125 },
    ])
    const told = await stage.forge(['list', 'units', '--run', 'done-1'])
    expect(told.out).toMatch(/^run +unit +template +status .*title$/m)
    expect(told.out).toMatch(/^done-1 +api +module +done .*The API$/m)
  })

  it('R-17 a value that no row has is told with the one that was meant', async () => {
    const told = await stage.forge(['list', 'units', '--status', 'doen'])
    expect([told.exitCode, told.out]).toEqual([0, expect.stringContaining('Did you mean status=done?')])
    expect((await stage.forge(['list', 'units', '--status', 'stopped', '--run', 'done-1'])).out).not.toContain('mean')
  })

  it('R-17 finds by conditions, tells its fields, and knows what was meant', async () => {
    const found = await json('query', 'phase=review and attempt>1', '--of', 'attempts')
    expect(found.rows).toMatchObject([{ run: 'priced-1', unit: 'api', verdict: 'pass' }])
    expect((await json('query', 'title~page and status=done', '--limit', '1')).more).toBe(1)
    const fields = await stage.forge(['query', '--fields'])
    expect(fields.out).toMatch(/^units\n {2}run +text +Id of the run/m)
    const wrong = await stage.forge(['query', 'statsu=done'])
    expect([wrong.exitCode, wrong.error]).toEqual([2, expect.stringContaining('did you mean status?')])
    const none = await stage.forge(['query', 'status=stopped'])
    expect([none.exitCode, none.out]).toEqual([0, expect.stringContaining('No unit matches.')])
  })

  it('S0-44 friction tells what stood in the way of all runs, or of one', async () => {
    const all = await json('friction')
    expect(all.counts).toEqual({})
    expect((await stage.forge(['friction', 'done-1'])).out).toContain('No friction was reported.')
  })
})

describe('money that Forge estimated', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    const usage = {
      ...noUsage,
      inputTokens: 900,
      costMicros: 12_500,
      estimatedMicros: 12_500,
      source: 'metered' as const,
    }
    const priceBook = { name: 'prices', version: '1.2.3', date: '2026-09-23' }
    const unpriced = { unpricedTokens: 40, unpriced: ['house-1'] }
    await stage.play('guessed-1', { spec: { priceBook }, usage: { ...usage, ...unpriced } })
  })

  it.each([
    ['status', 'guessed-1'],
    ['report', 'guessed-1'],
    ['cost', 'guessed-1'],
    ['show', 'api', '--run', 'guessed-1'],
    ['events', 'guessed-1'],
    ['watch', 'guessed-1'],
    ['list', 'units', '--run', 'guessed-1'],
    ['list', 'attempts', '--run', 'guessed-1'],
    ['query', 'run=guessed-1', '--of', 'runs'],
  ])('U-21 R-15 carries ~ wherever it stands: forge %s %s', async (...args) => {
    const { out } = await stage.forge(args)
    const sums = out.match(/.?\$\d+\.\d+/g) ?? []
    expect(sums.length).toBeGreaterThan(0)
    expect(sums.filter((sum) => !sum.startsWith('~'))).toEqual([])
    const told = (await stage.forge(args.map((word) => word.replaceAll('guessed-1', 'done-1')))).out
    expect(told).toMatch(/\$\d/)
    expect(told).not.toContain('~')
  })

  it('R-15 status and report name what has no price, also beside what has one, and the day of the prices', async () => {
    const report = await stage.forge(['report', 'guessed-1'])
    expect(report.out).toContain('prices of 2026-09-23 (prices 1.2.3)')
    for (const { out } of [report, await stage.forge(['status', 'guessed-1'])])
      expect(out).toMatch(/\d+ tokens have no known price \(house-1\)/)
    const status = JSON.parse((await stage.forge(['status', 'guessed-1', '--json'])).out)
    expect(status.runs[0].unpricedTokens).toBeGreaterThan(0)
    expect(status.detail.unpriced).toEqual(['house-1'])
  })
})
