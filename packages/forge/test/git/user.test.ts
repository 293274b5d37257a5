/** The user's side: nothing of theirs changes (I-27), whatever they do meanwhile (F-13, F-14), and the published branch. */
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openControl } from '#adapters/git/index.ts'
import { differingParts, digestOfUser } from './digest.ts'
import {
  commitAll,
  newFolder,
  newRepository,
  open,
  publishIn,
  read,
  run,
  theirGit,
  write,
  type Opened,
} from './harness.ts'

const at = 1_800_000_000_000

/** A user in the middle of things: dirty, staged, stashed, with hooks that would tell, another branch and a tag. */
function busyUser(): { top: string; told: string } {
  const top = newRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', '.gitignore': '*.log\n' })
  const told = join(newFolder('told'), 'hook-ran')
  write(top, { 'b.txt': 'stashed\n' })
  theirGit(top, 'stash')
  theirGit(top, 'branch', 'other')
  theirGit(top, 'tag', 'v1')
  write(top, { 'a.txt': 'dirty\n', 'staged.txt': 's\n', untracked: 'u\n', 'x.log': 'ignored\n' })
  theirGit(top, 'add', 'staged.txt')
  for (const name of ['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction', 'post-merge']) {
    writeFileSync(join(top, '.git', 'hooks', name), `#!/bin/sh\necho ${name} >> ${told}\n`)
    chmodSync(join(top, '.git', 'hooks', name), 0o755)
  }
  return { top, told }
}

/** A unit's whole way: tree, edit, snapshot, commit, merge, published branch, tree removed. */
async function oneUnit(opened: Opened, unit: string): Promise<string> {
  const { git, trees, user, control } = opened
  const ref = 'refs/forge/r/integration'
  const id = `r.unit.${unit}`
  const tip = (await git.resolveRef(ref)) ?? user.head
  expect(await trees.make(id, user.head)).toBe('made')
  write(trees.pathOf(id), { [`${unit}.txt`]: unit })
  const tree = (await trees.snapshot(id)) as string
  const head = await git.commitTree({ tree, parents: [user.head], message: `${unit}\n`, at })
  const merged = await git.mergeTree(tip, head)
  if (!('tree' in merged)) throw new Error('conflict')
  const commit = await git.commitTree({
    tree: merged.tree,
    parents: [tip, head],
    message: `m\n\nForge-Merge: r/${unit}@1\n`,
    at,
  })
  expect(await git.updateRef(ref, commit, tip === user.head ? await git.resolveRef(ref) : tip)).toBe('updated')
  expect(await publishIn(control, 'r', commit)).toEqual({ end: 'published', branch: 'forge/r' })
  await trees.remove(id)
  return commit
}

