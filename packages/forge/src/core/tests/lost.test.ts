import { describe, expect, it } from 'vitest'
import { defined } from '#model/defined.ts'
import type { FoundTest } from '#model/tests.ts'
import { lostTests, recordedLoss, type TestFile } from './lost.ts'

type Written = string | FoundTest

function file(path: string, tests: readonly Written[], content = path): TestFile {
  const found = tests.map((test): FoundTest => (typeof test === 'string' ? { name: test, state: 'runs' } : test))
  return { path, tests: found, known: 'by path', content }
}

function marked(name: string, state: FoundTest['state'], condition?: string): FoundTest {
  return { name, state, ...defined({ condition }) }
}

const base = [file('a.test.ts', ['adds', 'divides'])]

describe('tests that ran at the base and no longer do', () => {
  it('I-22 T-9 is lost when it is deleted, by its name and file', () => {
    expect(lostTests(base, [file('a.test.ts', ['adds'])])).toEqual([
      { path: 'a.test.ts', name: 'divides', what: 'deleted' },
    ])
    expect(lostTests(base, []).map(({ name }) => name)).toEqual(['adds', 'divides'])
  })

  it.each(['skipped', 'todo', 'silenced', 'fails', 'conditional'] as const)(
    'I-22 T-9 is lost when it is %s',
    (what) => {
      const head = [file('a.test.ts', ['adds', marked('divides', what)])]
      expect(lostTests(base, head)).toEqual([{ path: 'a.test.ts', name: 'divides', what }])
    },
  )

  it('I-22 is not lost in a file that is renamed inside the pattern, nor beside new tests', () => {
    expect(lostTests(base, [file('b/c.test.ts', ['new', 'divides', 'adds'])])).toEqual([])
    expect(lostTests(base, [file('a.test.ts', ['adds']), file('d.test.tsx', ['divides'])])).toEqual([])
    expect(lostTests([], [file('a.test.ts', [marked('new', 'skipped')])])).toEqual([])
  })

  it.each(['a.ts', 'a.test.ts.bak', 'a.spec.ts', 'dist/a.test.ts', 'test/a.ts'])(
    'I-22 is moved when only %s has it, which its runner may not run',
    (to) => {
      expect(lostTests(base, [file(to, ['adds', 'divides'])])).toEqual([
        { path: 'a.test.ts', name: 'adds', what: 'moved', to },
        { path: 'a.test.ts', name: 'divides', what: 'moved', to },
      ])
    },
  )

  it('I-22 needs one of its own: names are counted, its own file first', () => {
    const twice = [file('a.test.ts', ['works']), file('b.test.ts', ['works'])]
    expect(lostTests(twice, [file('b.test.ts', ['works'])])).toEqual([
      { path: 'a.test.ts', name: 'works', what: 'deleted' },
    ])
    const mixed = [file('a.test.ts', [marked('works', 'skipped'), 'works'])]
    expect(lostTests(mixed, [file('a.test.ts', ['works', marked('works', 'skipped')])])).toEqual([])
    expect(lostTests(mixed, [file('a.test.ts', [marked('works', 'skipped')])])).toHaveLength(1)
  })

  it('I-22 has decided nothing while it did not run', () => {
    const idle = [marked('x', 'skipped'), marked('y', 'todo'), marked('z', 'silenced'), marked('f', 'fails')]
    expect(lostTests([file('a.test.ts', idle)], [])).toEqual([])
    expect(lostTests([file('src/a.ts', ['adds'])], [])).toEqual([])
  })

  it('I-22 may keep the condition that it had, and get no other', () => {
    const win = [file('a.test.ts', [marked('links', 'conditional', 'isWindows')])]
    expect(lostTests(win, win)).toEqual([])
    expect(lostTests(win, [file('a.test.ts', ['links'])])).toEqual([])
    expect(lostTests(win, [file('a.test.ts', [marked('links', 'conditional', 'true')])])).toMatchObject([
      { name: 'links', what: 'conditional' },
    ])
  })

  it('I-22 counts where a file outside of every pattern imports its runner', () => {
    const imported = { ...file('checks/a.ts', ['adds']), known: 'by import' as const }
    expect(lostTests([imported], [])).toMatchObject([{ path: 'checks/a.ts', what: 'deleted' }])
    expect(lostTests([imported], [{ ...imported, path: 'checks/b.ts' }])).toEqual([])
    expect(lostTests(base, [{ ...file('a.ts', ['adds', 'divides']), known: 'by import' }])).toHaveLength(2)
  })

  it('I-22 is a whole file where no test in it has a name: there, or elsewhere with the same content', () => {
    const whole = [file('t/a_test.exs', [''], 'content')]
    expect(lostTests(whole, [file('t/a_test.exs', [''], 'other')])).toEqual([])
    expect(lostTests(whole, [file('t/a_test.exs', ['named'], 'other')])).toEqual([])
    expect(lostTests(whole, [file('t/b_test.exs', [''], 'content')])).toEqual([])
    expect(lostTests(whole, [file('t/b_test.exs', [''], 'other')])).toMatchObject([{ name: '', what: 'deleted' }])
    expect(lostTests(whole, [file('t/a.txt', [''], 'content')])).toMatchObject([{ what: 'moved', to: 't/a.txt' }])
    expect(lostTests(whole, [file('t/a_test.exs', [])])).toMatchObject([{ what: 'deleted' }])
  })

  it('is recorded as far as an event carries it', () => {
    const many = lostTests(
      [
        file(
          'a.test.ts',
          Array.from({ length: 205 }, (_, index) => `n${index}`),
        ),
      ],
      [],
    )
    expect(recordedLoss(many)).toMatchObject({ more: 5, tests: { length: 200 } })
    expect(recordedLoss([])).toBeUndefined()
  })
})
