/** Every kind of repository a user may have: it works, or it is refused by name with what to do. */
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRepository } from '#adapters/git/index.ts'
import { commitAll, home, newFolder, newRepository, open, read, run, theirGit, write } from './harness.ts'

const at = 1_800_000_000_000

async function refusalOf(path: string): Promise<string> {
  const found = await readRepository(run, path)
  return found.ok ? 'accepted' : found.failure.code
}

/** A tree can be made, changed and kept. */
async function works(top: string): Promise<string[]> {
  const { user, git, trees } = await open(top)
  expect(await trees.make('r.unit.a', user.head)).toBe('made')
  const files = trees.pathOf('r.unit.a')
  expect(await trees.snapshot('r.unit.a')).toBe(await git.treeOf(user.head))
  write(files, { 'new.txt': 'new\n' })
  const tree = await trees.snapshot('r.unit.a')
  const commit = await git.commitTree({ tree: tree as string, parents: [user.head], message: 'x\n', at })
  expect(await git.isAncestor(user.head, commit)).toBe(true)
  expect(theirGit(files, 'status', '--porcelain')).toBe('?? new.txt')
  return [...(await git.changedPaths(await git.treeOf(user.head), tree as string))]
}

describe('a repository as data', () => {
  it('says where it is, who commits, what is ignored, what is dirty', async () => {
    const top = newRepository({ 'a.txt': 'a\n', '.gitignore': 'out/\n' })
    write(home, { '.config/git/ignore': '*.swp\n' })
    write(top, {
      'a.txt': 'changed\n',
      'staged name.txt': 'x',
      'sub/ünï "q".txt': 'u',
      'x.swp': 's',
      'out/y': 'y',
      local: 'l',
    })
    theirGit(top, 'add', 'staged name.txt')
    write(top, { '.git/info/exclude': 'local\n' })
    const user = await read(join(top, 'sub'))
    expect(user).toMatchObject({
      top,
      gitDir: join(top, '.git'),
      branch: 'main',
      isShallow: false,
      isLinkedWorktree: false,
      objectFormat: 'sha1',
      submodules: [],
      filters: [],
      hasForgeBranch: false,
      settings: {
        identity: { name: 'Ada', email: 'ada@example.org' },
        tree: { autocrlf: 'false', fileMode: 'true' },
        excludes: '*.swp\n',
        infoExclude: 'local\n',
        isSigning: false,
      },
    })
    expect(user.dirty).toEqual([
      { path: 'a.txt', state: 'changed' },
      { path: 'staged name.txt', state: 'changed' },
      { path: 'sub/ünï "q".txt', state: 'untracked' },
    ])
  })

  it('reports signing, line ends, a branch called forge, submodules and filters', async () => {
    const top = newRepository({ 'a.txt': 'a\n', '.gitattributes': '*.bin filter=lfs diff=lfs -text\n' })
    theirGit(top, 'config', 'core.autocrlf', 'input')
    theirGit(top, 'config', 'commit.gpgSign', 'yes')
    theirGit(top, 'branch', 'forge')
    theirGit(top, 'update-index', '--add', '--cacheinfo', `160000,${theirGit(top, 'rev-parse', 'HEAD')},vendor/sub`)
    theirGit(top, '-c', 'commit.gpgSign=no', 'commit', '--quiet', '-m', 'sub')
    const user = await read(top)
    expect(user.settings).toMatchObject({ isSigning: true, tree: { autocrlf: 'input' } })
    expect(user).toMatchObject({ hasForgeBranch: true, submodules: ['vendor/sub'], filters: ['lfs'] })
  })
})

