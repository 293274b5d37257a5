/** The full sweep of bar B5: each of the first 60 calls, failing once and for ever, on a new and on an old journal. */
import { afterAll, describe, expect, it } from 'vitest'
import { cutAfterLostPages, cutPower } from './power.ts'
import type { Point } from './sweep.ts'
import { complaintsOf, existingJournal, removeExistingJournal, sweep } from './sweep.ts'
import { traceDrivers } from './trace.ts'

afterAll(removeExistingJournal)

const CALLS = Array.from({ length: 60 }, (_, index) => index + 1)

function points(call: Point['call'], harm: Point['harm'], forms: readonly string[]): readonly Point[] {
  return (['fresh', 'existing'] as const).flatMap((start) =>
    CALLS.flatMap((number) => forms.map((form) => ({ call, harm, start, when: `${number}${form}` }))),
  )
}

describe('failing system calls (all of them)', () => {
  const figures = { points: 0, disks: 0 }
  afterAll(() =>
    console.log(`bar: ${figures.points} failing or killing system calls, ${figures.disks} power-cut disks, 0 lost`),
  )

  for (const call of ['fsync', 'pwrite64'] as const) {
    for (const error of ['EIO', 'ENOSPC'] as const) {
      const id = call === 'fsync' ? 'F-6' : 'F-7'
      it(`B5 ${id} I-2 I-3 ${error} at each of the first 60 ${call}, once and for ever: 240 points`, async () => {
        const struck = await sweep(points(call, `error=${error}`, ['', '+']))
        expect(complaintsOf(struck)).toEqual([])
        expect(struck.length).toBe(240)
        figures.points += struck.length
        // A few calls may fail without harm (syncing a directory); most must stop the driver.
        expect(struck.filter(({ stop }) => stop !== undefined).length).toBeGreaterThan(200)
      }, 240_000)
    }
    it(`F-1 I-2 kill -9 at each of the first 60 ${call}: 120 points`, async () => {
      const struck = await sweep(points(call, 'signal=SIGKILL', ['']))
      expect(complaintsOf(struck)).toEqual([])
      expect(struck.length).toBe(120)
      figures.points += struck.length
    }, 240_000)
  }

  it('F-5 I-2 power cuts over 60 transactions, more than 600 disks', async () => {
    const existing = await existingJournal()
    const { cuts, complaints } = await cutPower(existing, await traceDrivers(existing, [{ mode: 'drive', ticks: 60 }]))
    expect(complaints).toEqual([])
    expect(cuts).toBeGreaterThanOrEqual(600)
    figures.disks = cuts
  }, 240_000)

  it('F-5 F-6 I-2 a failed sync lost its pages for good: the next driver does not build on them', async () => {
    for (const when of ['5', '8']) {
      const { cuts, complaints } = await cutAfterLostPages('drive', when)
      expect(complaints).toEqual([])
      expect(cuts).toBeGreaterThanOrEqual(40)
    }
  })
})

describe('planted bugs: the fault tests find them, in every round', () => {
  const lost = /\d+ acknowledged, \d+ there/

  it('reliability S8: acknowledged before the sync', async () => {
    const point = { call: 'fsync', harm: 'error=EIO', start: 'existing', mode: 'drive-planted-early' } as const
    const struck = await sweep(['4', '4+', '9'].map((when) => ({ ...point, when })))
    expect(struck.filter(({ violations }) => !lost.test(violations.join('; ')))).toEqual([])
  })

  it('reliability S8: synchronous=OFF', async () => {
    const existing = await existingJournal()
    for (let round = 0; round < 2; round += 1) {
      const deeds = await traceDrivers(existing, [{ mode: 'drive-planted-unsynced', ticks: 4 }])
      expect((await cutPower(existing, deeds)).complaints.join('\n')).toMatch(lost)
    }
  })

  it('reliability S8: what a dead driver left unsynced is taken for durable', async () => {
    for (const when of ['5', '8'])
      expect((await cutAfterLostPages('drive-planted-unsettled', when)).complaints.join('\n')).toMatch(lost)
  })
})
