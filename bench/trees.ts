/**
 * `trees`: time to ready trees for 1, 8 and 40 units of a generated repository of 10,000 files ÷ one `git worktree add`
 * of it. As many at once as a run has slots; the one-time cost of a repository (the control repository) is reported
 * beside it.
 *
 * Each time is divided by that of a `git worktree add` right before it, with no disk writes pending, and the figure is
 * the median of such pairs. Otherwise the ratio says more about caches than about Forge: the first access to a
 * repository reads 10,000 objects that no cache holds yet, and new files are still being written to the disk (one
 * machine printed 7.4 where another printed 1.8). The first pair is shown as `first`; it is not part of the figure.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '../packages/forge/src/messages/render.ts'
import { openControl, openTrees, readRepository, type GitTrees } from '../packages/forge/src/adapters/git/index.ts'
import { gitProgram } from '../packages/forge/src/forge/place/git-program.ts'
import { inScratch, median, round } from './log/scratch.ts'

const fileCount = 10_000
const slots = 8

export function benchTrees(): Promise<unknown> {
  return inScratch(async (directory) => {
    const repository = join(directory, 'repository')
    makeRepository(repository)
    const opening = performance.now()
    const user = await readRepository(gitProgram, repository)
    if (!user.ok) throw new Error(render(user.failure.text, 'en'))
    const { head } = user.value
    const stateDirectory = join(directory, 'state')
    const control = await openControl({ userRepository: user.value, stateDirectory, run: gitProgram })
    const trees = await openTrees(control)
    const onceMs = performance.now() - opening
    const pair = async (units: number): Promise<Pair> => {
      const worktreeMs = worktreeAddMs(repository, join(directory, 'worktree'))
      return { worktreeMs, treesMs: await makeMs(trees, head, units) }
    }
    const first = await pair(1)
    const rows = []
    for (const [units, times] of [
      [1, 5],
      [8, 3],
      [40, 1],
    ] as const) {
      const pairs: Pair[] = []
      for (let n = 0; n < times; n += 1) pairs.push(await pair(units))
      const ratio = median(pairs.map(ratioOf))
      rows.push({
        units,
        ratio: round(ratio),
        perTree: round(ratio / units),
        pairs: pairs.map((one) => round(ratioOf(one))),
      })
    }
    const figures = { onceMs: round(onceMs), onceRatio: round(onceMs / first.worktreeMs), first: round(ratioOf(first)) }
    return { bench: 'trees', files: fileCount, slots, ...figures, rows }
  })
}

interface Pair {
  readonly worktreeMs: number
  readonly treesMs: number
}

function ratioOf({ worktreeMs, treesMs }: Pair): number {
  return treesMs / worktreeMs
}

async function makeMs(trees: GitTrees, head: string, units: number): Promise<number> {
  const ids = Array.from({ length: units }, (_, index) => `bench${units}.unit.u${index}`)
  const waiting = [...ids]
  settle()
  const start = performance.now()
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      if ((await trees.make(id, head)) !== 'made') throw new Error(`${id} was not made`)
  }
  await Promise.all(Array.from({ length: Math.min(slots, units) }, worker))
  const spent = performance.now() - start
  for (const id of ids) await trees.remove(id)
  return spent
}

/** Flushes earlier writes to disk, so that they do not disturb the next measurement. */
function settle(): void {
  execFileSync('sync')
}

function worktreeAddMs(cwd: string, path: string): number {
  settle()
  const start = performance.now()
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', path], { cwd })
  const spent = performance.now() - start
  execFileSync('git', ['worktree', 'remove', '--force', path], { cwd })
  return spent
}

/** A hundred folders of a hundred files, each with a different text of about 2 KB. */
function makeRepository(folder: string): void {
  for (let index = 0; index < fileCount; index += 1) {
    const place = join(folder, `folder-${Math.floor(index / 100)}`)
    if (index % 100 === 0) mkdirSync(place, { recursive: true })
    writeFileSync(join(place, `file-${index}.ts`), `export const value${index} = ${index}\n`.repeat(60))
  }
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: folder })
  }
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Start')
}
