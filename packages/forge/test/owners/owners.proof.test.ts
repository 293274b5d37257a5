/** Bar B13: two Forges start to drive the same run at once, 200 times. */
import { expect, it } from 'vitest'
import { duel, faultOf, type Duel } from './duel.ts'

const pairs = 20
const roundsEach = 10

it('B13 F-10 200 simultaneous starts: one owner each, nothing dispatched twice', async () => {
  const duels: Duel[] = []
  for (let pair = 0; pair < pairs; pair += 2)
    duels.push(...(await Promise.all([duel(roundsEach), duel(roundsEach)])).flat())
  const faults = duels.map((one) => faultOf(one)).filter((fault) => fault !== undefined)
  console.log(
    `bar: ${duels.length} simultaneous starts, ${duels.length - faults.length} with one owner and no double dispatch`,
  )
  expect(duels).toHaveLength(pairs * roundsEach)
  expect(faults).toEqual([])
})
