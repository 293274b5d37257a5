/** Submodules in trees: files from the user's own checkout, with real repositories. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptySubmodules } from '#adapters/git/index.ts'
import { newFolder, newRepository, open, read, run, theirGit } from './harness.ts'

const allow = ['-c', 'protocol.file.allow=always'] as const

interface Shop {
  readonly top: string
  readonly sub: string
}

/** A repository with the submodule `vendor/sum`, which has `deep` in it, as a user has them after a whole clone. */
function shopWithSubmodules(): Shop {
  const deep = newRepository({ 'deep.txt': 'deep\n' })
  const sub = newRepository({ 'sum.js': 'module.exports = 3\n', '.gitattributes': '*.js filter=evil\n' })
  theirGit(sub, ...allow, 'submodule', '--quiet', 'add', deep, 'deep')
  theirGit(sub, 'commit', '--quiet', '-m', 'Deep')
  const origin = newRepository({ 'a.txt': 'a\n' })
  theirGit(origin, ...allow, 'submodule', '--quiet', 'add', '--name', 'other-name', sub, 'vendor/sum')
  theirGit(origin, 'commit', '--quiet', '-m', 'Sum')
  const top = join(newFolder(), 'clone')
  theirGit(origin, ...allow, 'clone', '--quiet', '--recurse-submodules', origin, top)
  return { top, sub }
}

async function emptyIn(top: string): Promise<readonly string[]> {
  const user = await read(top)
  return emptySubmodules(run, user, user.head)
}

/** The files of a new tree. */
async function treeOf(
  top: string,
): Promise<{ readonly files: string; readonly snapshot: () => Promise<unknown>; readonly base: string }> {
  const { user, trees } = await open(top)
  expect(await trees.make('r.unit.a', user.head)).toBe('made')
  const base = theirGit(top, 'rev-parse', 'HEAD^{tree}')
  return { files: trees.pathOf('r.unit.a'), snapshot: () => trees.snapshot('r.unit.a'), base }
}

describe('submodules', () => {
  it('T-16 are files of the recorded commit in a tree, whatever their name, and those inside of them too', async () => {
    const { top } = shopWithSubmodules()
    expect(await emptyIn(top)).toEqual([])
    const { files } = await treeOf(top)
    expect(readFileSync(join(files, 'vendor/sum/sum.js'), 'utf8')).toBe('module.exports = 3\n')
    expect(readFileSync(join(files, 'vendor/sum/deep/deep.txt'), 'utf8')).toBe('deep\n')
    expect(existsSync(join(files, 'vendor/sum/.git'))).toBe(false)
  })

  it('T-16 stay the recorded commit in the work, whatever is done to their files', async () => {
    const { top } = shopWithSubmodules()
    const { files, snapshot, base } = await treeOf(top)
    expect(await snapshot()).toBe(base)
    writeFileSync(join(files, 'vendor/sum/sum.js'), 'changed\n')
    writeFileSync(join(files, 'vendor/sum/new.js'), 'new\n')
    expect(await snapshot()).toBe(base)
    rmSync(join(files, 'vendor/sum'), { recursive: true })
    mkdirSync(join(files, 'vendor/sum'))
    expect(await snapshot()).toBe(base)
  })

  it('T-13 T-16 bring no hook, filter or configuration with them, and nothing of the checkout is written', async () => {
    const { top } = shopWithSubmodules()
    const mark = join(top, '../mark')
    const own = join(top, '.git/modules/other-name')
    for (const name of ['post-checkout', 'post-index-change']) {
      mkdirSync(join(own, 'hooks'), { recursive: true })
      writeFileSync(join(own, 'hooks', name), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
    }
    theirGit(join(top, 'vendor/sum'), 'config', 'filter.evil.smudge', `touch ${mark}; cat`)
    theirGit(join(top, 'vendor/sum'), 'config', 'core.fsmonitor', `touch ${mark}`)
    const index = readFileSync(join(own, 'index'))
    const { files } = await treeOf(top)
    expect(readFileSync(join(files, 'vendor/sum/sum.js'), 'utf8')).toBe('module.exports = 3\n')
    expect(existsSync(mark)).toBe(false)
    expect(readFileSync(join(own, 'index')).equals(index)).toBe(true)
  })

  it('are named when they are not checked out, also those inside of others', async () => {
    const { top } = shopWithSubmodules()
    rmSync(join(top, 'vendor/sum/deep'), { recursive: true })
    rmSync(join(top, '.git/modules/other-name/modules'), { recursive: true })
    expect(await emptyIn(top)).toEqual(['vendor/sum/deep'])
    rmSync(join(top, 'vendor/sum'), { recursive: true })
    expect(await emptyIn(top)).toEqual(['vendor/sum'])
    const { files } = await treeOf(top)
    expect(readdirSync(join(files, 'vendor/sum'))).toEqual([])
  })

  it('are named when their repository lacks the recorded commit or a part of it', async () => {
    const { top, sub } = shopWithSubmodules()
    writeFileSync(join(sub, 'sum.js'), 'module.exports = 4\n')
    theirGit(sub, 'commit', '--quiet', '-am', 'Four')
    const commit = theirGit(sub, 'rev-parse', 'HEAD')
    theirGit(top, 'update-index', '--cacheinfo', `160000,${commit},vendor/sum`)
    theirGit(top, 'commit', '--quiet', '-m', 'Four')
    expect(await emptyIn(top)).toEqual(['vendor/sum'])
    theirGit(join(top, 'vendor/sum'), ...allow, 'fetch', '--quiet', 'origin')
    expect(await emptyIn(top)).toEqual([])
    const blob = theirGit(join(top, 'vendor/sum'), 'rev-parse', `${commit}:sum.js`)
    const object = join(top, '.git/modules/other-name/objects', blob.slice(0, 2), blob.slice(2))
    if (!existsSync(object)) throw new Error('the blob is packed')
    rmSync(object, { force: true })
    expect(await emptyIn(top)).toEqual(['vendor/sum'])
  })

  it('T-16 a link in the place of its git directory is not followed', async () => {
    const { top } = shopWithSubmodules()
    const git = join(top, 'vendor/sum/.git')
    rmSync(git)
    symlinkSync(join(top, '.git/modules/other-name'), git)
    expect(await emptyIn(top)).toEqual(['vendor/sum'])
  })
})
