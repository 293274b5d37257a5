/** Questions about models, money, runs and friction, asked of the command line as a real process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routingOf } from '#testing/builders/index.ts'
import { makeStage, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = makeStage()
  await stage.play('done-1')
  await stage.play('routed-1', { spec: { routing: routingOf() }, approves: 'no' })
}, 60_000)
afterAll(() => stage.end())

describe('route', { timeout: 60_000 }, () => {
  it('U-10 R-14 tells the tier, the model and the effort of a role, and who decided each', async () => {
    const env = {
      ANTHROPIC_DEFAULT_OPUS_MODEL: 'big-one',
      ANTHROPIC_DEFAULT_SONNET_MODEL: 'other-one',
      ANTHROPIC_DEFAULT_HAIKU_MODEL: 'small-one',
    }
    const told = await stage.forge(['route', 'review-code', '--agent', 'claude-code'], env)
    expect(told.exitCode).toBe(0)
    expect(told.out).toContain('review-code  heavy → big-one, effort high')
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
      routes: [{ role: 'commit', cluster: { kind: 'unknown' }, route: { tier: 'light', model: 'claude-haiku-4-5' } }],
    })
  })

  it('R-14 tells what a run recorded, and says so where it recorded nothing', async () => {
    const recorded = await stage.forge(['route', 'review', '--run', 'routed-1'])
    expect(recorded.out).toContain('review (reviewer)  heavy → large-1')
    const before = await stage.forge(['route', 'review', '--run', 'done-1'])
    expect([before.exitCode, before.error]).toEqual([1, expect.stringContaining('without a choice of models')])
  })
})
