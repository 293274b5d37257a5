/** The port `Git` on real git: every primitive, what a second call finds, refused swaps, and lock files in the way. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Git } from '#engine/ports.ts'
import { commitAll, newFolder, newRepository, open, read, theirGit, write, type Opened } from './harness.ts'

const at = 1_800_000_000_123

/** A commit with these files on top of another. */
async function commitOf(opened: Opened, parent: string, files: Record<string, string | null>): Promise<string> {
  const id = 'r.scratch.commit'
  await opened.trees.make(id, parent)
  await opened.trees.reset(id, parent)
  const folder = opened.trees.pathOf(id)
  for (const [path, content] of Object.entries(files)) {
    if (content === null) theirGit(folder, 'rm', '-q', path)
    else write(folder, { [path]: content })
  }
  const tree = await opened.trees.snapshot(id)
  if (typeof tree !== 'string' || tree === 'missing') throw new Error(JSON.stringify(tree))
  return opened.git.commitTree({ tree, parents: [parent], message: 'work\n', at })
}

describe('refs', () => {
  it('are made, moved and deleted only from where they are said to be', async () => {
    const opened = await open(newRepository())
    const { git, user } = opened
    const next = await commitOf(opened, user.head, { 'a.txt': '2\n' })
    const ref = 'refs/forge/r/integration'
    expect(await git.resolveRef(ref)).toBeUndefined()
    expect(await git.updateRef(ref, next, user.head)).toBe('moved')
    expect(await git.updateRef(ref, user.head, undefined)).toBe('updated')
    expect(await git.updateRef(ref, next, undefined)).toBe('moved')
    expect(await git.updateRef(ref, next, user.head)).toBe('updated')
    expect(await git.updateRef(ref, next, user.head)).toBe('moved')
    expect(await git.resolveRef(ref)).toBe(next)
    expect(await git.resolveRef('refs/forge/r')).toBeUndefined()
    expect(await git.deleteRef(ref, user.head)).toBe('moved')
    expect(await git.deleteRef(ref, next)).toBe('deleted')
    expect(await git.deleteRef(ref, next)).toBe('moved')
  })

  it('of twenty swaps from one place exactly one wins', async () => {
    const opened = await open(newRepository())
    const { git, user } = opened
    const commits = await Promise.all(
      Array.from({ length: 20 }, async (_, n) =>
        git.commitTree({ tree: await git.treeOf(user.head), parents: [user.head], message: `${n}\n`, at }),
      ),
    )
    const ref = 'refs/forge/r/integration'
    await git.updateRef(ref, user.head, undefined)
    const answers = await Promise.all(commits.map((commit) => git.updateRef(ref, commit, user.head)))
    expect(answers.filter((answer) => answer === 'updated')).toHaveLength(1)
    expect(await git.resolveRef(ref)).toBe(commits[answers.indexOf('updated')])
  })

  it('T-11 with names that could be options, patterns or paths are a bug', async () => {
    const { git, user } = await open(newRepository())
    for (const ref of ['--stdin', 'refs/../x', 'refs/forge/*', 'HEAD', 'refs/forge/a.lock', 'refs/forge/-x', 'refs//x'])
      await expect(git.updateRef(ref, user.head, undefined)).rejects.toThrow(/sound/u)
    await expect(git.updateRef('refs/forge/x', '--help', undefined)).rejects.toThrow()
  })
})

describe.concurrent('lock files in the way (F-11)', () => {
  const locked = ['refs/forge/r/integration.lock', 'packed-refs.lock'] as const

  it.each(locked)('F-11 %s that nobody holds goes, and that is said', async (name) => {
    const { git, control, user, notices } = await open(newRepository())
    const ref = 'refs/forge/r/integration'
    await git.updateRef(ref, user.head, undefined)
    const lock = plant(join(control.place.gitDir, name), 60)
    expect(await git.deleteRef(ref, user.head)).toBe('deleted')
    expect(existsSync(lock)).toBe(false)
    expect(notices.join()).toContain(lock)
  })

  it('F-11 U-05 one that is held stays, and is the answer, by its name', async () => {
    const { git, control, user } = await open(newRepository())
    const lock = plant(join(control.place.gitDir, 'refs/forge/r/integration.lock'), 60)
    const held = openSync(lock, 'r')
    try {
      expect(await git.updateRef('refs/forge/r/integration', user.head, undefined)).toEqual({ locked: lock })
      expect(existsSync(lock)).toBe(true)
    } finally {
      closeSync(held)
    }
  })

  it("F-11 the user's own locks stop nothing that Forge does in its own place", async () => {
    const top = newRepository()
    for (const name of ['index.lock', 'config.lock', 'packed-refs.lock', 'HEAD.lock']) plant(join(top, '.git', name), 0)
    const { git, trees, user } = await open(top)
    expect(await trees.make('r.unit.a', user.head)).toBe('made')
    expect(await git.updateRef('refs/forge/r/x', user.head, undefined)).toBe('updated')
    for (const name of ['index.lock', 'config.lock', 'packed-refs.lock', 'HEAD.lock'])
      expect(existsSync(join(top, '.git', name))).toBe(true)
  })
})

