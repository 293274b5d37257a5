/** Outcomes for tests: what a good performer would answer to a task, and one failure of every tag. */
import { raw } from '#messages/said.ts'
import type { Outcome, Task, TaskOf } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import { hooksName } from '#model/evidence.ts'
import type { Failure, FailureTag } from '#model/failure.ts'
import { hashText } from '#model/digest.ts'
import { unreachable } from '#model/result.ts'
import type { Plan } from '#model/unit.ts'
import { jsonOf, oidOf } from './specs.ts'

export interface Wanted {
  /** Makes this outcome's objects unique; the same salt gives the same commits. */
  readonly salt: string
  /** What a planner proposes. */
  readonly plan: Plan
  /** What a worker changes. */
  readonly changed: readonly string[]
}

/** The outcome of a successful task. */
export function goodOutcome(task: Task, wanted: Wanted): Outcome {
  const { salt, plan, changed } = wanted
  switch (task.do) {
    case 'work':
      return {
        status: 'worked',
        answer: { nonce: task.nonce, status: 'done' },
        head: oidOf(`head ${salt}`),
        tree: oidOf(`tree ${salt}`),
        base: task.base,
        changed: [...changed],
        ...defined({ artifacts: task.artifacts?.map((path) => ({ path, bytes: 1000 })) }),
      }
    case 'plan':
      return { status: 'planned', answer: { nonce: task.nonce, plan: jsonOf(plan) } }
    case 'document':
      return {
        status: 'documented',
        answer: { nonce: task.nonce, document: `What is to be done, ${salt}. `.repeat(10) },
      }
    case 'judge':
      return {
        status: 'judged',
        answer: { nonce: task.nonce, verdict: task.words?.[0] ?? 'approve', ...metCriteria(task.criteria) },
      }
    case 'check':
      return { status: 'checked', results: checkNames(task).map((name) => checkResult(name, 0)) }
    case 'integrate': {
      const commit = oidOf(`merge of ${task.head} into ${task.tip}`)
      return { status: 'integrated', tip: task.tip, tree: oidOf(`tree of ${commit}`), commit }
    }
    case 'merge':
      return { status: 'merged', commit: task.commit, tip: task.tip }
    case 'remove-tree':
      return { status: 'tidied', removed: [task.unit], aside: [] }
    default:
      return unreachable(task)
  }
}

function metCriteria(criteria: readonly string[] | undefined): { criteria?: { check: string; met: boolean }[] } {
  return defined({ criteria: criteria?.map((check) => ({ check, met: true })) })
}

function checkNames({ commands, hooks }: TaskOf<'check'>): string[] {
  return [...commands.map(({ name }) => name), ...(hooks === 'run' ? [hooksName] : [])]
}

export function checkResult(name: string, exitCode: number) {
  return { name, exitCode, timedOut: false, durationMs: 10, outputHash: hashText(name), excerpt: raw('') }
}

/** One failure of each tag; a new tag needs an example here. */
export const failures: Readonly<Record<FailureTag, Failure>> = {
  transport: { tag: 'transport', class: 'network' },
  quota: { tag: 'quota', resetAt: 5_000_000 },
  empty: { tag: 'empty' },
  invalid: { tag: 'invalid', errors: [raw('not what was asked')] },
  crash: { tag: 'crash', exitCode: 1, signal: null },
  timeout: { tag: 'timeout', limit: 'wall', afterMs: 3_600_000 },
  interrupted: { tag: 'interrupted' },
  ceiling: { tag: 'ceiling', limit: 'costMicros', at: 0 },
  blocked: { tag: 'blocked', text: raw('cannot go on') },
  unmet: { tag: 'unmet', summary: raw('a test fails') },
  refused: { tag: 'refused', summary: raw('this is wrong') },
  conflict: { tag: 'conflict', paths: ['src/a.ts'] },
  moved: { tag: 'moved', tip: oidOf('moved tip') },
  outside: { tag: 'outside', paths: ['../elsewhere'] },
  unavailable: { tag: 'unavailable', what: raw('no agent program') },
  disk: { tag: 'disk' },
  locked: { tag: 'locked', file: 'refs/forge/run/integration.lock' },
  gate: {
    tag: 'gate',
    when: 'postflight',
    result: 'failed',
    objections: [
      {
        directive: 'artifact PLAN.md',
        code: 'output-missing',
        reason: raw('PLAN.md is not there'),
        remedy: raw('write it'),
      },
    ],
  },
}
