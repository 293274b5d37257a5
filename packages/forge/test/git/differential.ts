/**
 * The same random list of operations on the simulated git and on real git, both through the ports. Answers must be equal:
 * object names of trees (computed from the simulated files), conflicts, changed paths, ancestry, swaps, snapshots.
 *
 * The model merges whole files, so every content is one line that names its path: two different changes of one file
 * conflict for both, and nothing looks like a rename. Merges with several best bases are left out (the model takes one).
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesAt, filesOf, history, isAncestor, writeTree, type Repository } from '#testing/simulator/git.ts'
import { randomOf, type Random } from '#testing/simulator/random.ts'
import { calmMachine, type CalmMachine } from './calm-machine.ts'
import { newRepository, open, write, type Opened } from './harness.ts'
import { looseIn, treeOid } from './objects.ts'

const paths = ['a', 'b', 'c.txt', 'dir/d', 'dir/e', 'dir/sub/f', 'dir.x', 'ü']
const operations = 12

/** Answers that must have been compared, or the comparison says little. */
export const kinds = [
  'conflicts',
  'merged tree',
  'swap moved',
  'swap updated',
  'delete deleted',
  'delete moved',
  'changed paths',
  'sizes',
  'texts',
  'ancestor true',
  'ancestor false',
  'trailer',
  'no trailer',
  'snapshot',
  'gone',
  'commit again',
] as const

interface Pair {
  readonly sim: string
  readonly real: string
}

interface Tally {
  readonly counts: Map<string, number>
  readonly differences: string[]
}

interface Bench {
  readonly seed: number
  readonly random: Random
  readonly model: CalmMachine
  readonly real: Opened
  readonly tally: Tally
  readonly commits: Pair[]
}

async function runList(real: Opened, seed: number, tally: Tally): Promise<void> {
  const bench: Bench = {
    seed,
    random: randomOf(`differential-${seed}`),
    model: calmMachine(),
    real,
    tally,
    commits: [],
  }
  await commit(
    bench,
    new Map([
      ['a', 'a 0\n'],
      ['dir/d', 'dir/d 0\n'],
    ]),
    [],
  )
  for (let n = 0; n < operations; n += 1) await (bench.random.chance(0.04) ? throughTree(bench) : oneOf(bench))
}

/** Each list is made from its seed: 1, 2, … */
export function seedsTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

/** Many lists in one real repository, a few at a time. */
export async function runLists(seeds: readonly number[]): Promise<Tally> {
  const real = await open(newRepository())
  const tally: Tally = { counts: new Map(), differences: [] }
  const waiting = [...seeds]
  const lane = async (): Promise<void> => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) await runList(real, seed, tally)
  }
  await Promise.all(Array.from({ length: 8 }, () => lane()))
  return tally
}

function oneOf(bench: Bench): Promise<void> {
  const kinds = [edit, edit, edit, merge, merge, merge, swap, swap, swap, remove, compare, ancestry, trailer, trailer]
  return bench.random.pick(kinds)(bench)
}

function differ(bench: Bench, what: string, sim: unknown, real: unknown): void {
  bench.tally.counts.set(what, (bench.tally.counts.get(what) ?? 0) + 1)
  if (JSON.stringify(sim) === JSON.stringify(real)) return
  bench.tally.differences.push(
    `seed ${bench.seed}: ${what}: simulated ${JSON.stringify(sim)}, real ${JSON.stringify(real)}`,
  )
}

/** The real tree of simulated files. */
function realTree(bench: Bench, files: ReadonlyMap<string, string>): string {
  return treeOid(files, looseIn(join(bench.real.control.place.gitDir, 'objects')))
}

