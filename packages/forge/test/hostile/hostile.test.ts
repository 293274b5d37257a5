/** Hostile agents without and with a sandbox (B6), a sample; all of them are a bar of `npm run proof`. */
import { afterAll, describe, expect, it, vi } from 'vitest'
import { behaviours } from './behaviours.ts'
import { isMissing } from '../tools.ts'
import { asUser, besiege, groupsOf, walledGroupsOf } from './siege.ts'

vi.mock('#adapters/agents/scripted/index.ts', async (importOriginal) =>
  (await import('../driven/bundled-agent.ts')).agentsOfBundle(await importOriginal()),
)

/** One that is merged, one that stops, one that reaches outside, and one that leaves a process. */
const named = ['commits', 'removes-tree', 'writes-into-checkout', 'double-fork']

const user = asUser()
afterAll(() => user.leave())

describe('hostile agents', { timeout: 120_000 }, () => {
  const sample = behaviours.filter(({ name }) => named.includes(name))

  it('B6 are many', () => {
    expect(sample).toHaveLength(named.length)
    expect(new Set(sample.map(({ end }) => end))).toEqual(new Set(['merged', 'stopped', 'outside']))
    expect(behaviours.length).toBeGreaterThanOrEqual(70)
  })

  it.each(groupsOf(sample, 8).map((group) => [group.map(({ name }) => name).join(', '), group] as const))(
    'B6 F-19 F-27 F-29 F-31 I-27 I-33 %s: only what was declared and verified is merged, nobody survives, what changed outside is said',
    async (_, group) => {
      const verdicts = await besiege(group)
      expect(verdicts.filter(({ fault }) => fault !== undefined)).toEqual([])
    },
  )

  it
    .skipIf(isMissing('bwrap'))
    .each(walledGroupsOf(sample, 12).map((group) => [group.map(({ name }) => name).join(', '), group] as const))(
    'B6 F-27 F-31 I-27 I-33 in the sandbox %s: nothing outside changes, nobody survives, honest work is merged',
    async (_, group) => {
      const verdicts = await besiege(group, 'required')
      expect(verdicts.filter(({ fault }) => fault !== undefined)).toEqual([])
    },
  )
})
