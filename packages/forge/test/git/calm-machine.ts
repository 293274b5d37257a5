/** The simulator's ports on a machine that never crashes, has a branch `main` with these files, and is watched by nobody. */
import type { Trees, Git, UserRepository } from '#engine/ports.ts'
import { createCheckout, type Checkout } from '#testing/simulator/checkout.ts'
import { createRepository, writeCommit, writeTree, type Repository } from '#testing/simulator/git.ts'
import type { Machine } from '#testing/simulator/machine.ts'
import type { Process } from '#testing/simulator/process.ts'
import { createWorld } from '#testing/simulator/world.ts'

export interface CalmMachine {
  readonly repository: Repository
  readonly base: string
  readonly checkout: Checkout
  readonly trees: Map<string, Map<string, string>>
  readonly git: Git
  readonly user: UserRepository
  readonly treesPort: Trees
}

export function calmMachine(files: Readonly<Record<string, string>> = {}): CalmMachine {
  const repository = createRepository()
  const tree = writeTree(repository, new Map(Object.entries(files)))
  const base = writeCommit(repository, { tree, parents: [], message: 'first', at: 0 })
  repository.refs.set('refs/heads/main', base)
  const checkout = createCheckout(repository, base)
  const trees = new Map<string, Map<string, string>>()
  const nothing = () => undefined
  const watch = {
    reached: nothing,
    onUpdateRef: nothing,
    onRemoveTree: nothing,
    onBring: nothing,
    onMoveBranch: nothing,
    onTurn: nothing,
  }
  const machine = {
    repository,
    base,
    checkout,
    trees,
    watch,
    scenario: { locks: false },
    aside: new Map(),
    disk: 'free',
    timeline: {},
  } as unknown as Machine
  const process = { call: async (_: string, act: () => unknown) => act() } as unknown as Process
  const world = createWorld(machine, process)
  return { repository, base, checkout, trees, git: world.git, user: world.user, treesPort: world.trees }
}
