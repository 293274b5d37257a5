/** What `forge sync` leaves when it is killed at two points, in detail; `sync.proof.test.ts` kills it at every point. */
import { expect, it } from 'vitest'
import { sweepSync } from './sync.ts'

it('F-1 I-6 I-19 a sync that is killed after its merge or the branch is finished by the next one', async () => {
  const { labels, calm, struck } = await sweepSync('sample')
  expect(calm).toMatchObject({ isShown: true, isRecorded: [true], violated: [], living: [] })
  expect(new Set(labels).size).toBeGreaterThan(6)
  expect(struck.map(({ struck: how }) => how)).toEqual(['killed', 'killed'])
  expect(struck.map(({ label, moment, end }) => [label, moment, end])).toEqual(
    struck.map(({ label, moment }) => [label, moment, calm]),
  )
}, 300_000)
