/** The user's repository against its contract: the real one, the simulated one, and simulated ones that are broken. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createUserRepository } from '#adapters/user-repository/index.ts'
import type { UserRepository } from '#engine/ports.ts'
import { collectContract } from '#testing/contract/kit.ts'
import { baseTexts, userRepositoryContract, type UserRepositoryHarness } from '#testing/contract/user-repository.ts'
import { filesAt, writeCommit, writeTree } from '#testing/simulator/git.ts'
import { editFile } from '#testing/simulator/checkout.ts'
import { calmMachine } from './calm-machine.ts'
import { newRepository, open, theirGit, write } from './harness.ts'

const kit = { describe, it: (name: string, body: () => Promise<void>) => it(name, body) }
userRepositoryContract(kit, 'git', real)
userRepositoryContract(kit, 'simulated', () => Promise.resolve(simulated()))

async function real(): Promise<UserRepositoryHarness> {
  const top = newRepository(baseTexts)
  const { control, git, trees, user } = await open(top)
  const lines = (...args: string[]) =>
    theirGit(top, ...args)
      .split('\n')
      .filter((line) => line !== '')
  const textsOf = (paths: readonly string[], read: (path: string) => string) =>
    Object.fromEntries(paths.map((path) => [path, read(path)]))
  return {
    user: createUserRepository(control),
    base: user.head,
    async commit(files) {
      await trees.make('r.unit.x', user.head)
      for (const path of Object.keys(baseTexts))
        if (!(path in files)) theirGit(trees.pathOf('r.unit.x'), 'rm', '-q', path)
      write(trees.pathOf('r.unit.x'), files)
      const tree = await trees.snapshot('r.unit.x')
      await trees.remove('r.unit.x')
      if (typeof tree !== 'string') throw new Error('not a tree')
      return git.commitTree({ tree, parents: [user.head], message: 'unit\n', at: 0 })
    },
    edit: (path, text) => write(top, { [path]: text }),
    checkout: () => ({
      files: textsOf(
        lines('ls-files', '--cached', '--others').filter((path) => existsSync(join(top, path))),
        (path) => readFileSync(join(top, path), 'utf8'),
      ),
      index: textsOf(lines('ls-files', '--cached'), (path) => `${theirGit(top, 'show', `:${path}`)}\n`),
    }),
    filesOn: (branch) =>
      textsOf(
        lines('ls-tree', '-r', '--name-only', branch),
        (path) => `${theirGit(top, 'show', `${branch}:${path}`)}\n`,
      ),
    end: () => undefined,
  }
}

function simulated(): UserRepositoryHarness {
  const { repository, base, checkout, user } = calmMachine(baseTexts)
  return {
    user,
    base,
    commit: (files) => {
      const tree = writeTree(repository, new Map(Object.entries(files)))
      return Promise.resolve(writeCommit(repository, { tree, parents: [base], message: 'unit\n', at: 0 }))
    },
    edit: (path, text) => editFile(checkout, path, text),
    checkout: () => ({ files: Object.fromEntries(checkout.files), index: Object.fromEntries(checkout.index) }),
    filesOn: (branch) => Object.fromEntries(filesAt(repository, repository.refs.get(`refs/heads/${branch}`) ?? '')),
    end: () => undefined,
  }
}

type Bug = (sound: UserRepository) => Partial<UserRepository>

const bugs: Readonly<Record<string, Bug>> = {
  'a move that does not compare': (sound) => ({
    moveBranch: async (move) => sound.moveBranch({ ...move, old: (await sound.branch(move.branch)).at }),
  }),
  'a turn that overwrites': () => ({ turnCheckout: () => Promise.resolve('turned') }),
  'a look at an old commit': (sound) => {
    const first = sound.look()
    return { look: () => first }
  },
  'nothing is ever in the way': () => ({ pathsInTheWay: () => Promise.resolve([]) }),
  'a branch that contains everything': () => ({ contains: () => Promise.resolve(true) }),
  'a branch that is never checked out': (sound) => ({
    branch: async (name) => ({ ...(await sound.branch(name)), isCheckedOut: false }),
  }),
}

describe('planted bugs', () => {
  it.each(Object.entries(bugs))('I-27 the contract finds %s', async (_, bug) => {
    const broken = () => {
      const harness = simulated()
      return Promise.resolve({ ...harness, user: { ...harness.user, ...bug(harness.user) } })
    }
    const property = () => Promise.resolve()
    const report = await collectContract((kit) => userRepositoryContract(kit, 'broken', broken), {
      property,
      testMs: 5_000,
    })
    expect(report.failed.length).toBeGreaterThan(0)
    expect(report.passed.length).toBeGreaterThan(0)
  })
})
