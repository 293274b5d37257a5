/** What is seen in a real tree in which commands run: edits of the commit's files, and files that the commit does not have. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { editedBetween, touchedBetween } from '#core/verdict/rewritten.ts'
import { commitAll, newRepository, open, write } from './harness.ts'

const id = 'r.scratch.a.check'

async function inTree() {
  const repository = newRepository()
  write(repository, {
    'lint.js': 'strict\n',
    'keep.txt': 'k\n',
    'run.sh': 'true\n',
    'folder/deep.txt': 'd\n',
    '.gitignore': 'node_modules/\ndist/\n',
  })
  commitAll(repository, 'more')
  const { trees, user } = await open(repository)
  await trees.make(id, user.head)
  const at = trees.pathOf(id)
  write(at, {
    'node_modules/lint/a.js': 'aaaa\n',
    'node_modules/lint/b.js': 'bbbb\n',
    'node_modules/lint/c.js': 'cccc\n',
  })
  return { trees, at, inside: (path: string) => join(at, path) }
}

it('T-9 every way to change a file of the commit is an edit, and putting it back is none', async () => {
  const { trees, at, inside } = await inTree()
  const before = await trees.edits(id)
  expect([...before]).toEqual([])
  const { mtime, atime } = statSync(inside('lint.js'))
  writeFileSync(inside('lint.js'), 'blind!\n')
  // The same size and the same time: only the kernel's own time tells.
  utimesSync(inside('lint.js'), atime, mtime)
  chmodSync(inside('run.sh'), 0o755)
  rmSync(inside('keep.txt'))
  renameSync(inside('folder'), inside('elsewhere'))
  writeFileSync(inside('elsewhere/deep.txt'), 'other\n')
  symlinkSync('elsewhere', inside('folder'))
  const after = await trees.edits(id)
  expect(editedBetween(before, after)).toEqual(['folder/deep.txt', 'keep.txt', 'lint.js', 'run.sh'])
  writeFileSync(inside('lint.js'), 'blinder\n')
  expect(editedBetween(after, await trees.edits(id))).toEqual(['lint.js'])
  rmSync(inside('folder'))
  renameSync(inside('elsewhere'), inside('folder'))
  chmodSync(inside('run.sh'), 0o644)
  write(at, {
    'lint.js': 'strict\n',
    'keep.txt': 'k\n',
    'folder/deep.txt': 'd\n',
    'new.txt': 'n\n',
    'dist/out.js': 'o\n',
  })
  expect([...(await trees.edits(id))]).toEqual([])
})

it('T-9 files that the commit does not have are seen with a stamp that no writer can keep; odd ones stop nobody', async () => {
  const { trees, inside } = await inTree()
  const before = await trees.others(id)
  expect([...before.files.keys()].filter((path) => !path.startsWith('.git/')).toSorted()).toEqual([
    'node_modules/lint/a.js',
    'node_modules/lint/b.js',
    'node_modules/lint/c.js',
  ])
  expect(before.folders.has('folder') && before.folders.has('node_modules/lint')).toBe(true)
  expect(before.files.has('.git/config') && before.files.has('.git/objects/info/alternates')).toBe(true)
  const { mtime, atime } = statSync(inside('node_modules/lint/a.js'))
  writeFileSync(inside('node_modules/lint/a.js'), 'evil\n')
  utimesSync(inside('node_modules/lint/a.js'), atime, mtime)
  // A second name is no other content, and still another stamp: what it is remains to be seen.
  linkSync(inside('node_modules/lint/b.js'), inside('copy.js'))
  mkdirSync(inside('dist'))
  execFileSync('sh', ['-c', 'mkfifo dist/pipe; mkdir closed; chmod 0 closed; git status --short'], { cwd: inside('') })
  writeFileSync(inside('.git/hooks'), 'no folder')
  const { touched, certain } = touchedBetween(before, await trees.others(id))
  expect({ touched, certain }).toEqual({ touched: ['node_modules/lint/a.js', 'node_modules/lint/b.js'], certain: [] })
  chmodSync(inside('closed'), 0o700)
})
