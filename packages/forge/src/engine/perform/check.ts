/** Forge runs checks in a tree of its own at the judged commit: of the agent's tree, only committed files enter. */
import type { TaskOf } from '#model/attempt.ts'
import { hooksChanged } from '#core/verdict/changed.ts'
import type { CheckResult } from '#model/evidence.ts'
import type { Failure } from '#model/failure.ts'
import { failed, success, type Result } from '#model/result.ts'
import { failedWith, performed, refs, scratchTree, type Performed, type Performing } from './perform-context.ts'
import { equipTree, prepareTree, reachableFrom } from './trees.ts'
import { watchTree } from './watch-tree.ts'

export async function check(at: Performing, task: TaskOf<'check'>): Promise<Performed> {
  const { world } = at.site
  const end = (): void => void world.processes.sweep(at.key)
  at.stopped.addEventListener('abort', end)
  const results = await resultsOf(at, task)
  at.stopped.removeEventListener('abort', end)
  if (at.stopped.aborted) return failedWith({ tag: 'interrupted' })
  return results.ok ? performed({ status: 'checked', results: [...results.value] }) : failedWith(results.failure)
}

type Results = Result<readonly CheckResult[], Failure>

/** The commands first; hooks run only if they passed. */
async function resultsOf(at: Performing, task: TaskOf<'check'>): Promise<Results> {
  const commands = await inFreshTree(at, task, 'check')
  if (task.hooks === undefined || !commands.ok || at.stopped.aborted) return commands
  if (commands.value.some(({ exitCode }) => exitCode !== 0)) return commands
  const hooks = await inFreshTree(at, task, 'hooks')
  return hooks.ok ? success([...commands.value, ...hooks.value]) : hooks
}

async function inFreshTree(at: Performing, task: TaskOf<'check'>, what: 'check' | 'hooks'): Promise<Results> {
  const { world, run } = at.site
  const tree = scratchTree(run, `${task.unit}.${what}`)
  if ((await prepareTree(world, tree, task.commit)) === 'disk') return failed({ tag: 'disk' })
  // Before any command of the tree has run: its own git is still as Forge made it.
  if (what === 'hooks') await world.trees.poise(tree, task.commit)
  const isMerged = (await reachableFrom(world, refs.integration(run), task.commit)) !== undefined
  const unready = await equipTree(world, tree, isMerged ? 'merged' : 'proposed')
  if (unready !== undefined) return failed(unready)
  const results = await (what === 'check' ? commandsOn(at, task, tree) : hooksOn(at, task, tree))
  await world.trees.remove(tree)
  return results
}

/** One after the other, and none after the first that fails, or that changed files which the next one would use. */
async function commandsOn(at: Performing, task: TaskOf<'check'>, tree: string): Promise<Results> {
  const results: CheckResult[] = []
  const watch = await watchTree(at.site.world, tree, task.commands.length)
  for (const command of task.commands) {
    const result = await at.site.world.processes.check(at.key, tree, command)
    if (result === 'disk') return failed({ tag: 'disk' })
    const judged = result.exitCode === 0 ? await watch(result) : result
    results.push(judged)
    if (judged.exitCode !== 0) break
  }
  return success(results)
}

/** Only verified content is merged: a hook that changes files sends the work back instead of adding them unverified. */
async function hooksOn(at: Performing, task: TaskOf<'check'>, tree: string): Promise<Results> {
  const { world } = at.site
  const result = await world.processes.hooks(at.key, tree)
  if (result === 'disk') return failed({ tag: 'disk' })
  if (result.exitCode !== 0) return success([result])
  const [before, after] = [await world.git.treeOf(task.commit), await world.trees.snapshot(tree)]
  if (after === before) return success([result])
  const paths = typeof after === 'string' && after !== 'missing' ? await world.git.changedPaths(before, after) : []
  return success([hooksChanged(result, paths)])
}
