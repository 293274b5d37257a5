/** The table of threats is complete and exact: every threat, every test with the id of one, every hostile agent. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { behaviours } from '../../packages/forge/test/hostile/behaviours.ts'
import { namesId } from '../ledger/judge.ts'
import { bars } from '../proof-bars.ts'
import { root } from '../run.ts'
import { objectionsTo, type Known } from './complete.ts'
import { threats } from './table.ts'

const files = globSync(['packages/forge/{src,test}/**/*.test.ts', 'scripts/*.test.ts'], { cwd: root })
const known: Known = {
  texts: new Map(
    files
      .filter((file) => !file.endsWith('.proof.test.ts'))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  ),
  bars: bars.map(({ id }) => id),
  agents: behaviours,
}

it('has every threat of the design once, with tests, bars and hostile agents that exist, and no test is left out', () => {
  expect(known.texts.size).toBeGreaterThan(200)
  expect(objectionsTo(threats, known)).toEqual([])
})

it('says what is missing: a threat, a test without its title, a bar, a file, an agent of no threat, a test that nobody counts', () => {
  const [first, ...others] = threats
  const file = 'packages/forge/src/a.test.ts'
  const texts = new Map([[file, "it('T-1 holds')"]])
  const objections = objectionsTo(
    [
      ...others.map((threat) => ({ ...threat, evidence: [] })),
      { id: 'T-4', threat: '', evidence: [{ by: { file }, shows: 'held' }] },
      {
        id: 'T-33',
        threat: '',
        evidence: [
          { by: { bar: 'B99' }, shows: 'held' },
          { by: { file: 'no.test.ts' }, shows: 'held' },
        ],
      },
    ],
    { texts, bars: ['B6'], agents: [{ name: 'a', threat: 'T-1' }] },
  )
  expect(first?.id).toBe('T-1')
  expect(objections).toEqual([
    'T-1: no row',
    'T-4: 2 rows',
    `T-4: no title of ${file} has it`,
    'T-33: not in the design',
    'T-33: there is no bar B99',
    'T-33: there is no no.test.ts',
    'T-1: the hostile agent a names it',
    `T-1: a title of ${file} has it: name the file in its row of scripts/threats/table.ts`,
  ])
  expect(namesId("it('T-11 x')", 'T-1')).toBe(false)
})