describe("the user's repository (I-27)", () => {
  it('I-27 is byte-identical before and after: dirty, staged, stashed, with hooks', async () => {
    const { top, told } = busyUser()
    const user = await read(top)
    const before = await digestOfUser(run, user)
    const opened = await open(top)
    await oneUnit(opened, 'one')
    const commit = await oneUnit(opened, 'two')
    expect(differingParts(before, await digestOfUser(run, user))).toEqual([])
    expect(existsSync(told)).toBe(false)
    expect(theirGit(top, 'rev-parse', 'forge/r')).toBe(commit)
    expect(theirGit(top, 'fsck', '--connectivity-only', '--no-dangling')).toBe('')
    expect(theirGit(top, 'status', '--porcelain')).toBe(' M a.txt\nA  staged.txt\n?? untracked')
    expect(theirGit(top, 'stash', 'list')).toContain('stash@{0}')
  })

  it('I-27 the digest notices every part', async () => {
    const { top } = busyUser()
    const user = await read(top)
    const before = await digestOfUser(run, user)
    const changes: Record<string, () => void> = {
      refs: () => theirGit(top, '-c', 'core.hooksPath=/dev/null', 'tag', 'v2'),
      head: () => theirGit(top, '-c', 'core.hooksPath=/dev/null', 'symbolic-ref', 'HEAD', 'refs/heads/other'),
      index: () => theirGit(top, '-c', 'core.hooksPath=/dev/null', 'add', 'untracked'),
      config: () => theirGit(top, 'config', 'x.y', 'z'),
      hooks: () => chmodSync(join(top, '.git', 'hooks', 'pre-commit'), 0o700),
      stash: () => writeFileSync(join(top, '.git', 'logs', 'refs', 'stash'), ''),
      checkout: () => write(top, { 'a.txt': 'dirtx\n' }),
    }
    const noticed: string[] = []
    for (const change of Object.values(changes)) {
      change()
      noticed.push(differingParts(before, await digestOfUser(run, user)).join())
    }
    expect(noticed.at(-1)).toBe(Object.keys(changes).join())
    expect(noticed.map((parts) => parts.split(',').length)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
})

describe('what the user does meanwhile (F-13, F-14)', () => {
  const meanwhile: Record<string, (top: string) => void> = {
    'edits and commits': (top) => {
      write(top, { 'mine.txt': 'm' })
      commitAll(top, 'mine')
    },
    'amends and prunes': (top) => {
      theirGit(top, 'commit', '--quiet', '--amend', '-m', 'amended')
      theirGit(top, 'reflog', 'expire', '--expire=now', '--all')
      theirGit(top, 'gc', '--quiet', '--prune=now')
    },
    'rebases onto something else': (top) => {
      theirGit(top, 'checkout', '--quiet', '--orphan', 'new')
      commitAll(top, 'orphan')
      theirGit(top, 'checkout', '--quiet', 'main')
      theirGit(top, 'rebase', '--quiet', '--root', '--onto', 'new', '-X', 'theirs')
    },
    'switches branches': (top) => theirGit(top, 'checkout', '--quiet', '-b', 'elsewhere'),
    'deletes the branch and prunes': (top) => {
      theirGit(top, 'checkout', '--quiet', '--orphan', 'else')
      commitAll(top, 'else')
      theirGit(top, 'branch', '-D', 'main')
      theirGit(top, 'reflog', 'expire', '--expire=now', '--all')
      theirGit(top, 'gc', '--quiet', '--prune=now', '--aggressive')
    },
    'deletes the published branch and prunes': (top) => {
      theirGit(top, 'branch', '-D', 'forge/r')
      theirGit(top, 'reflog', 'expire', '--expire=now', '--all')
      theirGit(top, 'gc', '--quiet', '--prune=now')
    },
    'packs all refs and repacks': (top) => {
      theirGit(top, 'pack-refs', '--all')
      theirGit(top, 'repack', '-adq')
    },
  }

  it.each(Object.keys(meanwhile))('F-13 %s: the run goes on from its own copy', async (name) => {
    const top = newRepository({ 'a.txt': 'a\n' })
    write(top, { 'second.txt': '2' })
    commitAll(top, 'second')
    const opened = await open(top)
    await oneUnit(opened, 'one')
    meanwhile[name]?.(top)
    const user = await read(top)
    const before = await digestOfUser(run, user)
    const commit = await oneUnit(opened, 'two')
    await openControl({ userRepository: user, stateDirectory: opened.state, run })
    expect(differingParts(before, await digestOfUser(run, user))).toEqual([])
    expect(theirGit(top, 'rev-parse', 'forge/r')).toBe(commit)
    expect(theirGit(top, 'fsck', '--connectivity-only', '--no-dangling')).toBe('')
    expect(theirGit(opened.control.place.gitDir, 'fsck', '--connectivity-only', '--no-dangling')).toBe('')
  })

  it('F-14 the base moves: the second swap from the old base is refused, on the new one it is taken', async () => {
    const { git, user } = await open(newRepository())
    const tree = await git.treeOf(user.head)
    const ref = 'refs/forge/r/integration'
    await git.updateRef(ref, user.head, undefined)
    const [one, two] = [1, 2].map((n) => ({ tree, parents: [user.head], message: `${n}\n`, at }))
    const first = await git.commitTree(one!)
    expect(await git.updateRef(ref, first, user.head)).toBe('updated')
    expect(await git.updateRef(ref, await git.commitTree(two!), user.head)).toBe('moved')
    expect(await git.updateRef(ref, await git.commitTree({ ...two!, parents: [first] }), first)).toBe('updated')
  })
})

describe('the published branch', () => {
  it('is idempotent, goes forward only, and is made again when deleted', async () => {
    const top = newRepository()
    const opened = await open(top)
    const { control, git, user } = opened
    const one = await oneUnit(opened, 'one')
    expect(await publishIn(control, 'r', one)).toEqual({ end: 'published', branch: 'forge/r' })
    expect(await publishIn(control, 'r', user.head)).toMatchObject({ end: 'diverged' })
    theirGit(top, 'branch', '-D', 'forge/r')
    expect(await publishIn(control, 'r', one)).toMatchObject({ end: 'published' })
    theirGit(top, 'worktree', 'add', '--quiet', join(newFolder(), 'w'), 'forge/r')
    const next = await git.commitTree({ tree: await git.treeOf(one), parents: [one], message: 'n', at })
    expect(await publishIn(control, 'r', next)).toMatchObject({ end: 'checked-out' })
    expect(theirGit(top, 'rev-parse', 'forge/r')).toBe(one)
  })

  it('leaves alone what the user committed on it, and a lock of theirs', async () => {
    const top = newRepository()
    const opened = await open(top)
    const one = await oneUnit(opened, 'one')
    const lock = join(top, '.git', 'refs', 'heads', 'forge', 'r.lock')
    writeFileSync(lock, '')
    const next = await opened.git.commitTree({ tree: await opened.git.treeOf(one), parents: [one], message: 'n', at })
    expect(await publishIn(opened.control, 'r', next)).toMatchObject({ end: 'locked' })
    expect(existsSync(lock)).toBe(true)
    rmSync(lock)
    const theirs = theirGit(top, 'commit-tree', '-m', 'mine', '-p', one, `${one}^{tree}`)
    theirGit(top, 'update-ref', 'refs/heads/forge/r', theirs)
    expect(await publishIn(opened.control, 'r', next)).toMatchObject({ end: 'diverged' })
    expect(theirGit(top, 'rev-parse', 'forge/r')).toBe(theirs)
  }, 30_000)

  it('is called forge-<run> when a branch called forge is in the way; works from a linked worktree', async () => {
    const main = newRepository()
    const top = join(newFolder(), 'linked')
    theirGit(main, 'worktree', 'add', '--quiet', '-b', 'forge', top)
    const { control, user } = await open(top)
    const before = await digestOfUser(run, user)
    expect(await publishIn(control, 'r', user.head)).toEqual({ end: 'published', branch: 'forge-r' })
    expect(theirGit(main, 'rev-parse', 'forge-r')).toBe(user.head)
    expect(differingParts(before, await digestOfUser(run, user))).toEqual([])
  })

  it('brings only what the user does not have', async () => {
    const top = newRepository()
    const opened = await open(top)
    const packs = (): number =>
      readdirSync(join(top, '.git', 'objects', 'pack')).filter((name) => name.endsWith('.pack')).length
    await publishIn(opened.control, 'r', opened.user.head)
    expect(packs()).toBe(0)
    await oneUnit(opened, 'one')
    expect(packs()).toBe(1)
    const [pack] = readdirSync(join(top, '.git', 'objects', 'pack')).filter((name) => name.endsWith('.idx'))
    expect(
      theirGit(top, 'verify-pack', '-v', join('.git/objects/pack', pack!))
        .split('\n')
        .filter((line) => /^[0-9a-f]{40}/u.test(line)),
    ).toHaveLength(4)
  })
})
