import { expect, it } from 'vitest'
import { environmentOf } from './environment.ts'

it('T-1 the environment is an allowlist: nothing of the parent but what is named', () => {
  const parent = { PATH: '/bin', LANG: 'C', HOME: '/root', AWS_SECRET: 's', MY_KEY: 'k', TERM: 'xterm', FORGE_KEY: 'x' }
  expect(
    environmentOf({ home: '/h', tmp: '/t', pass: ['MY_KEY', 'ABSENT', 'FORGE_KEY'], set: { A: 'b' } }, parent),
  ).toEqual({
    PATH: '/bin',
    LANG: 'C',
    MY_KEY: 'k',
    A: 'b',
    TERM: 'dumb',
    HOME: '/h',
    TMPDIR: '/t',
  })
})
