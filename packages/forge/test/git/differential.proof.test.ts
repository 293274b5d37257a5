/** S4 in full. */
import { expect, it } from 'vitest'
import { share } from '../third.ts'
import { kinds, runLists, seedsTo } from './differential.ts'

it('S4 simulated git = real git on 2,000 random lists of operations', async () => {
  const seeds = share(seedsTo(2000))
  const { differences, counts } = await runLists(seeds)
  const compared = [...counts.values()].reduce((sum, count) => sum + count, 0)
  console.log(JSON.stringify(Object.fromEntries(counts)))
  console.log(`bar: ${seeds.length} lists, ${compared} answers compared, ${differences.length} differences`)
  expect(differences).toEqual([])
  expect(kinds.filter((what) => (counts.get(what) ?? 0) < 10)).toEqual([])
}, 1_800_000)
