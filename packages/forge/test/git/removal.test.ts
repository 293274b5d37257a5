/** R-45, I-28: the one function that deletes trees, on real ones: what is not proved to be kept is set aside. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { discardTree, reachableFrom } from '#engine/perform/trees.ts'
import type { World } from '#engine/ports.ts'
import { digDeep } from './deep.ts'
import { commitAll, newRepository, open, theirGit, write, type Opened } from './harness.ts'

const id = 'r.unit.a'
const ref = 'refs/forge/r/work/a'

async function withWork(): Promise<Opened & { world: World; at: string; head: string }> {
  const opened = await open(newRepository())
  const { git, trees, user } = opened
  await trees.make(id, user.head)
  write(trees.pathOf(id), { 'work.txt': 'work' })
  const tree = (await trees.snapshot(id)) as string
  const head = await git.commitTree({ tree, parents: [user.head], message: 'w', at: 0 })
  const equipment = { dismantle: async () => undefined }
  const world = { git, trees, equipment, processes: { sweepTree: async () => 0 } } as unknown as World
  return { ...opened, world, at: trees.pathOf(id), head }
}

describe('R-45 I-28 a tree is removed only with proof', () => {
  it('R-45 I-28 removed when a Forge ref reaches its content', async () => {
    const { world, git, head, at } = await withWork()
    await git.updateRef(ref, head, undefined)
    expect(await discardTree(world, id, await reachableFrom(world, ref, head))).toBe('removed')
    expect(existsSync(at)).toBe(false)
  })

  it('R-45 D-07 I-28 set aside when no ref reaches the commit', async () => {
    const { world, head, state } = await withWork()
    expect(await discardTree(world, id, await reachableFrom(world, ref, head))).toBe('aside')
    expect(readFileSync(join(state, 'aside', `${id}@1`, 'tree', 'work.txt'), 'utf8')).toBe('work')
  })

  const laterWork: Record<string, (at: string) => void> = {
    'one more file': (at) => write(at, { more: 'm' }),
    'one changed byte': (at) => write(at, { 'work.txt': 'wOrk' }),
    'a deleted file': (at) => execFileSync('rm', [join(at, 'a.txt')]),
    'an executable bit': (at) => execFileSync('chmod', ['+x', join(at, 'a.txt')]),
    'something that may not be committed': (at) => symlinkSync('/etc', join(at, 'out')),
    'a git repository of its own': (at) => {
      execFileSync('git', ['init', '--quiet', join(at, 'nested')])
      writeFileSync(join(at, 'nested', 'f'), 'f')
      commitAll(join(at, 'nested'), 'n')
    },
    'work that git was told to overlook': (at) => {
      theirGit(at, 'update-index', '--assume-unchanged', 'a.txt')
      write(at, { 'a.txt': 'X\n' })
    },
  }

  it.each(Object.keys(laterWork))('R-45 I-28 set aside, whole, when there is %s', async (name) => {
    const { world, git, head, at, state } = await withWork()
    await git.updateRef(ref, head, undefined)
    laterWork[name]?.(at)
    expect(await discardTree(world, id, await reachableFrom(world, ref, head))).toBe('aside')
    expect(existsSync(at)).toBe(false)
    expect(readFileSync(join(state, 'aside', `${id}@1`, 'tree', 'work.txt'), 'utf8')).toMatch(/^w[oO]rk$/u)
  })
})

describe('a tree that is deeper than a path can be long', () => {
  it('F-27 is refused by name, filled anew and removed, and leaves nothing', async () => {
    const { trees, user, state } = await withWork()
    digDeep(trees.pathOf(id), 'd'.repeat(200), 40)
    expect(await trees.snapshot(id)).toEqual({
      refused: [expect.saying(/d{50}.* (cannot be read|has a path longer than)/)],
    })
    expect(await trees.reset(id, user.head)).toBe('reset')
    expect(readdirSync(trees.pathOf(id)).toSorted()).toEqual(['.git', 'a.txt', 'dir'])
    digDeep(trees.pathOf(id), 'd'.repeat(200), 40)
    await trees.remove(id)
    expect([existsSync(trees.pathOf(id)), readdirSync(join(state, 'trash'))]).toEqual([false, []])
  })

  it('F-27 stops no start when a dead process left it, nor does what cannot be removed at all', async () => {
    const top = newRepository()
    const { trees, user, state } = await open(top)
    await trees.make(id, user.head)
    digDeep(trees.pathOf(id), 'd'.repeat(200), 40)
    mkdirSync(join(state, 'trash'), { recursive: true })
    renameSync(join(state, 'trees', id), join(state, 'trash', `${id}.999999999-1`))
    await open(top, state)
    expect(readdirSync(join(state, 'trash'))).toEqual([])
    renameSync(join(state, 'trash'), join(state, 'elsewhere'))
    mkdirSync(join(state, 'elsewhere', `${id}.999999999-2`))
    symlinkSync(join(state, 'elsewhere'), join(state, 'trash'))
    expect((await open(top, state)).notices).toEqual([
      expect.stringMatching(/^Forge cannot remove \S+999999999-2 and leaves it: /),
    ])
  })
})
