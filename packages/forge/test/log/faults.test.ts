/** Failing system calls under a driving process, a sample of the sweep that `faults.proof.test.ts` makes in full. */
import { isMissing } from '../tools.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { cutPower } from './power.ts'
import type { Point } from './sweep.ts'
import { complaintsOf, existingJournal, removeExistingJournal, sweep } from './sweep.ts'
import { traceDrivers } from './trace.ts'

afterAll(removeExistingJournal)

const sample = (point: Omit<Point, 'when'>, ...whens: readonly string[]): readonly Point[] =>
  whens.map((when) => ({ ...point, when }))

describe.skipIf(isMissing('strace'))('failing system calls (sampled)', () => {
  it('B5 F-6 I-2 a failing sync is a named stop; acknowledged ≤ there ≤ acknowledged + 1; a later start goes on', async () => {
    const struck = await sweep([
      ...sample({ call: 'fsync', harm: 'error=EIO', start: 'fresh' }, '1', '9+'),
      ...sample({ call: 'fsync', harm: 'error=EIO', start: 'existing' }, '3', '21+'),
      ...sample({ call: 'fsync', harm: 'error=ENOSPC', start: 'existing' }, '33'),
    ])
    expect(complaintsOf(struck)).toEqual([])
    expect(struck.filter(({ stop }) => stop !== undefined).length).toBeGreaterThan(2)
  })

  it('B5 F-7 I-2 a failing write is a named stop, `full` when the disk is full', async () => {
    const struck = await sweep([
      ...sample({ call: 'pwrite64', harm: 'error=ENOSPC', start: 'fresh' }, '48'),
      ...sample({ call: 'pwrite64', harm: 'error=ENOSPC', start: 'existing' }, '12', '26+'),
      ...sample({ call: 'pwrite64', harm: 'error=EIO', start: 'existing' }, '13+'),
    ])
    expect(complaintsOf(struck)).toEqual([])
    expect(new Set(struck.map(({ stop }) => stop))).toContain('full')
  })

  it('F-1 I-2 killed at a sync or at a write: nothing acknowledged is lost, nothing is there in part', async () => {
    const struck = await sweep([
      ...sample({ call: 'fsync', harm: 'signal=SIGKILL', start: 'fresh' }, '12'),
      ...sample({ call: 'fsync', harm: 'signal=SIGKILL', start: 'existing' }, '37'),
      ...sample({ call: 'pwrite64', harm: 'signal=SIGKILL', start: 'existing' }, '30'),
    ])
    expect(complaintsOf(struck)).toEqual([])
  })

  it('F-5 I-2 the power is cut at every sync and every acknowledgement, and unsynced writes are lost at will', async () => {
    const existing = await existingJournal()
    const { cuts, complaints } = await cutPower(existing, await traceDrivers(existing, [{ mode: 'drive', ticks: 3 }]))
    expect(complaints).toEqual([])
    expect(cuts).toBeGreaterThanOrEqual(30)
  })
})

describe.skipIf(isMissing('strace'))('planted bugs: the fault tests find them', () => {
  it('reliability S8: acknowledged before the sync', async () => {
    const point = { call: 'fsync', harm: 'error=EIO', start: 'existing', mode: 'drive-planted-early' } as const
    for (const { violations } of await sweep(sample(point, '4', '4+'))) {
      expect(violations.join('; ')).toMatch(/\d+ acknowledged, \d+ there/)
    }
  })

  it('reliability S8: synchronous=OFF', async () => {
    const existing = await existingJournal()
    const deeds = await traceDrivers(existing, [{ mode: 'drive-planted-unsynced', ticks: 2 }])
    expect((await cutPower(existing, deeds)).complaints.join('\n')).toMatch(/\d+ acknowledged, \d+ there/)
  })
})
