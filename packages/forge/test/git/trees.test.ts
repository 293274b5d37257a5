/** The port `Trees` on real git: made whole or not at all, kept apart from everything, snapshots that may be committed. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTrees } from '#adapters/git/index.ts'
import { render } from '#messages/render.ts'
import { several } from '#messages/said.ts'
import { commitAll, newRepository, open, theirGit, write, type Opened } from './harness.ts'

const id = 'r.unit.a'

async function withTree(files?: Record<string, string>): Promise<Opened & { at: string; base: string }> {
  const opened = await open(newRepository(files))
  expect(await opened.trees.make(id, opened.user.head)).toBe('made')
  return { ...opened, at: opened.trees.pathOf(id), base: await opened.git.treeOf(opened.user.head) }
}

async function changes(opened: Opened & { base: string }): Promise<readonly string[]> {
  const tree = await opened.trees.snapshot(id)
  if (typeof tree !== 'string' || tree === 'missing') throw new Error(JSON.stringify(tree))
  return opened.git.changedPaths(opened.base, tree)
}

async function refusedOf(opened: Opened): Promise<string> {
  const answer = await opened.trees.snapshot(id)
  return typeof answer === 'string' ? answer : render(several(answer.refused), 'en')
}

describe('making, resetting, leaving', () => {
  it('make, make again, reset, list, remove, remove again', async () => {
    const { trees, user, git, at } = await withTree()
    expect(readFileSync(join(at, 'dir/b.txt'), 'utf8')).toBe('b\n')
    write(at, { 'a.txt': 'changed', 'left/over': 'x' })
    expect(await trees.make(id, user.head)).toBe('exists')
    expect(readFileSync(join(at, 'a.txt'), 'utf8')).toBe('changed')
    expect(await trees.reset(id, user.head)).toBe('reset')
    expect(await trees.snapshot(id)).toBe(await git.treeOf(user.head))
    expect(existsSync(join(at, 'left'))).toBe(false)
    await trees.make('r.scratch.a.check', user.head)
    await trees.make('r2.unit.a', user.head)
    expect(await trees.list('r')).toEqual(['r.scratch.a.check', id])
    await trees.remove(id)
    await trees.remove(id)
    expect(await trees.list('r')).toEqual(['r.scratch.a.check'])
    expect(await trees.reset(id, user.head)).toBe('missing')
    expect(await trees.snapshot(id)).toBe('missing')
  })

  it('R-45 a tree that is moved aside keeps every file, and its name is free again', async () => {
    const { trees, user, at, state } = await withTree()
    for (const n of [1, 2]) {
      write(at, { work: `work ${n}`, 'ignored.o': 'x' })
      await trees.moveAside(id)
      expect(existsSync(at)).toBe(false)
      expect(readFileSync(join(state, 'aside', `${id}@${n}`, 'tree', 'work'), 'utf8')).toBe(`work ${n}`)
      expect(await trees.make(id, user.head)).toBe('made')
    }
    await trees.moveAside('r.unit.absent')
    await expect(trees.remove('../control.git')).rejects.toThrow(/tree id/u)
    await expect(trees.remove('r..')).rejects.toThrow(/tree id/u)
  })

  it('removes a tree whose owner took all rights away, and follows no link out of it', async () => {
    const { trees, at, user } = await withTree()
    symlinkSync(user.top, join(at, 'out'))
    mkdirSync(join(at, 'closed/inner'), { recursive: true })
    chmodSync(join(at, 'closed'), 0)
    await trees.remove(id)
    expect(existsSync(at)).toBe(false)
    expect(readFileSync(join(user.top, 'a.txt'), 'utf8')).toBe('a\n')
  })

  it('a half made tree is made again; what dead processes left is swept', async () => {
    const opened = await open(newRepository())
    const { state, user } = opened
    const dead = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }))
    mkdirSync(join(state, 'making', `${id}.${dead}-1`, 'tree'), { recursive: true })
    mkdirSync(join(state, 'trash', `${id}.${dead}-2`, 'tree'), { recursive: true })
    mkdirSync(join(state, 'making', `${id}.${process.ppid}-1`), { recursive: true })
    mkdirSync(join(state, 'trees', id), { recursive: true })
    const { trees } = await open(user.top, state)
    expect(readdirSync(join(state, 'making'))).toEqual([`${id}.${process.ppid}-1`])
    expect(readdirSync(join(state, 'trash'))).toEqual([])
    expect(await trees.make(id, user.head)).toBe('made')
    expect(await trees.snapshot(id)).toBe(await opened.git.treeOf(user.head))
  })

  it('an index that is lost, cut or locked is made again', async () => {
    const opened = await withTree()
    const index = join(opened.state, 'trees', id, 'index')
    write(opened.at, { new: 'n' })
    writeFileSync(`${index}.lock`, '')
    writeFileSync(`${index}.${process.pid}.lock`, '')
    truncateSync(index, 30)
    expect(await changes(opened)).toEqual(['new'])
    unlinkSync(index)
    expect(await changes(opened)).toEqual(['new'])
  })

  it('a full disk is said, leaves nothing half made, and an old tree as it was', async () => {
    const opened = await withTree()
    const { control, user, state, at } = opened
    write(at, { mine: 'm' })
    let isFull = true
    const trees = await openTrees({
      ...control,
      run: (request) =>
        isFull && request.argv.includes('read-tree')
          ? Promise.resolve({
              code: 128,
              stdout: new Uint8Array(),
              stderr: 'fatal: x: No space left on device',
              truncated: false,
            })
          : control.run(request),
    })
    expect(await trees.make('r.unit.b', user.head)).toBe('disk')
    expect(await trees.reset(id, user.head)).toBe('disk')
    expect(readdirSync(join(state, 'making'))).toEqual([])
    expect(readFileSync(join(at, 'mine'), 'utf8')).toBe('m')
    isFull = false
    expect(await trees.make('r.unit.b', user.head)).toBe('made')
    await expect(trees.make('r.unit.c', 'f'.repeat(40))).rejects.toThrow(/read-tree/u)
    expect(readdirSync(join(state, 'making'))).toEqual([])
  })

  it('F-12 40 trees at once: 40 of 40', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`d${n % 5}/f${n}`, `${n}\n`]))
    const { trees, user, git } = await open(newRepository(files))
    const ids = Array.from({ length: 40 }, (_, n) => `r.unit.u${n}`)
    const made = await Promise.all(ids.map((one) => trees.make(one, user.head)))
    expect(made.filter((answer) => answer === 'made')).toHaveLength(40)
    const kept = await Promise.all(ids.map((one) => trees.snapshot(one)))
    expect(new Set(kept)).toEqual(new Set([await git.treeOf(user.head)]))
    expect(await trees.list('r')).toHaveLength(40)
  })

  it('F-12 one tree made by two processes at once is one tree', async () => {
    const { trees, user, state } = await open(newRepository())
    const other = await open(user.top, state)
    const answers = await Promise.all([trees.make(id, user.head), other.trees.make(id, user.head)])
    expect(answers.toSorted()).toEqual(['exists', 'made'])
  })
})

describe('the scenery', () => {
  it('lets an agent look at status, diff and log; has no remote and no hook', async () => {
    const { at, user, trees } = await withTree()
    expect(theirGit(at, 'status', '--porcelain')).toBe('')
    expect(theirGit(at, 'log', '--format=%H')).toBe(user.head)
    expect(theirGit(at, 'remote')).toBe('')
    expect(theirGit(at, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/work')
    expect(existsSync(join(at, '.git', 'hooks'))).toBe(false)
    write(at, { 'a.txt': 'x\n' })
    expect(theirGit(at, 'diff', '--stat')).toContain('a.txt')
    expect(trees.pathOf(id)).toBe(at)
  })

  const wreckers: Record<string, (at: string) => void> = {
    'removes .git': (at) => rmSync(join(at, '.git'), { recursive: true }),
    'turns .git into a file that points elsewhere': (at) => {
      rmSync(join(at, '.git'), { recursive: true })
      writeFileSync(join(at, '.git'), 'gitdir: /tmp\n')
    },
    'turns .git into a link': (at) => {
      rmSync(join(at, '.git'), { recursive: true })
      symlinkSync('/', join(at, '.git'))
    },
    'makes it anew': (at) => {
      rmSync(join(at, '.git'), { recursive: true })
      theirGit(at, 'init', '--quiet')
    },
    commits: (at) => void commitAll(at, 'mine'),
    'commits on another branch and detaches': (at) => {
      theirGit(at, 'checkout', '--quiet', '-b', 'other')
      commitAll(at, 'other')
      theirGit(at, 'checkout', '--quiet', '--detach')
    },
    'rewrites history and deletes the branch': (at) => {
      theirGit(at, 'commit', '--quiet', '--amend', '-m', 'rewritten')
      theirGit(at, 'checkout', '--quiet', '--detach')
      theirGit(at, 'branch', '-D', 'work')
    },
    'runs gc --prune=now': (at) => {
      commitAll(at, 'mine')
      theirGit(at, 'reflog', 'expire', '--expire=now', '--all')
      theirGit(at, 'gc', '--quiet', '--prune=now')
    },
    'stashes and pops': (at) => {
      theirGit(at, 'add', '-A')
      theirGit(at, 'stash')
      theirGit(at, 'stash', 'pop')
    },
    'stages something else': (at) => {
      theirGit(at, 'rm', '-q', '--cached', 'a.txt')
      theirGit(at, 'update-index', '--assume-unchanged', 'dir/b.txt')
      theirGit(at, 'update-index', '--skip-worktree', 'dir/b.txt')
    },
    'damages objects and config of its own': (at) => {
      writeFileSync(join(at, '.git', 'config'), 'garbage [[[')
      writeFileSync(join(at, '.git', 'HEAD'), 'garbage')
      writeFileSync(join(at, '.git', 'index'), 'garbage')
    },
    'ignores everything for itself': (at) => writeFileSync(join(at, '.git', 'info', 'exclude'), '*\n'),
  }

  it.each(Object.keys(wreckers))(
    'T-13 F-28 F-29 F-30 the agent %s: the snapshot is right and control untouched',
    async (name) => {
      const opened = await withTree()
      const { at, control } = opened
      const refs = theirGit(control.place.gitDir, 'for-each-ref')
      const config = readFileSync(join(control.place.gitDir, 'config'))
      write(at, { 'dir/b.txt': 'B\n', 'new.txt': 'n\n' })
      wreckers[name]?.(at)
      expect(await changes(opened)).toEqual(['dir/b.txt', 'new.txt'])
      expect(theirGit(control.place.gitDir, 'for-each-ref')).toBe(refs)
      expect(readFileSync(join(control.place.gitDir, 'config'))).toEqual(config)
      expect(theirGit(control.place.gitDir, 'fsck', '--connectivity-only', '--no-dangling')).toBe('')
    },
  )

  it('F-30 the agent removes its tree: missing, and then made again', async () => {
    const { at, trees, user } = await withTree()
    rmSync(at, { recursive: true })
    expect(await trees.snapshot(id)).toBe('missing')
    expect(await trees.make(id, user.head)).toBe('made')
  })
})

describe('what a snapshot takes', () => {
  it('everything that no rule ignores: of the tree, of the user, of the repository', async () => {
    const top = newRepository({ 'a.txt': 'a\n', '.gitignore': '*.o\n' })
    write(top, { '.git/info/exclude': 'local/\n' })
    theirGit(top, 'config', 'core.excludesFile', join(top, '.git', 'mine'))
    write(top, { '.git/mine': '*.swp\n' })
    const opened = await open(top)
    await opened.trees.make(id, opened.user.head)
    const at = opened.trees.pathOf(id)
    write(at, { 'x.o': '', 'local/y': '', 'z.swp': '', kept: '', 'deep/er/file': 'd', 'a b\t': '' })
    rmSync(join(at, 'a b\t'))
    expect(await changes({ ...opened, base: await opened.git.treeOf(opened.user.head) })).toEqual([
      'deep/er/file',
      'kept',
    ])
    expect(theirGit(at, 'status', '--porcelain', '-uall')).toBe('?? deep/er/file\n?? kept')
  })

  it('deletions, modes, links, files that became directories and directories that became files or links', async () => {
    const opened = await withTree({ file: 'f', 'dir/x': 'x', 'dir/y': 'y', 'other/z': 'z', run: 'r', gone: 'g' })
    const { at, git, trees } = opened
    unlinkSync(join(at, 'gone'))
    unlinkSync(join(at, 'file'))
    write(at, { 'file/inner': 'i' })
    rmSync(join(at, 'dir'), { recursive: true })
    writeFileSync(join(at, 'dir'), 'now a file')
    rmSync(join(at, 'other'), { recursive: true })
    symlinkSync('file', join(at, 'other'))
    chmodSync(join(at, 'run'), 0o755)
    expect(await changes(opened)).toEqual([
      'dir',
      'dir/x',
      'dir/y',
      'file',
      'file/inner',
      'gone',
      'other',
      'other/z',
      'run',
    ])
    const tree = (await trees.snapshot(id)) as string
    const commit = await git.commitTree({ tree, parents: [], message: 'm', at: 0 })
    await trees.make('r.unit.b', commit)
    expect(lstatSync(join(trees.pathOf('r.unit.b'), 'run')).mode & 0o777).toBe(0o755)
    expect(lstatSync(join(trees.pathOf('r.unit.b'), 'other')).isSymbolicLink()).toBe(true)
    expect(await trees.snapshot('r.unit.b')).toBe(tree)
  })

  it('edits of the same size in the same tick as the checkout, or as the last snapshot', async () => {
    const opened = await withTree(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, 'a'])))
    for (let round = 0; round < 5; round += 1) {
      await opened.trees.reset(id, opened.user.head)
      write(opened.at, { f7: 'b' })
      expect(await changes(opened)).toEqual(['f7'])
      write(opened.at, { f7: 'a', f8: 'c' })
      expect(await changes(opened)).toEqual(['f8'])
      expect(theirGit(opened.at, 'status', '--porcelain')).toBe(' M f8')
    }
  })

  it('modes are left alone where the user does', async () => {
    const top = newRepository()
    theirGit(top, 'config', 'core.fileMode', 'false')
    const opened = await open(top)
    await opened.trees.make(id, opened.user.head)
    chmodSync(join(opened.trees.pathOf(id), 'a.txt'), 0o755)
    expect(await opened.trees.snapshot(id)).toBe(await opened.git.treeOf(opened.user.head))
  })

  it.each([
    ['autocrlf', { 'core.autocrlf': 'true' }, ''],
    ['eol by attribute', {}, '*.txt text eol=crlf\n'],
  ])('CRLF by %s: carriage returns in the tree, none in the commit', async (_, config, attributes) => {
    const top = newRepository({ 'a.txt': 'one\ntwo\n', '.gitattributes': attributes })
    for (const [key, value] of Object.entries(config)) theirGit(top, 'config', key, value)
    const opened = await open(top)
    await opened.trees.make(id, opened.user.head)
    const at = opened.trees.pathOf(id)
    expect(readFileSync(join(at, 'a.txt'), 'utf8')).toBe('one\r\ntwo\r\n')
    expect(await opened.trees.snapshot(id)).toBe(await opened.git.treeOf(opened.user.head))
    write(at, { 'a.txt': 'one\r\n2\r\n' })
    const tree = (await opened.trees.snapshot(id)) as string
    expect(theirGit(opened.control.place.gitDir, 'cat-file', 'blob', `${tree}:a.txt`)).toBe('one\n2')
    expect(theirGit(at, 'status', '--porcelain')).toBe(' M a.txt')
  })

  it('T-14 LFS files stay pointers: moved ones are kept, other content is refused', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n'
    const opened = await withTree({ '.gitattributes': '*.bin filter=lfs -text\n', 'x.bin': pointer })
    expect(readFileSync(join(opened.at, 'x.bin'), 'utf8')).toBe(pointer)
    write(opened.at, { 'y.bin': pointer, z: 'z' })
    expect(await changes(opened)).toEqual(['y.bin', 'z'])
    write(opened.at, { 'x.bin': 'real content' })
    expect(await refusedOf(opened)).toBe('"x.bin" uses the git filter lfs, which Forge does not run')
  })
})

describe('what a snapshot refuses (I-30)', () => {
  const cases: Record<string, readonly [(at: string) => void, RegExp]> = {
    'a nested repository': [(at) => nested(join(at, 'sub')), /"sub\/" is a git repository of its own/u],
    'a nested repository without a commit': [
      (at) => {
        mkdirSync(join(at, 'sub'))
        theirGit(join(at, 'sub'), 'init', '--quiet')
      },
      /"sub\/" is a git repository of its own/u,
    ],
    'a nested repository in the place of a file': [
      (at) => {
        unlinkSync(join(at, 'a.txt'))
        nested(join(at, 'a.txt'))
      },
      /"a.txt" is a git repository of its own/u,
    ],
    'a symbolic link to an absolute path': [
      (at) => symlinkSync('/etc/passwd', join(at, 'l')),
      /"l" is a symbolic link to an absolute path/u,
    ],
    'a link that climbs out': [(at) => symlinkSync('../../../../x', join(at, 'dir/l')), /leads out/u],
    'a link that climbs out through another link': [
      (at) => {
        symlinkSync('.', join(at, 'dir/here'))
        symlinkSync('dir/here/../../x', join(at, 'l'))
      },
      /"l" is a symbolic link that leads out/u,
    ],
    'a link into .git': [(at) => symlinkSync('.git/config', join(at, 'l')), /into git metadata/u],
    '.GIT': [(at) => write(at, { '.GIT/config': 'x' }), /named like git metadata/u],
    'git~1': [(at) => write(at, { 'sub/git~1': 'x' }), /named like git metadata/u],
    '.git with a trailing dot': [(at) => write(at, { '.git./config': 'x' }), /named like git metadata/u],
    'a control character': [(at) => write(at, { 'a\u0007b': 'x' }), /control character/u],
    'a line break': [(at) => write(at, { 'a\nb': 'x' }), /control character/u],
    'a name that is not UTF-8': [
      (at) => writeFileSync(Buffer.concat([Buffer.from(`${at}/`), Buffer.from([0xc3, 0x28])]), 'x'),
      /not UTF-8/u,
    ],
    'names that differ only in case': [(at) => write(at, { 'A.TXT': 'x' }), /differs only in case/u],
    'directories that differ only in case': [(at) => write(at, { 'DIR/new': 'x' }), /differs only in case/u],
    'a link for .gitmodules': [(at) => symlinkSync('a.txt', join(at, '.gitmodules')), /is a symbolic link/u],
    'a pipe in the place of a file': [
      (at) => {
        unlinkSync(join(at, 'a.txt'))
        execFileSync('sh', ['-c', 'mkfifo "$0"', join(at, 'a.txt')])
      },
      /neither a file nor a symbolic link/u,
    ],
  }

  it.each(Object.keys(cases))('I-30 T-15 %s; the files stay', async (name) => {
    const opened = await withTree()
    const [plant, words] = cases[name]!
    write(opened.at, { 'good.txt': 'g' })
    plant(opened.at)
    expect(await refusedOf(opened)).toMatch(words)
    expect(existsSync(join(opened.at, 'good.txt'))).toBe(true)
  })

  it("I-30 T-15 pipes and sockets beside the files are skipped; a link inside is kept; ignored repositories are nobody's concern", async () => {
    const opened = await withTree({ 'a.txt': 'a', '.gitignore': 'node_modules/\n' })
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(opened.at, 'pipe')])
    symlinkSync('a.txt', join(opened.at, 'l'))
    nested(join(opened.at, 'node_modules/x'))
    expect(await changes(opened)).toEqual(['l'])
  })

  it('I-30 what the user had before is left alone', async () => {
    const top = newRepository({ 'a.txt': 'a', README: '1', readme: '2' })
    symlinkSync('/etc/hosts', join(top, 'hosts'))
    commitAll(top, 'mine')
    theirGit(top, 'update-index', '--add', '--cacheinfo', `160000,${theirGit(top, 'rev-parse', 'HEAD')},vendor/sub`)
    theirGit(top, 'commit', '--quiet', '-m', 'sub')
    const opened = await open(top)
    await opened.trees.make(id, opened.user.head)
    write(opened.trees.pathOf(id), { new: 'n' })
    expect(await changes({ ...opened, base: await opened.git.treeOf(opened.user.head) })).toEqual(['new'])
  })

  it('I-30 T-16 a repository in the place of a submodule changes nothing', async () => {
    const top = newRepository()
    theirGit(top, 'update-index', '--add', '--cacheinfo', `160000,${theirGit(top, 'rev-parse', 'HEAD')},sub`)
    theirGit(top, 'commit', '--quiet', '-m', 'sub')
    const opened = await open(top)
    await opened.trees.make(id, opened.user.head)
    nested(join(opened.trees.pathOf(id), 'sub'))
    expect(await opened.trees.snapshot(id)).toBe(await opened.git.treeOf(opened.user.head))
  })
})

function nested(folder: string): void {
  mkdirSync(folder, { recursive: true })
  theirGit(folder, 'init', '--quiet')
  write(folder, { inner: 'i' })
  commitAll(folder, 'inner')
}
