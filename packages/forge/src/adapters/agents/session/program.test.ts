/** Which versions of a program are refused. */
import { expect, it } from 'vitest'
import { tooOld, type Program } from './program.ts'

const program = { file: 'claude', worksFrom: '2.1.160', install: 'install it' } as Program

it.each([
  ['2.1.325', undefined],
  ['2.1.160', undefined],
  ['2.2', undefined],
  ['10.0.0', undefined],
  [undefined, undefined],
  ['2.1.20', 'claude is version 2.1.20, and this Forge works with 2.1.160 and later: install it'],
  ['2.0.999', 'claude is version 2.0.999, and this Forge works with 2.1.160 and later: install it'],
  ['1.9.200', 'claude is version 1.9.200, and this Forge works with 2.1.160 and later: install it'],
])('version %s', (version, reason) => {
  expect(tooOld(program, { path: '/bin/claude', version, isTried: false })).toBe(reason)
})
