/** B7: hostile configuration of every kind, everywhere at once, and not one foreign program runs. All alone in the proof. */
import { expect, it } from 'vitest'
import { besiege, bitesPlainGit } from './siege.ts'
import { vectors } from './vectors.ts'

it('B7 F-28 T-13 all vectors planted everywhere at once: Forge runs nothing of theirs', async () => {
  expect(vectors.length).toBeGreaterThanOrEqual(22)
  const { ran, subcommands } = await besiege(vectors)
  expect(ran).toEqual([])
  expect(subcommands.size).toBeGreaterThanOrEqual(20)
}, 60_000)

it('B7 the vectors bite: plain git runs them', () => {
  const sample = ['hook post-index-change', 'core.fsmonitor', 'filter clean']
  expect(vectors.filter(({ name }) => sample.includes(name)).filter((vector) => !bitesPlainGit(vector))).toEqual([])
}, 60_000)
