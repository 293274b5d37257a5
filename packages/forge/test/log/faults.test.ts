/** Failing system calls under a driving process, a sample of the sweep that `faults.proof.test.ts` makes in full. */
import { afterAll, describe, expect, it } from 'vitest'
import { traceOrder } from './order.ts'
import type { Point } from './sweep.ts'
import { complaintsOf, removeExistingJournal, sweep } from './sweep.ts'

afterAll(removeExistingJournal)

const sample = (point: Omit<Point, 'when'>, ...whens: readonly string[]): readonly Point[] =>
  whens.map((when) => ({ ...point, when }))

describe('failing system calls (sampled)', () => {
  it('B5 F-6 I-2 a failing sync is a named stop; acknowledged ≤ there ≤ acknowledged + 1; a later start goes on', async () => {
    const struck = await sweep([
      ...sample({ call: 'fsync', harm: 'error=EIO', start: 'fresh' }, '1', '9+', '16'),
      ...sample({ call: 'fsync', harm: 'error=EIO', start: 'existing' }, '3', '20', '21+'),
      ...sample({ call: 'fsync', harm: 'error=ENOSPC', start: 'existing' }, '5+', '33'),
    ])
    expect(complaintsOf(struck)).toEqual([])
    expect(struck.filter(({ stop }) => stop !== undefined).length).toBeGreaterThan(4)
  }, 60_000)

  it('B5 F-7 I-2 a failing write is a named stop, `full` when the disk is full', async () => {
    const struck = await sweep([
      ...sample({ call: 'pwrite64', harm: 'error=ENOSPC', start: 'fresh' }, '2', '17+', '48'),
      ...sample({ call: 'pwrite64', harm: 'error=ENOSPC', start: 'existing' }, '12', '26+', '40'),
      ...sample({ call: 'pwrite64', harm: 'error=EIO', start: 'existing' }, '13+', '31'),
    ])
    expect(complaintsOf(struck)).toEqual([])
    expect(new Set(struck.map(({ stop }) => stop))).toContain('full')
  }, 60_000)

  it('F-1 I-2 killed at a sync or at a write: nothing acknowledged is lost, nothing is there in part', async () => {
    const struck = await sweep([
      ...sample({ call: 'fsync', harm: 'signal=SIGKILL', start: 'fresh' }, '2', '12', '30'),
      ...sample({ call: 'fsync', harm: 'signal=SIGKILL', start: 'existing' }, '4', '37'),
      ...sample({ call: 'pwrite64', harm: 'signal=SIGKILL', start: 'existing' }, '13', '30', '55'),
    ])
    expect(complaintsOf(struck)).toEqual([])
  }, 60_000)

  it('F-5 I-2 whatever is acknowledged was synced before: in the order of system calls', async () => {
    const { acks, syncs, tooEarly } = await traceOrder('drive')
    expect(tooEarly).toEqual([])
    expect(acks).toBe(30)
    expect(syncs).toBeGreaterThanOrEqual(30)
  }, 30_000)
})

describe('planted bugs: the fault tests find them', () => {
  it('reliability S8: acknowledged before the sync, in every round', async () => {
    const point = { call: 'fsync', harm: 'error=EIO', start: 'existing', mode: 'drive-planted-early' } as const
    for (const { violations } of await sweep(sample(point, '4', '4+', '9'))) {
      expect(violations.join('; ')).toMatch(/\d+ acknowledged, \d+ there/)
    }
  }, 60_000)

  it('reliability S8: synchronous=OFF, in every round', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { acks, tooEarly } = await traceOrder('drive-planted-unsynced')
      expect(acks).toBe(30)
      expect(tooEarly.length).toBeGreaterThan(20)
    }
  }, 30_000)
})
