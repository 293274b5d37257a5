import { expect, it } from 'vitest'
import { commitTree, treeOf } from './commits.ts'
import type { Control } from './control.ts'
import type { RunProgram } from './run.ts'

const [tree, commit, made] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string]

/** Git, as far as these tests call it; its calls are recorded. */
function controlAt(gitDir: string, asked: string[]): Control {
  const run: RunProgram = ({ argv }) => {
    const word = argv.find((one) => ['rev-parse', 'commit-tree'].includes(one)) ?? ''
    asked.push(word)
    const stdout = Buffer.from(`${word === 'rev-parse' ? tree : made}\n`)
    return Promise.resolve({ code: 0, stdout, stderr: '', truncated: false })
  }
  return { run, place: { gitDir }, identity: { name: 'Ada', email: 'ada@example.org' } } as unknown as Control
}

it('the tree of a commit is asked for once, and never of a commit that was made here', async () => {
  const asked: string[] = []
  const control = controlAt('/one', asked)
  expect([await treeOf(control, commit), await treeOf(control, commit)]).toEqual([tree, tree])
  expect(asked).toEqual(['rev-parse'])
  // The tree is never read, so any name works.
  expect(await commitTree(control, { tree: commit, parents: [], message: '', at: 0 })).toBe(made)
  expect(await treeOf(control, made)).toBe(commit)
  expect(asked).toEqual(['rev-parse', 'commit-tree'])
})

it('another repository is asked for itself', async () => {
  const asked: string[] = []
  await treeOf(controlAt('/two', asked), commit)
  await treeOf(controlAt('/three', asked), commit)
  expect(asked).toEqual(['rev-parse', 'rev-parse'])
})