async function commit(bench: Bench, files: ReadonlyMap<string, string>, parents: readonly Pair[]): Promise<void> {
  const { model, real, random } = bench
  const at = 1_700_000_000_000 + bench.commits.length * 1000
  const message = `m\n\nForge-Merge: r${bench.seed}/u@${random.below(4)}\n`
  const simTree = writeTree(model.repository, files)
  const tree = realTree(bench, files)
  const sim = await model.git.commitTree({ tree: simTree, parents: parents.map((pair) => pair.sim), message, at })
  const made = { tree, parents: parents.map((pair) => pair.real), message, at }
  const oid = await real.git.commitTree(made)
  if (random.chance(0.1)) differ(bench, 'commit again', oid, await real.git.commitTree(made))
  if (!bench.commits.some((pair) => pair.sim === sim)) bench.commits.push({ sim, real: oid })
}

function changed(random: Random, before: ReadonlyMap<string, string>): Map<string, string> {
  const files = new Map(before)
  for (let n = 1 + random.below(3); n > 0; n -= 1) {
    const path = random.pick(paths)
    if (random.chance(0.25)) files.delete(path)
    else files.set(path, `${path} ${random.below(4)}\n`)
  }
  return files
}

async function edit(bench: Bench): Promise<void> {
  const parent = bench.random.pick(bench.commits.slice(-5))
  await commit(bench, changed(bench.random, filesAt(bench.model.repository, parent.sim)), [parent])
}

async function merge(bench: Bench): Promise<void> {
  const { model, real } = bench
  const [ours, theirs] = pickSides(bench)
  if (bestBases(model.repository, ours.sim, theirs.sim) > 1) return
  const sim = await model.git.mergeTree(ours.sim, theirs.sim)
  const merged = await real.git.mergeTree(ours.real, theirs.real)
  if ('conflicts' in sim)
    return differ(bench, 'conflicts', sim.conflicts.toSorted(), 'conflicts' in merged ? merged.conflicts : merged)
  const files = filesOf(model.repository, sim.tree)
  differ(bench, 'merged tree', treeOid(files), 'tree' in merged ? merged.tree : merged)
  if (ours.sim !== theirs.sim) await commit(bench, files, [ours, theirs])
}

/** Mostly two commits of which neither comes before the other: the others merge by themselves. */
function pickSides({ random, commits, model }: Bench): readonly [Pair, Pair] {
  const isApart = (one: Pair, two: Pair): boolean =>
    !isAncestor(model.repository, one.sim, two.sim) && !isAncestor(model.repository, two.sim, one.sim)
  const ours = random.pick(commits)
  const apart = commits.filter((one) => isApart(one, ours))
  return [ours, random.pick(apart.length > 0 && random.chance(0.9) ? apart : commits)]
}

function bestBases(repository: Repository, ours: string, theirs: string): number {
  const own = new Set(history(repository, ours))
  const common = history(repository, theirs).filter((oid) => own.has(oid))
  return common.filter((oid) => !common.some((other) => other !== oid && isAncestor(repository, oid, other))).length
}

function refOf({ random, seed }: Bench): string {
  return `refs/forge/l${seed}/${random.pick(['integration', 'work/a'])}`
}

/** A ref's value as both see it. */
async function refAt(bench: Bench, ref: string): Promise<Pair | undefined> {
  const sim = await bench.model.git.resolveRef(ref)
  const pair = bench.commits.find((one) => one.sim === sim)
  differ(bench, 'ref', pair?.real, await bench.real.git.resolveRef(ref))
  return pair
}

function wordOf(answer: string | object): string {
  return typeof answer === 'string' ? answer : 'locked'
}

async function swap(bench: Bench): Promise<void> {
  const { model, real, random, commits } = bench
  const ref = refOf(bench)
  const current = await refAt(bench, ref)
  const old = random.chance(0.6) ? current : random.chance(0.3) ? undefined : random.pick(commits)
  const next = random.pick(commits)
  const sim = await model.git.updateRef(ref, next.sim, old?.sim)
  differ(bench, `swap ${wordOf(sim)}`, sim, await real.git.updateRef(ref, next.real, old?.real))
}

async function remove(bench: Bench): Promise<void> {
  const { model, real, random, commits } = bench
  const ref = refOf(bench)
  const old = (random.chance(0.6) ? await refAt(bench, ref) : undefined) ?? random.pick(commits)
  const sim = await model.git.deleteRef(ref, old.sim)
  differ(bench, `delete ${wordOf(sim)}`, sim, await real.git.deleteRef(ref, old.real))
}

