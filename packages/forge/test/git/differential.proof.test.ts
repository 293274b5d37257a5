/** S4 in full. */
import { expect, it } from 'vitest'
import { runLists } from './differential.ts'

it('S4 simulated git = real git on 2,000 random lists of operations', async () => {
  const { differences, counts } = await runLists(2000)
  const compared = [...counts.values()].reduce((sum, count) => sum + count, 0)
  console.log(JSON.stringify(Object.fromEntries(counts)))
  console.log(`bar: 2000 lists, ${compared} answers compared, ${differences.length} differences`)
  expect(differences).toEqual([])
}, 1_800_000)
