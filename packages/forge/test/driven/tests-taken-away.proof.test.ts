/** Work that takes tests away from what the checks run is asked about like a changed script, by name (I-22). */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Ran } from '../calling.ts'
import { makePlace, type Place } from '../terminal/place.ts'

let place: Place
afterEach(() => place.end())

const verify = [{ name: 'exists', run: 'test -e shop.txt' }]
const test = (name: string): string =>
  `describe('${name}', () => {\n  it('adds', () => {})\n  it('divides', () => {})\n})\n`

/** What each unit does to the tests. Each file has a test that adds and one that divides. */
const deeds = {
  taker: [
    "sed -i '/divides/d' t/deleted.test.ts",
    'rm t/gone.test.ts',
    ': > t/emptied.test.ts',
    'mv t/moved.test.ts t/moved.ts',
    "sed -i \"s/it('divides'/it.skip('divides'/\" t/skipped.test.ts",
    "sed -i \"s/it('divides'.*/it.todo('divides')/\" t/todo.test.ts",
    "sed -i \"s/it('adds'/it.only('adds'/\" t/focused.test.ts",
  ],
  keeper: [
    'mv t/kept.test.ts t/renamed.test.ts',
    'echo "it(\'multiplies\', () => {})" >> t/grown.test.ts',
    'echo "it.skip(\'new\', () => {})" >> t/grown.test.ts',
  ],
  later: ["sed -i '/multiplies/d' t/grown.test.ts"],
} as const

const names = ['deleted', 'gone', 'emptied', 'moved', 'skipped', 'todo', 'focused', 'kept', 'grown']

async function makeProject(): Promise<void> {
  const writes = [...names.map((name) => `t/${name}.test.ts`), 't/moved.ts', 't/renamed.test.ts']
  const of = (name: string): boolean => /kept|renamed|grown/.test(name)
  const units = [
    { id: 'taker', title: 'taker', depends: [], writes: writes.filter((path) => !of(path)), verify },
    { id: 'keeper', title: 'keeper', depends: [], writes: writes.filter((path) => of(path)), verify },
    { id: 'later', title: 'later', depends: ['keeper'], writes: ['t/grown.test.ts'], verify },
  ]
  const line = `case {{unit}} in ${Object.entries(deeds)
    .map(([id, lines]) => `${id}) ${lines.join('; ')};;`)
    .join(' ')} esac`
  place = await makePlace({
    planner: [{ do: 'answer', with: { plan: { units } } }],
    worker: [{ do: 'run', line }, { do: 'answer' }],
  })
  mkdirSync(join(place.root, 't'))
  for (const name of names) writeFileSync(join(place.root, `t/${name}.test.ts`), test(name))
  writeFileSync(join(place.root, 'shop.txt'), 'open\n')
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid']
  for (const args of [
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'Tests'],
  ])
    execFileSync('git', args, { cwd: place.root })
}

const call = (args: readonly string[]): Promise<Ran> => place.forge(args)

interface Asked {
  readonly path: string
  readonly text: string
  readonly changes: { readonly tests: readonly { name: string; path: string; what: string; to?: string }[] }
}

describe('tests that work takes away', { timeout: 180_000 }, () => {
  it('I-22 are asked about by name; what keeps every name and what is new are not', async () => {
    await makeProject()
    const asked = await call(['build', 'Change the tests', '--yes'])
    expect(asked.error).not.toContain('cannot load the parser')
    expect(asked.exitCode).toBe(3)
    const { questions } = JSON.parse((await call(['questions', '--json'])).out) as { questions: readonly Asked[] }
    const lost = questions.flatMap(({ path, changes }) =>
      changes.tests.map(({ path: file, name, what, to }) =>
        [path.split('/')[0], what, `${file} > ${name}`, ...(to === undefined ? [] : [to])].join(' '),
      ),
    )
    expect(lost.toSorted()).toEqual([
      'later deleted t/grown.test.ts > multiplies',
      'taker deleted t/deleted.test.ts > deleted > divides',
      'taker deleted t/emptied.test.ts > emptied > adds',
      'taker deleted t/emptied.test.ts > emptied > divides',
      'taker deleted t/gone.test.ts > gone > adds',
      'taker deleted t/gone.test.ts > gone > divides',
      'taker moved t/moved.test.ts > moved > adds t/moved.ts',
      'taker moved t/moved.test.ts > moved > divides t/moved.ts',
      'taker silenced t/focused.test.ts > focused > divides',
      'taker skipped t/skipped.test.ts > skipped > divides',
      'taker todo t/todo.test.ts > todo > divides',
    ])
    const { out } = await call(['questions'])
    expect(out).toContain('"later" wants to disable tests: t/grown.test.ts > multiplies')
    expect(out).toContain('skipped test: t/skipped.test.ts > skipped > divides')
    expect(out).toContain("+  it.skip('divides'")
    const brazilian = (await call(['questions', '--lang', 'pt-BR'])).out
    expect(brazilian).toContain('"later" quer desativar testes: t/grown.test.ts > multiplies')
    expect(brazilian).toContain('teste pulado: t/skipped.test.ts > skipped > divides')
    expect((await call(['show', 'taker'])).out).toContain('skipped test: t/skipped.test.ts > skipped > divides')
    const done = await call(['resume', '--yes', '--allow-gate-changes'])
    expect(done.exitCode, done.error).toBe(0)
    expect(JSON.parse((await call(['show', 'keeper', '--json'])).out)).not.toHaveProperty('gateChanges')
    expect((await call(['audit'])).exitCode).toBe(0)
  })
})
