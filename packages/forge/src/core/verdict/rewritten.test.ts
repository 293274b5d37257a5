import { describe, expect, it } from 'vitest'
import type { OtherFiles } from '#model/tree-snapshot.ts'
import { editedBetween, touchedBetween } from './rewritten.ts'

/** Each path with its stamp; a leading `x` makes the file executable. */
function seen(files: Readonly<Record<string, string>>, folders: readonly string[] = []): OtherFiles {
  const above = Object.keys(files).flatMap((path) => foldersAbove(path))
  return {
    files: new Map(
      Object.entries(files).map(([path, stamp]) => [path, { stamp, isExecutable: stamp.startsWith('x') }]),
    ),
    folders: new Set(['', ...folders, ...above]),
    isCutShort: false,
  }
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

const ofSetup = {
  'node_modules/lint/index.js': '1',
  'node_modules/.bin/lint': '1',
  'node_modules/.pnpm/a@1/node_modules/a/a.js': '1',
  'node_modules/.cache/x': '1',
  'node_modules/.package-lock.json': '1',
  'packages/a/node_modules/b/b.js': '1',
  '.venv/lib/python3/site-packages/lint.py': '1',
  '.venv/lib/python3/site-packages/__pycache__/lint.pyc': '1',
  '.venv/.lock': '1',
  'dist/index.js': '1',
  'dist/cli.js': 'x1',
  'target/debug/app': 'x1',
  'db.sqlite3': '1',
  'log/test.log': '1',
  'tools/lint': 'x1',
  '.env': '1',
  '.git/config': '1',
  '.git/info/exclude': '1',
  '.git/index': '1',
  '.git/HEAD': '1',
}
const rewritten = Object.fromEntries(Object.entries(ofSetup).map(([path, stamp]) => [path, `${stamp}+`]))

describe('what a command changed that later ones run', () => {
  it('of the commit: every file that is not as it was, however it was before', () => {
    const before = new Map([
      ['changed-by-setup', 'a'],
      ['again', 'a'],
      ['put-back', 'a'],
    ])
    const after = new Map([
      ['changed-by-setup', 'a'],
      ['again', 'b'],
      ['lint.js', 'gone'],
    ])
    expect(editedBetween(before, after)).toEqual(['again', 'lint.js', 'put-back'])
    expect(editedBetween(before, before)).toEqual([])
  })

  it('of what setup made: programs, libraries and settings, not what is built, cached or stored', () => {
    const installed = [
      '.env',
      '.git/config',
      '.git/info/exclude',
      '.venv/lib/python3/site-packages/lint.py',
      'node_modules/.bin/lint',
      'node_modules/.pnpm/a@1/node_modules/a/a.js',
      'node_modules/lint/index.js',
      'packages/a/node_modules/b/b.js',
      'tools/lint',
    ]
    expect(touchedBetween(seen(ofSetup), seen(rewritten))).toEqual({ touched: installed, certain: [] })
    expect(touchedBetween(seen(ofSetup), seen({}))).toEqual({ touched: [], certain: installed })
    expect(touchedBetween(seen(ofSetup), seen(ofSetup))).toEqual({ touched: [], certain: [] })
  })

  it.each([
    'dist/index.js',
    'dist/package.json',
    'lib/esm/package.json',
    'coverage/lcov.info',
    'coverage.out',
    'junit.xml',
    '.coverage',
    '.eslintcache',
    'tsconfig.tsbuildinfo',
    '.pytest_cache/.gitignore',
    '.svelte-kit/tsconfig.json',
    'src/__snapshots__/a.test.ts.snap',
    'node_modules/.vite/deps/a.js',
    'packages/a/node_modules/.cache/b',
    '.venv/lib/python3/site-packages/__pycache__/new.pyc',
    '.git/index.lock',
    '.git/FETCH_HEAD',
  ])('an honest command may make %s', (path) => {
    const before = seen(ofSetup, ['src', 'packages/a/src'])
    expect(touchedBetween(before, seen({ ...ofSetup, [path]: '1' })).certain).toEqual([])
  })

  it.each([
    '.npmrc',
    'src/.eslintrc.json',
    'vitest.config.ts',
    'packages/a/package.json',
    'conftest.py',
    'Makefile',
    '.env.test',
    '.gitignore',
    '.cargo/config.toml',
    '.git/hooks/pre-commit',
    '.git/config.worktree',
    'node_modules/.bin/node',
    'node_modules/lint.js',
    'node_modules/lint/.npmrc',
    '.venv/lib/python3/site-packages/evil.pth',
  ])('none makes %s: it would set what the next one does', (path) => {
    const before = seen(ofSetup, ['src'])
    expect(touchedBetween(before, seen({ ...ofSetup, [path]: '1' })).certain).toEqual([path])
  })

  it('a project that installs in its commands instead of setup makes a folder of dependencies', () => {
    const { files, folders } = seen({ 'node_modules/a/a.js': '1', 'node_modules/.bin/a': 'x1' })
    expect(touchedBetween(seen({}), { files, folders, isCutShort: false })).toEqual({ touched: [], certain: [] })
  })

  it('more files than can be looked at hide nothing', () => {
    const { certain } = touchedBetween(seen({}), { ...seen({}), isCutShort: true })
    expect(certain).toEqual(['more files than Forge can check'])
  })
})
