/** Limits of a real run: real processes, and a script that says what it costs. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, usualPlan, usualWork, type Place } from '../terminal/place.ts'

let place: Place
afterEach(() => place.end())

const costing = (costMicros: number, inputTokens = 10) => ({ do: 'usage', costMicros, inputTokens })

describe('a run with a limit', { timeout: 120_000 }, () => {
  it('U-21 U-05 stops when the money is spent, with exit code 6 and the command that goes on; raised, it ends well', async () => {
    place = await makePlace({
      planner: [costing(600_000), usualPlan],
      worker: [costing(600_000), ...usualWork],
      reviewer: [costing(1000), { do: 'answer' }],
    })
    const stopped = await place.forge(['build', 'Open the shop', '--yes', '--max-cost', '1'])
    expect(stopped.exitCode).toBe(6)
    expect(stopped.out).toContain('the run has reached its limit of money')
    const [, command, run] = /^Next: (forge raise (\S+) --max-cost) <number>$/m.exec(stopped.out) ?? []
    expect(command).toBeDefined()
    const status = JSON.parse((await place.forge(['status', String(run), '--json'])).out)
    expect(status.runs[0].costMicros).toBe(1_200_000)
    expect(status.detail.limits).toEqual({ costMicros: 1_000_000, checked: 'between-attempts' })
    expect((await place.forge(['status', String(run)])).out).toMatch(
      /^ {2}limit +\$1\.00, checked after each attempt: one attempt can exceed it$/mu,
    )
    const raised = await place.forge(['raise', String(run), '--max-cost', '2'])
    expect([raised.exitCode, raised.error]).toEqual([0, expect.anything()])
    const cost = JSON.parse((await place.forge(['cost', String(run), '--json'])).out)
    expect(cost.total).toMatchObject({ costMicros: 1_201_000, estimatedMicros: 0 })
  })

  it('U-21 U-05 one unit that reaches its own limit stops, and the process says 6', async () => {
    place = await makePlace({ worker: [costing(300_000), ...usualWork] })
    const stopped = await place.forge(['build', 'Open the shop', '--yes', '--max-unit-cost', '0.25'])
    expect(stopped.exitCode).toBe(6)
    expect(stopped.out).toContain('shop blocked "The shop": the unit has reached its limit of money per unit')
    expect(stopped.out).toMatch(/^Next: forge raise \S+ --max-unit-cost <number>$/m)
  })

  it('S0-14 U-21 an agent that tells tokens but no money is priced by the configuration, and the sum is marked', async () => {
    place = await makePlace({
      planner: [{ do: 'session', id: 's', model: 'house-model-3' }, costing(0, 1_000_000), usualPlan],
    })
    await place.forge(['build', 'Open the shop'])
    const cost = JSON.parse((await place.forge(['cost', '--by', 'model', '--json'])).out)
    expect(cost.rows).toMatchObject([{ name: 'house-model-3', costMicros: 0, unpricedTokens: 1_000_000 }])
  })

  it('R-15 U-05 a model without a price is refused with a limit of money, and runs with a price, or held by tokens', async () => {
    place = await makePlace({ worker: [costing(0, 1000), ...usualWork] })
    const models = 'models: { light: house-1, standard: house-1, heavy: house-1 }\n'
    const local = join(place.root, '.forge/config.local.yaml')
    writeFileSync(local, models)
    const build = ['build', 'Open the shop', '--yes', '--accept-dirty', '--max-cost', '1']
    const refused = await place.forge(build)
    expect([refused.exitCode, refused.error]).toEqual([2, expect.stringContaining('house-1 has no price')])
    expect(refused.error).toContain('prices: { "house-1":')
    expect((await place.forge(['status'])).out).toContain('No runs')
    const held = await place.forge([...build, '--allow-unpriced', '--max-tokens', '100000'])
    expect([held.exitCode, held.error]).toEqual([0, expect.stringContaining('house-1 has no price')])
    expect(held.out).toMatch(/1000 tokens have no known price \(house-1\)/)
    writeFileSync(local, `${models}prices: { house-1: { input: 3, output: 6 } }\n`)
    const priced = await place.forge(build)
    expect([priced.exitCode, priced.out]).toEqual([0, expect.stringContaining('~$0.0030')])
  })
})