describe('kinds of repositories that work', () => {
  it('plain', async () => expect(await works(newRepository())).toEqual(['new.txt']))

  it('detached HEAD', async () => {
    const top = newRepository()
    theirGit(top, 'checkout', '--quiet', '--detach')
    expect((await read(top)).branch).toBeUndefined()
    expect(await works(top)).toEqual(['new.txt'])
  })

  it('shallow', async () => {
    const from = newRepository()
    for (const name of ['b', 'c', 'd']) {
      write(from, { [name]: name })
      commitAll(from, name)
    }
    const top = join(newFolder(), 'shallow')
    theirGit(from, 'clone', '--quiet', '--depth', '2', `file://${from}`, top)
    expect((await read(top)).isShallow).toBe(true)
    expect(await works(top)).toEqual(['new.txt'])
  })

  it('shallow, then made whole: nothing of the older depth is believed', async () => {
    const from = newRepository()
    const first = theirGit(from, 'rev-parse', 'HEAD')
    write(from, { c: 'c' })
    commitAll(from, 'c')
    const top = join(newFolder(), 'shallow')
    theirGit(from, 'clone', '--quiet', '--depth', '1', `file://${from}`, top)
    const { state } = await open(top)
    theirGit(top, 'fetch', '--quiet', '--unshallow')
    const { git, user } = await open(top, state)
    expect(await git.isAncestor(first, user.head)).toBe(true)
  })

  it('sparse: the tree has the same part, and the commit all of it', async () => {
    const top = newRepository({ 'a/x': 'x', 'b/y': 'y', 'b/z': 'z' })
    theirGit(top, 'sparse-checkout', 'set', 'a')
    expect(await read(top)).toMatchObject({ dirty: [], settings: { sparse: { cone: 'true' } } })
    expect(await works(top)).toEqual(['new.txt'])
    const { trees, user, git } = await open(top)
    await trees.make('r.unit.s', user.head)
    const at = trees.pathOf('r.unit.s')
    expect(readdirSync(at).toSorted()).toEqual(['.git', 'a'])
    write(at, { 'b/y': 'changed', 'a/x': 'X' })
    const tree = await trees.snapshot('r.unit.s')
    expect(await git.changedPaths(await git.treeOf(user.head), tree as string)).toEqual(['a/x', 'b/y'])
    rmSync(join(at, '..', 'index'))
    expect(await trees.snapshot('r.unit.s')).toBe(tree)
  })

  it('linked worktree', async () => {
    const main = newRepository()
    const top = join(newFolder(), 'linked')
    theirGit(main, 'worktree', 'add', '--quiet', '-b', 'side', top)
    expect(await read(top)).toMatchObject({
      top,
      branch: 'side',
      isLinkedWorktree: true,
      commonDir: join(main, '.git'),
    })
    expect(await works(top)).toEqual(['new.txt'])
  })

  it('borrowed objects, SHA-256, a split index, a name with blanks and colons', async () => {
    const from = newRepository()
    const shared = join(newFolder(), 'sha red: "1"')
    theirGit(from, 'clone', '--quiet', '--shared', from, shared)
    expect(await works(shared)).toEqual(['new.txt'])
    const long = newFolder()
    theirGit(long, 'init', '--quiet', '--object-format=sha256')
    write(long, { f: 'f' })
    commitAll(long, 'f')
    theirGit(long, 'update-index', '--split-index')
    expect(await read(long)).toMatchObject({ objectFormat: 'sha256', dirty: [] })
    expect(await works(long)).toEqual(['new.txt'])
  })

  it('T-16 submodules stay empty directories and stay in the tree', async () => {
    const top = newRepository()
    theirGit(top, 'update-index', '--add', '--cacheinfo', `160000,${theirGit(top, 'rev-parse', 'HEAD')},vendor/sub`)
    theirGit(top, 'commit', '--quiet', '-m', 'sub')
    expect(await works(top)).toEqual(['new.txt'])
  })

  it('file names with everything but NUL, slash and control characters', async () => {
    const top = newRepository({
      '-rf': '1',
      '$(touch x)': '2',
      'a;b`c`"\'\\': '3',
      'ü/日本/🙂': '4',
      ' lead and trail ': '5',
      '%00': '6',
    })
    expect(await works(top)).toEqual(['new.txt'])
  })
})

describe('kinds of repositories that are refused by name', () => {
  it('no repository, no directory, bare, no commit, inside .git', async () => {
    expect(await refusalOf(newFolder())).toBe('not-a-repository')
    expect(await refusalOf('/nonexistent/at/all')).toBe('not-a-repository')
    const bare = newFolder()
    theirGit(bare, 'init', '--quiet', '--bare')
    expect(await refusalOf(bare)).toBe('bare-repository')
    const empty = newFolder()
    theirGit(empty, 'init', '--quiet')
    expect(await refusalOf(empty)).toBe('no-commit')
    expect(await refusalOf(join(newRepository(), '.git'))).toBe('not-a-repository')
  })

  it('partial clone', async () => {
    const from = newRepository()
    theirGit(from, 'config', 'uploadpack.allowFilter', 'true')
    const top = join(newFolder(), 'partial')
    theirGit(from, 'clone', '--quiet', '--filter=blob:none', `file://${from}`, top)
    expect(await refusalOf(top)).toBe('partial-clone')
  })

  it('an extension that git does not know', async () => {
    const top = newRepository()
    theirGit(top, 'config', 'core.repositoryformatversion', '1')
    writeFileSync(join(top, '.git', 'config'), '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tnew = yes\n')
    expect(await refusalOf(top)).toBe('unknown-extension')
  })

  it('a name that is not UTF-8, a path like .git', async () => {
    const odd = newRepository()
    writeFileSync(Buffer.concat([Buffer.from(`${odd}/`), Buffer.from([0x66, 0xff])]), 'x')
    commitAll(odd, 'odd')
    expect(await refusalOf(odd)).toBe('path-not-utf8')
    const evil = newRepository()
    const blob = theirGit(evil, 'rev-parse', 'HEAD:a.txt')
    const script = `printf '100644 blob ${blob}\\tconfig\\n' | git mktree`
    const inner = (
      await run({
        argv: ['sh', '-c', script],
        cwd: evil,
        env: { PATH: process.env['PATH'] ?? '' },
        maxBytes: 1e6,
        timeoutMs: 1e4,
      })
    ).stdout
    const outer = `printf '040000 tree ${Buffer.from(inner).toString().trim()}\\t.GIT\\n' | git mktree`
    const tree = Buffer.from(
      (
        await run({
          argv: ['sh', '-c', outer],
          cwd: evil,
          env: { PATH: process.env['PATH'] ?? '' },
          maxBytes: 1e6,
          timeoutMs: 1e4,
        })
      ).stdout,
    )
      .toString()
      .trim()
    theirGit(evil, 'update-ref', 'HEAD', theirGit(evil, 'commit-tree', '-m', 'evil', tree))
    expect(await refusalOf(evil)).toBe('path-unsafe')
  })

  it('a checkout that is somewhere else', async () => {
    const top = newRepository()
    theirGit(top, 'config', 'core.worktree', '/')
    expect(await refusalOf(top)).toBe('worktree-elsewhere')
  })

  it('no git, and an old one', async () => {
    const bin = newFolder('bin')
    const fake = join(bin, 'git')
    writeFileSync(fake, '#!/bin/sh\necho git version 2.37.9\n')
    chmodSync(fake, 0o755)
    const path = process.env['PATH']
    try {
      process.env['PATH'] = `relative:${bin}`
      expect(await refusalOf(newFolder())).toBe('git-too-old')
      process.env['PATH'] = '/nonexistent'
      expect(await refusalOf(newFolder())).toBe('git-missing')
    } finally {
      process.env['PATH'] = path
    }
  })
})