function plant(path: string, ageSeconds: number): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  const then = Date.now() / 1000 - ageSeconds
  utimesSync(path, then, then)
  return path
}

describe('commits', () => {
  it('are the same for the same arguments, whatever the machine says', async () => {
    const { git, user } = await open(newRepository())
    const commit = {
      tree: await git.treeOf(user.head),
      parents: [user.head],
      message: 'Ünï\n\nForge-Merge: r/a@1\n',
      at,
    }
    const zone = process.env['TZ']
    process.env['TZ'] = 'Pacific/Auckland'
    process.env['GIT_AUTHOR_NAME'] = 'Mallory'
    const oid = await git.commitTree(commit)
    process.env['TZ'] = zone ?? ''
    delete process.env['GIT_AUTHOR_NAME']
    expect(await git.commitTree(commit)).toBe(oid)
    expect(await git.commitTree({ ...commit, at: at + 1000 })).not.toBe(oid)
  })

  it('carry the identity of the user, UTC, and no signature although the user signs', async () => {
    const top = newRepository()
    theirGit(top, 'config', 'commit.gpgSign', 'true')
    const { git, user, control } = await open(top)
    const oid = await git.commitTree({
      tree: await git.treeOf(user.head),
      parents: [],
      message: 'm',
      at: 1_700_000_000_999,
    })
    const raw = theirGit(control.place.gitDir, 'cat-file', 'commit', oid)
    expect(raw).toContain('author Ada <ada@example.org> 1700000000 +0000')
    expect(raw).not.toContain('gpgsig')
  })

  it('know their tree, what changed and where they come from', async () => {
    const opened = await open(newRepository({ a: '1', 'd/b': '2', c: '3' }))
    const { git, user } = opened
    const next = await commitOf(opened, user.head, { a: 'x', c: null, 'd/e ü': 'new' })
    expect(await git.changedPaths(await git.treeOf(user.head), await git.treeOf(next))).toEqual(['a', 'c', 'd/e ü'])
    const paths = ['a', 'c', 'd', 'd/b', 'd/e ü', 'never', '__proto__']
    expect(await git.sizesIn(await git.treeOf(next), paths)).toEqual({ a: 1, 'd/b': 1, 'd/e ü': 3 })
    expect(await git.sizesIn(await git.treeOf(next), ['never'])).toEqual({})
    expect(await git.isAncestor(user.head, next)).toBe(true)
    expect(await git.isAncestor(next, user.head)).toBe(false)
    expect(await git.isAncestor(next, next)).toBe(true)
    await expect(git.treeOf('0'.repeat(40))).rejects.toThrow()
  })

  it('tell the lines they add, by file and number, whatever attributes say, each line once; also of binary and huge files', async () => {
    const opened = await open(newRepository({ a: 'one\ntwo\n', b: 'same\n', '.gitattributes': '* binary\n' }))
    const { git, user } = opened
    const next = await commitOf(opened, user.head, {
      a: 'two\nthree\n\none\n',
      'd/e ü': 'new\r\nlast',
      raw: 'x\0y\nline',
      huge: 'line\n'.repeat(300_000),
      b: null,
    })
    const lines = await git.addedLines(await git.treeOf(user.head), await git.treeOf(next))
    const asText = lines.filter(({ text }) => /^[a-z]+$/.test(text) && text !== 'huge' && text !== 'raw')
    expect(asText).toEqual([
      { path: 'a', line: 2, text: 'three' },
      { path: 'd/e ü', line: 1, text: 'new' },
      { path: 'd/e ü', line: 2, text: 'last' },
      { path: 'huge', line: 1, text: 'line' },
      { path: 'raw', line: 1, text: 'x' },
      { path: 'raw', line: 2, text: 'y' },
      { path: 'raw', line: 3, text: 'line' },
    ])
    expect(await git.addedLines(await git.treeOf(next), await git.treeOf(next))).toEqual([])
  })

  it('tell the text of each file that is one; binary, linked and huge files, folders and what is not there have none', async () => {
    const opened = await open(newRepository({ a: 'one\n', 'd/e ü': 'new\r\nlast', empty: '', raw: 'x\0y' }))
    const { git, user } = opened
    const next = await commitOf(opened, user.head, { huge: 'line\n'.repeat(300_000), a: 'two\n' })
    const paths = ['a', 'd', 'd/e ü', 'empty', 'raw', 'huge', 'never', '__proto__']
    const texts = { a: 'two\n', 'd/e ü': 'new\r\nlast', empty: '' }
    expect(await git.textsIn(await git.treeOf(next), paths)).toEqual(texts)
    expect(await git.textsIn(await git.treeOf(user.head), ['a', 'huge'])).toEqual({ a: 'one\n' })
    expect(await git.textsIn(await git.treeOf(next), [])).toEqual({})
  })

  it('are found by an exact trailer line, and only where asked', async () => {
    const { git, user } = await open(newRepository())
    const tree = await git.treeOf(user.head)
    const trailer = 'Forge-Merge: r/a.b@1'
    const one = await git.commitTree({ tree, parents: [user.head], message: `m\n\n${trailer}\n`, at })
    const near = await git.commitTree({
      tree,
      parents: [one],
      message: `m\n\n${trailer}\n\n${trailer}0\nx ${trailer}\n`,
      at: at + 1000,
    })
    expect(await git.findTrailer(near, user.head, trailer)).toBe(one)
    expect(await git.findTrailer(near, one, trailer)).toBeUndefined()
    expect(await git.findTrailer(near, 'f'.repeat(40), trailer)).toBe(one)
    expect(await git.findTrailer(near, user.head, 'Forge-Merge: r/aXb@1')).toBeUndefined()
  })
})

