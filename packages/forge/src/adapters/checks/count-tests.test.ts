import { describe, expect, it } from 'vitest'
import { countTests } from './count-tests.ts'

describe('F-33 how many tests ran', () => {
  it.each([
    ['node, TAP', '# tests 3\n# suites 0\n# pass 2\n# fail 1\n# cancelled 0\n# skipped 0\n', 3],
    ['node, own format', 'ℹ tests 4\nℹ suites 1\nℹ pass 3\nℹ fail 0\nℹ skipped 1\nℹ duration_ms 3.1\n', 3],
    ['node, none', '# tests 0\n# suites 0\n# pass 0\n# fail 0\n', 0],
    ['vitest', ' Test Files  1 passed (1)\n      Tests  1 failed | 20 passed | 3 skipped (24)\n', 21],
    [
      'vitest in colour',
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m2 passed\u001b[39m\u001b[22m\u001b[90m (2)\u001b[39m\n',
      2,
    ],
    ['vitest, all skipped', '      Tests  2 skipped (2)\n', 0],
    ['vitest, none', ' Test Files  1 failed (1)\n      Tests  no tests\n', 0],
    ['vitest, no file', 'No test files found, exiting with code 0\n', 0],
    ['jest', 'Tests:       1 failed, 2 skipped, 5 passed, 8 total\nSnapshots:   0 total\n', 6],
    ['jest, all skipped', 'Tests:       2 skipped, 2 total\n', 0],
    ['jest, none', 'No tests found, exiting with code 0\n', 0],
    ['pytest', '=========== 1 failed, 3 passed, 2 skipped in 0.12s ===========\n', 4],
    ['pytest -q', '3 passed in 0.01s\n', 3],
    ['pytest, minutes', '=== 12 passed, 1 warning in 61.20s (0:01:01) ===\n', 12],
    ['pytest, none', '============ no tests ran in 0.01s ============\n', 0],
    ['pytest, all deselected', '======= 4 deselected in 0.01s =======\n', 0],
    ['go, no test files', '?   \texample.com/a\t[no test files]\n?   \texample.com/b\t[no test files]\n', 0],
    ['go, nothing matched', 'ok  \texample.com/a\t0.002s [no tests to run]\n', 0],
    ['go, some', '?   \texample.com/a\t[no test files]\nok  \texample.com/b\t0.002s\n', undefined],
    ['cargo', 'running 3 tests\ntest result: ok.\n\nrunning 0 tests\n\n', 3],
    ['cargo, none', 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed\n', 0],
    ['two runners', '      Tests  2 passed (2)\n3 passed in 0.01s\n', 5],
    ['a build', 'compiled 12 files\nno problems\n', undefined],
    ['a sentence', 'All 3 tests passed in our hearts. Tests: none\n', undefined],
    ['nothing', '', undefined],
  ])('F-33 %s', (_, output, expected) => {
    expect(countTests({ text: output, extent: 'whole' })).toBe(expected)
  })

  it('F-33 of a tail only a summary is believed', () => {
    expect(countTests({ text: 'running 0 tests\n', extent: 'tail' })).toBeUndefined()
    expect(countTests({ text: '?   \ta\t[no test files]\n', extent: 'tail' })).toBeUndefined()
    expect(countTests({ text: '# tests 0\n# pass 0\n# fail 0\n', extent: 'tail' })).toBe(0)
  })
})
