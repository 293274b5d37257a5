/** Which protocol executes which task: the table of everything that Forge does to the world. */
import type { Task } from '#model/attempt.ts'
import { unreachable } from '#model/result.ts'
import { read, work } from './agent.ts'
import { check } from './check.ts'
import { removeTree } from './chore.ts'
import { integrate } from './integrate.ts'
import { merge } from './merge.ts'
import type { Performed, Performing } from './perform-context.ts'

export function protocols(task: Task): (at: Performing) => Promise<Performed> {
  switch (task.do) {
    case 'work':
      return (at) => work(at, task)
    case 'plan':
    case 'document':
    case 'judge':
      return (at) => read(at, task)
    case 'check':
      return (at) => check(at, task)
    case 'integrate':
      return (at) => integrate(at, task)
    case 'merge':
      return (at) => merge(at, task)
    case 'remove-tree':
      return (at) => removeTree(at, task)
    default:
      return unreachable(task)
  }
}
