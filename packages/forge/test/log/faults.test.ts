/** Failing system calls under a driving process, a sample of the sweep that `faults.proof.test.ts` makes in full. */
import { isMissing } from '../tools.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { cutPower } from './power.ts'
import type { Point } from './sweep.ts'
import { complaintsOf, existingJournal, removeExistingJournal, sweep } from './sweep.ts'
import type { Drive } from './trace.ts'
import { traceDrivers } from './trace.ts'

afterAll(removeExistingJournal)

const sample = (point: Omit<Point, 'when'>, ...whens: readonly string[]): readonly Point[] =>
  whens.map((when) => ({ ...point, when }))

describe.skipIf(isMissing('strace'))('failing system calls (sampled)', () => {
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

  it('F-5 I-2 the power is cut at every sync and every acknowledgement, and unsynced writes are lost at will', async () => {
    const existing = await existingJournal()
    const { cuts, complaints } = await cutPower(existing, await traceDrivers(existing, [{ mode: 'drive', ticks: 8 }]))
    expect(complaints).toEqual([])
    expect(cuts).toBeGreaterThanOrEqual(80)
  }, 60_000)

  it('F-5 F-6 I-2 a failed sync lost its pages for good: the next driver does not build on them', async () => {
    const existing = await existingJournal()
    for (const when of ['5', '8']) {
      const { cuts, complaints } = await cutPower(existing, await traceDrivers(existing, afterLostPages('drive', when)))
      expect(complaints).toEqual([])
      expect(cuts).toBeGreaterThanOrEqual(40)
    }
  }, 60_000)
})

/** A driver whose sync fails once and which dies of it; then another one on what the page cache shows. */
function afterLostPages(mode: string, when: string): readonly Drive[] {
  return [
    { mode: 'drive-then-die', ticks: 20, inject: `fsync:error=EIO:when=${when}` },
    { mode, ticks: 4 },
  ]
}

describe.skipIf(isMissing('strace'))('planted bugs: the fault tests find them', () => {
  it('reliability S8: acknowledged before the sync, in every round', async () => {
    const point = { call: 'fsync', harm: 'error=EIO', start: 'existing', mode: 'drive-planted-early' } as const
    for (const { violations } of await sweep(sample(point, '4', '4+', '9'))) {
      expect(violations.join('; ')).toMatch(/\d+ acknowledged, \d+ there/)
    }
  }, 60_000)

  it('reliability S8: synchronous=OFF, in every round', async () => {
    const existing = await existingJournal()
    for (let round = 0; round < 2; round += 1) {
      const { complaints } = await cutPower(
        existing,
        await traceDrivers(existing, [{ mode: 'drive-planted-unsynced', ticks: 4 }]),
      )
      expect(complaints.join('\n')).toMatch(/\d+ acknowledged, \d+ there/)
    }
  }, 60_000)

  it('reliability S8: what a dead driver left unsynced is taken for durable, in every round', async () => {
    const existing = await existingJournal()
    for (const when of ['5', '8']) {
      const deeds = await traceDrivers(existing, afterLostPages('drive-planted-unsettled', when))
      expect((await cutPower(existing, deeds)).complaints.join('\n')).toMatch(/\d+ acknowledged, \d+ there/)
    }
  }, 60_000)
})
