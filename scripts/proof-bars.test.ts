/** A long proof that no bar runs proves nothing. */
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bars, shareOf, thirdOf, type Bar } from './proof-bars.ts'
import { root } from './run.ts'

it('every long proof is run by exactly one bar', () => {
  const proofs = globSync('packages/forge/{src,test}/**/*.proof.test.ts', { cwd: root })
  expect(proofs.length).toBeGreaterThan(5)
  const places = bars.flatMap(({ command }) => (command.startsWith('vitest ') ? [command.split(' ').at(-1) ?? ''] : []))
  const runs = proofs.map((proof) => [proof, places.filter((place) => proof.includes(place)).length])
  expect(runs.filter(([, count]) => count !== 1)).toEqual([])
})

it('a commit selects one third, and every third is selected by some commit', () => {
  const commits = ['00000000', '00000001', '00000002', '00000003'].map((start) => start.padEnd(40, 'f'))
  expect(commits.map(thirdOf)).toEqual([0, 1, 2, 0])
})

it('only a long bar is cut to a third, and none when everything is asked for', () => {
  const short: Bar = { id: 'X', title: 'x', command: 'true' }
  const long: Bar = { ...short, long: true }
  expect([shareOf(short, 1), shareOf(long, 1), shareOf(long, 'all')]).toEqual([{}, { FORGE_THIRD: '1' }, {}])
})
