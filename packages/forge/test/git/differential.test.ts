/** S4: the simulated git is not fiction. 150 lists here, 2,000 in the proof. */
import { expect, it } from 'vitest'
import { runLists, seedsTo } from './differential.ts'

it('S4 simulated git = real git on 150 random lists of operations', async () => {
  const { differences, counts } = await runLists(seedsTo(150))
  expect(differences).toEqual([])
  const needed = [
    'conflicts',
    'merged tree',
    'swap moved',
    'swap updated',
    'delete deleted',
    'delete moved',
    'changed paths',
  ]
  for (const what of [
    ...needed,
    'ancestor true',
    'ancestor false',
    'trailer',
    'no trailer',
    'snapshot',
    'gone',
    'commit again',
  ])
    expect(counts.get(what) ?? 0, what).toBeGreaterThanOrEqual(10)
}, 300_000)
