/** B7 in full: every vector alone, planted everywhere, against everything Forge does with git. */
import { expect, it } from 'vitest'
import { share } from '../third.ts'
import { besiege, bitesPlainGit } from './siege.ts'
import { vectors } from './vectors.ts'

it('B7 no vector makes Forge run a foreign program', async () => {
  const executed: string[] = []
  const subcommands = new Set<string>()
  const planted = share(vectors)
  for (const vector of planted) {
    const siege = await besiege([vector])
    if (siege.ran.length > 0) executed.push(`${vector.name}: ${siege.ran[0] ?? ''}`)
    for (const name of siege.subcommands) subcommands.add(name)
  }
  const biting = vectors.filter((vector) => bitesPlainGit(vector)).length
  console.log([...subcommands].toSorted().join(' '))
  console.log(
    `bar: ${planted.length} vectors × ${subcommands.size} git subcommands: ${executed.length} executions (plain git: ${biting} of ${vectors.length} vectors run)`,
  )
  expect(executed).toEqual([])
  expect(biting).toBeGreaterThanOrEqual(22)
})