async function compare(bench: Bench): Promise<void> {
  const { model, real, random, commits } = bench
  const [from, to] = [random.pick(commits), random.pick(commits)]
  const sim = await model.git.changedPaths(await model.git.treeOf(from.sim), await model.git.treeOf(to.sim))
  differ(
    bench,
    'changed paths',
    sim,
    await real.git.changedPaths(await real.git.treeOf(from.real), await real.git.treeOf(to.real)),
  )
  differ(
    bench,
    'sizes',
    await model.git.sizesIn(await model.git.treeOf(to.sim), sim),
    await real.git.sizesIn(await real.git.treeOf(to.real), sim),
  )
  differ(
    bench,
    'texts',
    await model.git.textsIn(await model.git.treeOf(to.sim), [...sim, 'dir', 'never']),
    await real.git.textsIn(await real.git.treeOf(to.real), [...sim, 'dir', 'never']),
  )
}

async function ancestry(bench: Bench): Promise<void> {
  const { model, real, random, commits } = bench
  const [one, two] = [random.pick(commits), random.pick(commits)]
  const sim = await model.git.isAncestor(one.sim, two.sim)
  differ(bench, `ancestor ${String(sim)}`, sim, await real.git.isAncestor(one.real, two.real))
}

/** Which of several bearers is the newest is not the model's to say; whether there is one, and that it is one, is. */
async function trailer(bench: Bench): Promise<void> {
  const { model, real, random, commits, seed } = bench
  const [from, until] = [random.pick(commits.slice(-3)), random.pick(commits.slice(0, 3))]
  const line = `Forge-Merge: r${seed}/u@${random.below(5)}`
  const { repository } = model
  const old = new Set(history(repository, until.sim))
  const bearers = history(repository, from.sim).filter(
    (oid) => !old.has(oid) && repository.commits.get(oid)?.message.includes(`${line}\n`),
  )
  const sim = await model.git.findTrailer(from.sim, until.sim, line)
  const found = await real.git.findTrailer(from.real, until.real, line)
  const realOf = (oid: string | undefined): string | undefined => commits.find((pair) => pair.sim === oid)?.real
  if (bearers.length <= 1) return differ(bench, sim === undefined ? 'no trailer' : 'trailer', realOf(sim), found)
  differ(
    bench,
    'one of several trailers',
    true,
    bearers.some((oid) => realOf(oid) === found),
  )
}

/** Files as an agent changes them: made, edited, kept, moved aside or removed, through both ports `Trees`. */
async function throughTree(bench: Bench): Promise<void> {
  const { model, real, random, commits, seed } = bench
  const id = `l${seed}.unit.t${random.below(2)}`
  const start = random.pick(commits)
  differ(bench, 'make', await model.treesPort.make(id, start.sim), await real.trees.make(id, start.real))
  if (random.chance(0.7))
    differ(bench, 'reset', await model.treesPort.reset(id, start.sim), await real.trees.reset(id, start.real))
  const before = model.trees.get(id) ?? new Map<string, string>()
  const after = changed(random, before)
  model.trees.set(id, after)
  const at = real.trees.pathOf(id)
  for (const path of before.keys()) if (!after.has(path)) rmSync(join(at, path))
  for (const [path, content] of after) if (before.get(path) !== content) put(at, path, content)
  const sim = await model.treesPort.snapshot(id)
  if (typeof sim !== 'string') throw new Error('the model refuses nothing')
  differ(bench, 'snapshot', treeOid(filesOf(model.repository, sim)), await real.trees.snapshot(id))
  const leave = random.pick(['remove', 'moveAside', 'stay'] as const)
  if (leave !== 'stay') await Promise.all([model.treesPort[leave](id), real.trees[leave](id)])
  if (leave !== 'stay') differ(bench, 'gone', await model.treesPort.snapshot(id), await real.trees.snapshot(id))
}

function put(at: string, path: string, content: string): void {
  write(at, { [path]: '' })
  writeFileSync(join(at, path), content)
}
