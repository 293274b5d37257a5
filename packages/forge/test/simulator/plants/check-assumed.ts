/** Plant: a check whose performance was lost is taken for passed. */
import { raw } from '#messages/said.ts'
import type { TaskOf } from '#model/attempt.ts'
import { hashText } from '#model/digest.ts'
import { check as production } from '#engine/perform/check.ts'
import { performed, type Performed, type Performing } from '#engine/perform/perform-context.ts'

export function check(at: Performing, task: TaskOf<'check'>): Promise<Performed> {
  if (at.performance === 1) return production(at, task)
  const results = task.commands.map(({ name }) => ({
    name,
    exitCode: 0,
    timedOut: false,
    durationMs: 0,
    outputHash: hashText(''),
    excerpt: raw(''),
  }))
  return Promise.resolve(performed({ status: 'checked', results }))
}
