/** A long proof that no bar runs proves nothing. */
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bars } from './proof-bars.ts'
import { root } from './run.ts'

it('every long proof is run by exactly one bar', () => {
  const proofs = globSync('packages/forge/{src,test}/**/*.proof.test.ts', { cwd: root })
  expect(proofs.length).toBeGreaterThan(5)
  const places = bars.flatMap(({ command }) => (command.startsWith('vitest ') ? [command.split(' ').at(-1) ?? ''] : []))
  const runs = proofs.map((proof) => [proof, places.filter((place) => proof.includes(place)).length])
  expect(runs.filter(([, count]) => count !== 1)).toEqual([])
})