describe('merging', () => {
  const merge = async (opened: Opened, one: Record<string, string | null>, two: Record<string, string | null>) => {
    const { git, user } = opened
    return {
      git,
      merged: await git.mergeTree(await commitOf(opened, user.head, one), await commitOf(opened, user.head, two)),
    }
  }
  const treeIn = (merged: Awaited<ReturnType<Git['mergeTree']>>): string =>
    'tree' in merged ? merged.tree : JSON.stringify(merged)

  it('joins what is apart and names what conflicts', async () => {
    const opened = await open(newRepository({ a: '1\n', b: '2\n', c: '3\n' }))
    const clean = await merge(opened, { a: 'x\n' }, { b: 'y\n', new: 'n\n' })
    expect(await opened.git.changedPaths(await opened.git.treeOf(opened.user.head), treeIn(clean.merged))).toEqual([
      'a',
      'b',
      'new',
    ])
    expect((await merge(opened, { a: 'x\n', b: 'x\n' }, { a: 'y\n', b: null })).merged).toEqual({
      conflicts: ['a', 'b'],
    })
    expect((await merge(opened, { 'new ü': 'x\n' }, { 'new ü': 'y\n' })).merged).toEqual({ conflicts: ['new ü'] })
  })

  it('I-30 two clean sides that collide by case are in conflict', async () => {
    const opened = await open(newRepository())
    expect((await merge(opened, { README: '1' }, { readme: '2' })).merged).toEqual({ conflicts: ['readme'] })
  })

  it('merges unrelated histories from nothing', async () => {
    const { git, user } = await open(newRepository({ a: '1' }))
    const lone = await git.commitTree({ tree: await git.treeOf(user.head), parents: [], message: 'lone', at })
    expect(await git.mergeTree(lone, user.head)).toEqual({ tree: await git.treeOf(user.head) })
  })
})

describe('the control repository', () => {
  it('is made once by eight at the same time, and refreshed with what the user adds', async () => {
    const top = newRepository()
    const state = newFolder('state')
    const all = await Promise.all(Array.from({ length: 8 }, () => open(top, state)))
    write(top, { 'later.txt': 'later' })
    const later = commitAll(top, 'later')
    await expect(all[0]!.git.treeOf(later)).rejects.toThrow()
    const again = await open(top, state)
    expect(await again.git.treeOf(later)).toBe(theirGit(top, 'rev-parse', 'HEAD^{tree}'))
    expect(theirGit(again.control.place.gitDir, 'config', 'gc.auto')).toBe('0')
    expect(await read(top)).toMatchObject({ dirty: [] })
  })

  it('a making that was interrupted is made again', async () => {
    const top = newRepository()
    const state = newFolder('state')
    mkdirSync(join(state, 'making', 'control.git.999999-1', 'objects'), { recursive: true })
    mkdirSync(join(state, 'control.git'))
    const { git, user } = await open(top, state)
    expect(await git.treeOf(user.head)).toMatch(/^[0-9a-f]{40}$/u)
    expect(readdirSync(join(state, 'making'))).toEqual([])
  })
})
