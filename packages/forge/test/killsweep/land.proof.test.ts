/** Every point of `forge land`. */
import { expect, it } from 'vitest'
import { sweepLanding } from './land.ts'

it('F-1 I-6 I-27 a landing that is killed anywhere is completed by the next one, with the same end', async () => {
  const { labels, calm, struck } = await sweepLanding('all')
  const equal = struck.filter(({ end }) => JSON.stringify(end) === JSON.stringify(calm))
  console.log(`bar: ${labels.length} points, ${struck.length} kills, ${equal.length} equal`)
  expect(struck).toHaveLength(2 * labels.length)
  expect(struck.filter((each) => each.struck === 'lived')).toEqual([])
  expect(struck.filter((each) => !equal.includes(each))).toEqual([])
}, 600_000)
