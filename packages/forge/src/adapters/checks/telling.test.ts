/** What Forge reads from the output of real tools: the line that explains a failure, and tests by name. */
import { describe, expect, it } from 'vitest'
import { namedTests } from './named-tests.ts'
import { tellingLine } from './telling-line.ts'

const outputs: readonly (readonly [string, string, string | undefined])[] = [
  [
    'npm ci without a lockfile',
    'npm error code EUSAGE\nnpm error\nnpm error The `npm ci` command can only install with an existing package-lock.json or\nnpm error npm-shrinkwrap.json\n',
    'The `npm ci` command can only install with an existing package-lock.json or',
  ],
  [
    'npm without a login',
    'npm warn using --force\nnpm error code E401\nnpm error Unable to authenticate, need: Basic realm="x"\n',
    'Unable to authenticate, need: Basic realm="x"',
  ],
  ['a shell without the program', 'sh: 1: golangci-lint: not found\n', 'sh: 1: golangci-lint: not found'],
  [
    'Python without a module',
    '/x/.venv/bin/python: No module named pytest\n',
    '/x/.venv/bin/python: No module named pytest',
  ],
  [
    'pytest',
    '============ FAILURES ============\n    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n1 failed\n',
    'assert 1 == 2',
  ],
  ['node --test', '> shop@1.0.0 test\n> node --test\n\n✔ adds (1.2ms)\n✖ divides (0.4ms)\n', '✖ divides (0.4ms)'],
  [
    'pip without an index',
    "  Installing build dependencies: finished with status 'error'\n  error: subprocess-exited-with-error\n      ERROR: No matching distribution found for setuptools\n",
    'ERROR: No matching distribution found for setuptools',
  ],
  ['colours', '\u001b[31mError: \u001b[39mboom\n', 'Error: boom'],
  ['nothing that looks like it', 'one\ntwo\n\n', 'two'],
  ['no failure in a sum', 'ran 3 tests, 0 failed\nexit\n', 'exit'],
  ['nothing', '\n \n', undefined],
]

describe('the line that tells', () => {
  it.each(outputs)('of %s', (_, printed, line) => expect(tellingLine(printed)).toBe(line))

  it('is at most 200 characters long', () => expect(tellingLine(`error ${'x'.repeat(500)}`)).toHaveLength(200))
})

describe('tests by name', () => {
  it.each([
    ['node --test', '✔ adds (1.2ms)\n▶ sums\n  ✖ divides (0.4ms)\n✖ divides (0.4ms)\n', ['divides'], ['adds']],
    ['TAP', 'ok 1 - adds\nnot ok 2 - divides\nnot ok 3 - later # TODO\nok 4 - away # SKIP\n', ['divides'], ['adds']],
    [
      'vitest',
      ' FAIL  a.test.ts > sums > divides\n ✓ a.test.ts > sums > adds 2ms\n ✓ b.test.ts (2 tests) 3ms\n',
      ['a.test.ts > sums > divides'],
      ['a.test.ts > sums > adds'],
    ],
    ['jest', 'FAIL ./a.test.js\n  ● sums › divides\n\n    expect(1)\n', ['sums › divides'], []],
    [
      'pytest',
      'FAILED tests/test_a.py::test_x - assert 1 == 2\nERROR tests/test_b.py\n',
      ['tests/test_a.py::test_x', 'tests/test_b.py'],
      [],
    ],
    [
      'unittest',
      'FAIL: test_x (tests.test_a.A.test_x)\nERROR: test_y (tests.test_a.A)\n',
      ['test_x (tests.test_a.A.test_x)', 'test_y (tests.test_a.A)'],
      [],
    ],
    ['go test -v', '--- PASS: TestA (0.00s)\n    --- FAIL: TestB/sub (0.00s)\n', ['TestB/sub'], ['TestA']],
    ['cargo test', 'test sums::adds ... ok\ntest sums::divides ... FAILED\n', ['sums::divides'], ['sums::adds']],
    ['make', 'cc -c a.c\n', [], []],
  ] as const)('of %s', (_, printed, red, green) => expect(namedTests(printed)).toEqual({ red, green }))
})
