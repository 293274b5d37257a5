import { describe, expect, it } from 'vitest'
import { mayHoldTests, runnerPattern } from './pattern.ts'

const found = {
  'src/a.test.ts': '*.test.*',
  'src/a.spec.tsx': '*.spec.*',
  'a_test.mjs': '*-test.*',
  'test-a.cjs': 'test-*',
  'test/a.js': 'test/',
  '__tests__/deep/a.jsx': '__tests__/',
  'pkg/test_a.py': 'test*.py',
  'pkg/a_test.py': '*_test.py',
  'pkg/a_test.go': '*_test.go',
  'src/lib.rs': '*.rs',
  'src/test/java/x/FooTest.java': '*Test',
  'src/test/kotlin/Foo.kt': 'test/',
  'spec/a_spec.rb': '*_spec.rb',
  'tests/FooTest.php': '*test*',
  'test/a_test.exs': '*test*',
  'tests/run.sh': 'tests/',
} as const

const none = [
  'src/a.ts',
  'a.test.ts.bak',
  'a.test.d.ts',
  'node_modules/x/a.test.js',
  'dist/a.test.js',
  'tests/data.json',
]
const alsoNone = [
  'pkg/a.py',
  'tests/conftest.txt',
  'pkg/_a_test.go',
  'pkg/testdata/a_test.go',
  'latest.php',
  'README.md',
]

describe('files that runners find', () => {
  it('I-22 are known by the pattern of their path', () => {
    expect(Object.fromEntries(Object.keys(found).map((path) => [path, runnerPattern(path)]))).toEqual(found)
  })

  it('I-22 are not what no runner runs', () => {
    expect([...none, ...alsoNone].filter((path) => runnerPattern(path) !== undefined)).toEqual([])
  })

  it('scripts elsewhere may import a runner', () => {
    expect([
      mayHoldTests('checks/a.ts'),
      mayHoldTests('a.test.ts'),
      mayHoldTests('a.py'),
      mayHoldTests('a.md'),
    ]).toEqual([true, true, false, false])
  })
})
