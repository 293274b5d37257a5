/** B7, what an agent can leave in its tree for git, for Forge and for those who read names: none of it is committed, and its own git has no say. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { commitAll, newRepository, open, theirGit, write } from './harness.ts'

/** Puts something into a folder. */
type Leave = (folder: string) => void

const file =
  (path: string, text = 'x\n'): Leave =>
  (folder) =>
    write(folder, { [path]: text })

const link =
  (path: string, target: string): Leave =>
  (folder) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(target, join(folder, path))
  }

const repository =
  (path: string): Leave =>
  (folder) => {
    mkdirSync(join(folder, path), { recursive: true })
    theirGit(join(folder, path), 'init', '--quiet')
    write(join(folder, path), { inner: 'i' })
    commitAll(join(folder, path), 'inner')
  }

/** Not seen, or changing what is seen: bidi, zero-width, variation selectors, tags, fillers, separators, controls. */
const hidden = [
  0x202e, 0x202a, 0x2066, 0x2069, 0x200b, 0x200d, 0x2060, 0xfeff, 0xad, 0xfe0f, 0xe0041, 0x3164, 0x2028, 0x85, 0x1b,
  0x7f,
]
const gitLike = [
  '.GIT',
  '.Git',
  '.git.',
  '.git ',
  'git~1',
  'GIT~2',
  '.gi\u200ct',
  '.g\u200dit',
  '.git\ufeff',
  '.git:x',
  '.git::$INDEX_ALLOCATION',
]
const instructions = ['.gitattributes', '.gitmodules', '.gitignore', 'sub/.gitattributes', 'sub/.gitmodules']
const reserved = ['con', 'AUX.js', 'sub/nul.txt', 'com1', 'LPT9.log', 'com¹', 'dot.', 'blank ', 'sub./x']
const slashed = ['a\\b', '..\\..\\x', 'C:\\x', 'sub\\.git\\config']
const alike = ['раypal.js', 'src/аdmin.ts', 'ΑPI.md']

const hostile: Readonly<Record<string, Leave>> = {
  ...Object.fromEntries(
    hidden.map((code) => [`U+${code.toString(16)}`, file(`src/a${String.fromCodePoint(code)}b.js`)]),
  ),
  ...Object.fromEntries(
    hidden.slice(0, 4).map((code) => [`folder U+${code.toString(16)}`, file(`a${String.fromCodePoint(code)}/b.js`)]),
  ),
  ...Object.fromEntries(gitLike.map((name) => [`like git: ${name}`, file(`sub/${name}/config`)])),
  ...Object.fromEntries(instructions.map((name) => [`link ${name}`, link(name, 'a.txt')])),
  ...Object.fromEntries([...reserved, ...slashed, ...alike].map((name) => [name, file(name)])),
  'a link out': link('out', '../../../../etc/passwd'),
  'an absolute link': link('abs', '/etc/passwd'),
  'a link into .git': link('way', '.git/config'),
  'a link through a link': (folder) => {
    link('one', 'two')(folder)
    link('two', '..')(folder)
  },
  'a repository': repository('sub'),
  'a .git file': file('sub/.git', 'gitdir: /etc\n'),
  'a .git file in no repository': (folder) => {
    file('deep/er/.git', 'gitdir: ../../.git\n')(folder)
    file('deep/er/x')(folder)
  },
  '.git as a link': link('sub/.git', '..'),
  '.forge as a link': link('.forge', 'dir'),
  '.forge as a link out': link('.forge', '/tmp'),
  '.forge/config.yaml as a link': link('.forge/config.yaml', '../a.txt'),
  '.forge/presets as a link': link('.forge/presets', '../dir'),
}

it('B7 I-30 T-12 no tree with a name or a link that deceives is committed, and each is refused by its name', async () => {
  const { trees, git, user } = await open(newRepository())
  const base = await git.treeOf(user.head)
  const committed: string[] = []
  let refused = 0
  const names = Object.entries(hostile)
  for (const [index, [name, leave]] of names.entries()) {
    const id = `r.unit.u${index}`
    await trees.make(id, user.head)
    leave(trees.pathOf(id))
    const tree = await trees.snapshot(id)
    const isRefused = typeof tree !== 'string' && tree.refused.every((text) => /^"[^]+" \S+/u.test(render(text, 'en')))
    // What git itself never takes into a tree is left out of it.
    if (isRefused) refused += 1
    else if (tree !== base) committed.push(`${name}: ${JSON.stringify(tree)}`)
    await trees.remove(id)
  }
  console.log(`bar: ${names.length} hostile trees, ${refused} refused by name, ${committed.length} committed`)
  expect(committed).toEqual([])
  expect(refused).toBeGreaterThanOrEqual(names.length - 4)
})

/** What the git of a tree can claim about history: none of it is Forge's. */
it('B7 T-13 refs, replacements, grafts and borrowed objects in the tree’s own git have no say', async () => {
  const { trees, git, user } = await open(newRepository())
  const id = 'r.unit.a'
  await trees.make(id, user.head)
  const at = trees.pathOf(id)
  const foreign = newRepository({ 'a.txt': 'pwned\n', pwned: 'p' })
  const theirs = theirGit(foreign, 'rev-parse', 'HEAD')
  const own = join(at, '.git')
  write(own, {
    'refs/forge/r/integration': `${theirs}\n`,
    'refs/forge/r/work/a': `${theirs}\n`,
    [`refs/replace/${user.head}`]: `${theirs}\n`,
    [`refs/replace/${await git.treeOf(user.head)}`]: `${theirGit(foreign, 'rev-parse', 'HEAD^{tree}')}\n`,
    'info/grafts': `${user.head} ${theirs}\n`,
    'objects/info/alternates': `${foreign}/.git/objects\n`,
    'packed-refs': `${theirs} refs/heads/main\n`,
    shallow: `${user.head}\n`,
    HEAD: `${theirs}\n`,
  })
  writeFileSync(join(own, 'index'), 'no index at all')
  write(at, { 'a.txt': 'work\n' })
  const tree = (await trees.snapshot(id)) as string
  const before = await git.treeOf(user.head)
  expect(await git.changedPaths(before, tree)).toEqual(['a.txt'])
  const commit = await git.commitTree({ tree, parents: [user.head], message: 'm\n', at: 1_800_000_000_000 })
  expect(await git.mergeTree(commit, user.head)).toEqual({ tree })
  expect(await git.isAncestor(user.head, commit)).toBe(true)
  expect(await git.isAncestor(theirs, commit)).toBe(false)
  for (const ref of ['refs/forge/r/integration', 'refs/forge/r/work/a', `refs/replace/${user.head}`])
    expect(await git.resolveRef(ref), ref).toBeUndefined()
  await trees.reset(id, user.head)
  expect(await git.treeOf(user.head)).toBe(before)
  expect(await trees.snapshot(id)).toBe(before)
})
