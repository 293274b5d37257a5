/** Bar B6: ten thousand answers, made from the schemas of what agents are asked. */
import { expect, it } from 'vitest'
import { randomOf } from '#testing/simulator/random.ts'
import { playMany } from './answered.ts'

it('B6 whatever agents answer ends as an accepted answer or as a failed attempt', () => {
  const { answers, accepted, faults } = playMany(10_000, randomOf(20))
  console.log(
    `bar: ${answers} answers, ${accepted} accepted, ${answers - accepted} failed attempts, ${faults.length} others`,
  )
  expect(faults).toEqual([])
})
