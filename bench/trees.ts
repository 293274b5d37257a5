/**
 * `trees`: time to ready trees for 1, 8 and 40 units of a generated repository of 10,000 files ÷ one `git worktree add` of
 * it. As many at once as a run has slots; what a repository pays only once (the control repository) stands beside it.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openControl, openTrees, readRepository, type GitTrees } from '../packages/forge/src/adapters/git/index.ts'
import { gitProgram } from '../packages/forge/src/forge/git-program.ts'
import { inScratch, median, round } from './log/scratch.ts'

const fileCount = 10_000
const slots = 8

export function benchTrees(): Promise<unknown> {
  return inScratch(async (directory) => {
    const repository = join(directory, 'repository')
    makeRepository(repository)
    const worktreeMs = median([1, 2, 3].map((n) => worktreeAddMs(repository, join(directory, `worktree-${n}`))))
    const opening = performance.now()
    const user = await readRepository(gitProgram, repository)
    if (!user.ok) throw new Error(user.failure.text)
    const stateDirectory = join(directory, 'state')
    const control = await openControl({ userRepository: user.value, stateDirectory, run: gitProgram })
    const trees = await openTrees(control)
    const onceMs = performance.now() - opening
    const rows = []
    for (const units of [1, 8, 40]) {
      const ms = await makeMs(trees, user.value.head, units)
      rows.push({ units, ratio: round(ms / worktreeMs), perTree: round(ms / worktreeMs / units), ms: round(ms) })
    }
    const figures = { worktreeMs: round(worktreeMs), onceMs: round(onceMs), onceRatio: round(onceMs / worktreeMs) }
    return { bench: 'trees', files: fileCount, slots, ...figures, rows }
  })
}

async function makeMs(trees: GitTrees, head: string, units: number): Promise<number> {
  const ids = Array.from({ length: units }, (_, index) => `bench${units}.unit.u${index}`)
  const waiting = [...ids]
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

function worktreeAddMs(cwd: string, path: string): number {
  const start = performance.now()
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', path], { cwd })
  const spent = performance.now() - start
  execFileSync('git', ['worktree', 'remove', '--force', path], { cwd })
  return spent
}

/** A hundred folders of a hundred files, each of a different text of about 2 KB. */
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
