/** S4: the simulated git is not fiction. 20 lists here, with every kind of answer; 2,000 in the proof. */
import { expect, it } from 'vitest'
import { kinds, runLists, seedsTo } from './differential.ts'

it('S4 simulated git = real git on 20 random lists of operations', async () => {
  const { differences, counts } = await runLists(seedsTo(20))
  expect(differences).toEqual([])
  expect(kinds.filter((what) => !counts.has(what))).toEqual([])
})
