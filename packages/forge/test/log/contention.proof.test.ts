/** Rivals for a lock, many rounds of them (bar B5). */
import { expect, it } from 'vitest'
import { reachAtOnce } from './rivals.ts'

it('I-9 B13 of three processes that ask at once, 200 times, one gets it each time', async () => {
  const rounds = await reachAtOnce(200)
  expect(rounds).toHaveLength(200)
  expect(rounds.filter(({ got, held }) => got !== 1 || held !== 2)).toEqual([])
})
