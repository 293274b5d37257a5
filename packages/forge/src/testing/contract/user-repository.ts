/**
 * The contract of `UserRepository`: what a landing and a published branch may do to the user's repository, and what
 * they must not touch. The real adapter and its simulated twin run it.
 */
import assert from 'node:assert/strict'
import type { UserRepository } from '#engine/ports.ts'
import type { Oid } from '#model/ids.ts'
import type { ContractKit } from './kit.ts'

type Texts = Readonly<Record<string, string>>

/** A user's repository with `baseTexts` committed on `main`, which is checked out. */
export interface UserRepositoryHarness {
  readonly user: UserRepository
  readonly base: Oid
  /** A commit on top of the base with exactly these files, in the control repository only. */
  readonly commit: (files: Texts) => Promise<Oid>
  /** The user writes a file of the checkout, and does not stage it. */
  readonly edit: (path: string, text: string) => void
  /** Files of the checkout, and of its index, as the user's own git sees them. */
  readonly checkout: () => { readonly files: Texts; readonly index: Texts }
  /** Files of a branch, as the user's own git sees them with nothing but the user's repository. */
  readonly filesOn: (branch: string) => Texts
  readonly end: () => void
}

export const baseTexts: Texts = { 'kept.txt': 'kept\n', 'changed.txt': 'old\n', 'gone.txt': 'gone\n' }
const landed: Texts = { 'kept.txt': 'kept\n', 'changed.txt': 'new\n', 'dir/added.txt': 'added\n' }

export function userRepositoryContract(
  kit: Omit<ContractKit, 'property'>,
  name: string,
  make: () => Promise<UserRepositoryHarness>,
): void {
  const having = (title: string, body: (harness: UserRepositoryHarness) => Promise<void>): void =>
    kit.it(title, async () => {
      const harness = await make()
      try {
        await body(harness)
      } finally {
        harness.end()
      }
    })

  kit.describe(`user repository contract: ${name}`, () => {
    branches(having)
    checkouts(having)
  })
}

type Having = (title: string, body: (harness: UserRepositoryHarness) => Promise<void>) => void

function branches(having: Having): void {
  having(
    'looks: the checked-out branch and its commit, also after the branch moved',
    async ({ user, base, commit }) => {
      const { branch, head, isSparse, filter, unfinished } = await user.look()
      const plain = { branch: 'main', head: base, isSparse: false, filter: undefined, unfinished: undefined }
      assert.deepEqual({ branch, head, isSparse, filter, unfinished }, plain)
      assert.deepEqual(await user.branch('main'), { at: base, isCheckedOut: true })
      assert.deepEqual(await user.branch('absent'), { at: undefined, isCheckedOut: false })
      const next = await commit(landed)
      await user.bring(next)
      assert.equal(await user.moveBranch({ branch: 'main', next, old: base, reason: 'test' }), 'moved')
      assert.equal((await user.look()).head, next)
    },
  )

  having('I-27 a branch moves from where it was expected to be, and from nowhere else', async (harness) => {
    const { user, base, commit, filesOn } = harness
    const next = await commit(landed)
    await user.bring(next)
    const move = { branch: 'forge/x', next, reason: 'test' }
    assert.equal(await user.moveBranch({ ...move, old: base }), 'elsewhere')
    assert.deepEqual(await user.branch('forge/x'), { at: undefined, isCheckedOut: false })
    assert.equal(await user.moveBranch({ ...move, next: base, old: undefined }), 'moved')
    assert.equal(await user.moveBranch({ ...move, old: undefined }), 'elsewhere')
    assert.deepEqual(await user.branch('forge/x'), { at: base, isCheckedOut: false })
    assert.equal(await user.moveBranch({ ...move, old: base }), 'moved')
    assert.equal(await user.moveBranch({ ...move, old: base }), 'elsewhere')
    assert.deepEqual(await user.branch('forge/x'), { at: next, isCheckedOut: false })
    assert.deepEqual(filesOn('forge/x'), landed)
  })

  having('I-27 bringing a commit and moving a branch leave checkout and index alone', async (harness) => {
    const { user, base, commit, checkout } = harness
    const next = await commit(landed)
    await user.bring(next)
    await user.bring(next)
    assert.deepEqual(await user.branch('main'), { at: base, isCheckedOut: true })
    await user.moveBranch({ branch: 'main', next, old: base, reason: 'test' })
    assert.deepEqual(checkout(), { files: baseTexts, index: baseTexts })
  })

  having('a branch contains its own history and nothing else', async ({ user, base, commit }) => {
    const next = await commit(landed)
    assert.equal(await user.contains('main', base), true)
    assert.equal(await user.contains('main', next), false)
    assert.equal(await user.contains('absent', base), false)
    await user.bring(next)
    assert.equal(await user.contains('main', next), false)
    await user.moveBranch({ branch: 'forge/x', next, old: undefined, reason: 'test' })
    assert.deepEqual([await user.contains('forge/x', next), await user.contains('forge/x', base)], [true, true])
  })
}

function checkouts(having: Having): void {
  having('I-27 the checkout turns: changed, added and removed files, in index and folder', async (harness) => {
    const { user, base, commit, checkout, edit } = harness
    const next = await brought(harness, commit(landed))
    edit('kept.txt', 'own\n')
    edit('other.txt', 'own\n')
    assert.deepEqual(await user.pathsInTheWay(base, next), [])
    const turned = { files: { ...landed, 'kept.txt': 'own\n', 'other.txt': 'own\n' }, index: landed }
    for (const time of ['first', 'again']) {
      assert.equal(await user.turnCheckout(base, next), 'turned', time)
      assert.deepEqual(checkout(), turned, time)
    }
    assert.deepEqual(await user.branch('main'), { at: base, isCheckedOut: true })
  })

  having('I-27 what the user would lose is named, and nothing is touched', async (harness) => {
    const { user, base, commit, checkout, edit } = harness
    const next = await brought(harness, commit(landed))
    for (const path of ['dir/added.txt', 'changed.txt', 'gone.txt', 'kept.txt']) edit(path, 'own\n')
    const inTheWay = ['changed.txt', 'dir/added.txt', 'gone.txt']
    const before = checkout()
    assert.deepEqual(await user.pathsInTheWay(base, next), inTheWay)
    assert.deepEqual(await user.turnCheckout(base, next), { inTheWay })
    assert.deepEqual(checkout(), before)
  })

  having('I-27 a turn that was cut short is completed', async (harness) => {
    const { user, base, commit, checkout, edit } = harness
    const next = await brought(harness, commit(landed))
    edit('changed.txt', 'new\n')
    edit('dir/added.txt', 'added\n')
    assert.deepEqual(await user.pathsInTheWay(base, next), [])
    assert.equal(await user.turnCheckout(base, next), 'turned')
    assert.deepEqual(checkout(), { files: landed, index: landed })
  })
}

async function brought({ user }: UserRepositoryHarness, commit: Promise<Oid>): Promise<Oid> {
  await user.bring(await commit)
  return commit
}
