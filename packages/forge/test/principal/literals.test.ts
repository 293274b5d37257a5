import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sources = join(import.meta.dirname, '../../src')
/** The one place, and those that play a human where there is none: the checker, the simulator, builders and contracts of tests. */
const may = /^core\/consent\/principal\.ts$|^core\/check\/|^testing\/|\.test\.ts$/

it('I-23 one place makes a principal who is a human', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const makers = files.filter((file) => /kind: 'operator'/.test(readFileSync(join(sources, file), 'utf8')))
  expect(makers).toContain('core/consent/principal.ts')
  expect(makers.filter((file) => !may.test(file))).toEqual([])
})
