/** Abstract outcomes of an attempt: one for each way in which it can end that the core treats differently. */
import { raw } from '#messages/said.ts'
import type { Outcome, Task } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import { hashText } from '#model/digest.ts'
import type { Failure } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import type { AgentPhase, Phase } from '#model/phase.ts'
import { unreachable } from '#model/result.ts'
import type { UnitState } from '#core/state/state.ts'

export interface Abstract {
  /** Its name in a trail: `pass`, `revise`, `timeout`. */
  readonly name: string
  readonly outcome: Outcome
}

/** What may happen besides a success: nothing, a revision, anything, or the one oddity of this number. */
export type Alphabet = 'pass' | 'revisions' | 'all' | number

export function outcomesOf(
  attempt: { readonly task: Task; readonly phase: Phase; readonly unit: UnitState; readonly key: string },
  alphabet: Alphabet,
): readonly Abstract[] {
  const { task, phase, unit, key } = attempt
  const good = goodOutcome(task, phase, key)
  if (alphabet === 'pass') return [good]
  const revised = revisionOf(task, phase)
  if (alphabet === 'revisions') return [good, ...revised]
  if (alphabet === 'all') return [good, ...revised, ...oddOnes(task, unit), ...failuresOf(task).filter(isOneOfItsKind)]
  return [good, ...[...oddOnes(task, unit), ...failuresOf(task)].slice(alphabet, alphabet + 1)]
}

/** When mixed with others, one outcome stands for all that spend the same budget in the same way. */
function isOneOfItsKind({ name }: Abstract): boolean {
  return name !== 'timeout' && name !== 'invalid'
}

/** More than any task has. */
export const oddities = 18

function oid(text: string): string {
  return hashText(text).slice(0, 40)
}

function answered(task: Task, fields: Readonly<Record<string, Json>>): Json {
  return { nonce: 'nonce' in task ? task.nonce : '', ...fields }
}

function goodOutcome(task: Task, phase: Phase, key: string): Abstract {
  return { name: 'pass', outcome: goodEnd(task, phase, key) }
}

function goodEnd(task: Task, phase: Phase, key: string): Outcome {
  switch (task.do) {
    case 'work': {
      const head = oid(`head ${key}`)
      const answer = answered(task, { status: 'done' })
      const work = { head, tree: oid(`tree ${key}`), base: task.base, changed: ['work.txt'] }
      return { status: 'worked', answer, ...work, ...lookedAt(task, plenty) }
    }
    case 'plan':
      return { status: 'planned', answer: answered(task, { plan: { units: plannedBy(task.unit, key) } }) }
    case 'document':
      return { status: 'documented', answer: answered(task, { document: `${key}: what is to be done. `.repeat(40) }) }
    case 'judge':
      return judged(task, phase, 'pass')
    case 'check':
      return { status: 'checked', results: task.commands.map(({ name }) => checked(name, 0)) }
    case 'integrate': {
      const commit = oid(`merge of ${task.head} into ${task.tip}`)
      return { status: 'integrated', tip: task.tip, tree: oid(`tree of ${commit}`), commit }
    }
    case 'merge':
      return { status: 'merged', commit: task.commit, tip: task.tip }
    case 'remove-tree':
      return { status: 'tidied', removed: [task.unit], aside: [] }
    default:
      return unreachable(task)
  }
}

/** A re-plan brings units that were not there before; with several planners, each has two of its own. */
function plannedBy(planner: string, key: string): Json[] {
  const attempt = key.slice(key.lastIndexOf('#') + 1)
  const ids = planner.startsWith(plannerPrefix)
    ? ['a', 'b'].map((part) => `${planner}-${attempt}${part}`)
    : [`planned-${attempt}`]
  return ids.map((id) => ({ id, title: id, writes: ['work.txt'], verify: [{ name: 'test', run: 'true' }] }))
}

/** Prefix of the units that plan in a walk of several planners, and what they have planned. */
export const plannerPrefix = 'p-'

function checked(name: string, exitCode: number) {
  return { name, exitCode, timedOut: false, durationMs: 1, outputHash: hashText(name), excerpt: raw('') }
}

function judged(task: Extract<Task, { do: 'judge' }>, phase: Phase, wanted: 'pass' | 'revise' | 'stop'): Outcome {
  const words = Object.entries((phase as AgentPhase).vocabulary)
  const word = words.find(([, verdict]) => verdict === wanted)?.[0] ?? 'no such word'
  const criteria = (task.criteria ?? []).map((check): Json => ({ check, met: true, evidence: '' }))
  return { status: 'judged', answer: answered(task, { verdict: word, ...(criteria.length === 0 ? {} : { criteria }) }) }
}

/** Outcomes that send the work back. */
function revisionOf(task: Task, phase: Phase): readonly Abstract[] {
  switch (task.do) {
    case 'judge': {
      const wanted = Object.values((phase as AgentPhase).vocabulary)
      return [
        ...(wanted.includes('revise') ? [{ name: 'revise', outcome: judged(task, phase, 'revise') }] : []),
        ...(wanted.includes('stop') ? [{ name: 'stop', outcome: judged(task, phase, 'stop') }] : []),
      ]
    }
    case 'check':
      return [
        { name: 'red', outcome: { status: 'checked', results: task.commands.map(({ name }) => checked(name, 1)) } },
      ]
    case 'integrate':
      return [failedAs({ tag: 'conflict', paths: ['work.txt'] })]
    case 'plan':
      return [{ name: 'unsound', outcome: { status: 'planned', answer: answered(task, { plan: { units: [] } }) } }]
    case 'work':
    case 'document':
    case 'merge':
    case 'remove-tree':
      return []
    default:
      return unreachable(task)
  }
}

/** Missing answers, missing work, and work that comes back unchanged. */
function oddOnes(task: Task, unit: UnitState): readonly Abstract[] {
  if (task.do === 'judge')
    return [
      { name: 'unknown word', outcome: { status: 'judged', answer: answered(task, { verdict: 'no such word' }) } },
    ]
  if (task.do === 'merge') return [failedAs({ tag: 'moved', tip: oid(`moved ${task.tip}`) })]
  if (task.do !== 'work') return []
  const { base, start } = task
  const blocked = answered(task, { status: 'blocked', note: 'cannot' })
  const nothing = { head: start, tree: oid(`tree of ${start}`), base, changed: [], ...lookedAt(task, null) }
  return [
    { name: 'blocked', outcome: { status: 'worked', answer: blocked, ...nothing } },
    { name: 'no change', outcome: { status: 'worked', answer: answered(task, { status: 'done' }), ...nothing } },
    changing(task, 'undeclared change', ['elsewhere.txt']),
    changing(task, 'change of what decides', [guardedFile]),
    ...(task.artifacts === undefined ? [] : [withoutArtifacts(task)]),
    ...(unit.head === undefined ? [] : [unchanged(task, unit.head)]),
  ]
}

type Work = Extract<Task, { do: 'work' }>

/** More than any gate asks a file to have. */
const plenty = Number.MAX_SAFE_INTEGER

/** Files that gates ask for, as Forge would have observed them in the finished work. */
function lookedAt({ artifacts }: Work, bytes: number | null): { artifacts?: { path: string; bytes: number | null }[] } {
  return defined({ artifacts: artifacts?.map((path) => ({ path, bytes })) })
}

function withoutArtifacts(task: Work): Abstract {
  const { name, outcome } = changing(task, 'without what gates ask for', ['work.txt'])
  return { name, outcome: { ...(outcome as Extract<Outcome, { status: 'worked' }>), ...lookedAt(task, null) } }
}

export const interrupted: Abstract = failedAs({ tag: 'interrupted' })

/** The unit that every walk has. */
export const firstUnit = 'unit'

/** What a walk may cost until a human raises it; its agents cost nothing, and are still cut off at it. */
export const firstCeiling = 1_000_000

/** What the units of a walk may write, and which of it is a guarded path. */
export const guardedFile = 'guarded.txt'
export const declaredFiles = ['work.txt', guardedFile]

function changing(task: Work, name: string, changed: string[]): Abstract {
  const { base, nonce } = task
  const answer = answered(task, { status: 'done' })
  const outcome = { head: oid(`${name} ${nonce}`), tree: oid(`tree of ${name} ${nonce}`), base, changed }
  return { name, outcome: { status: 'worked', answer, ...outcome, ...lookedAt(task, plenty) } }
}

function unchanged(task: Work, head: NonNullable<UnitState['head']>): Abstract {
  const { commit, tree, base, changed } = head
  const answer = answered(task, { status: 'done' })
  const work = { head: commit, tree, base, changed }
  return { name: 'unchanged', outcome: { status: 'worked', answer, ...work, ...lookedAt(task, plenty) } }
}

function failedAs(failure: Failure): Abstract {
  return { name: failure.tag, outcome: { status: 'failed', failure } }
}

function failuresOf(task: Task): readonly Abstract[] {
  const locked = failedAs({ tag: 'locked', file: 'integration.lock' })
  if (!('nonce' in task)) return [interrupted, ...(task.do === 'check' ? [] : [locked])]
  return [
    {
      name: 'overflow',
      outcome: { status: 'failed', failure: { tag: 'blocked', text: raw('too long'), why: 'overflow' } },
    },
    { name: 'refusal', outcome: { status: 'failed', failure: { tag: 'blocked', text: raw('no'), why: 'refusal' } } },
    ...(task.do === 'work' ? [locked] : []),
    failedAs({ tag: 'transport', class: 'network' }),
    failedAs({ tag: 'empty' }),
    failedAs({ tag: 'invalid', errors: [raw('not as asked')] }),
    failedAs({ tag: 'crash', exitCode: 1, signal: null }),
    failedAs({ tag: 'timeout', limit: 'wall', afterMs: 1 }),
    failedAs({ tag: 'outside', paths: ['elsewhere'] }),
    failedAs({ tag: 'unavailable', what: raw('no program') }),
    failedAs({ tag: 'ceiling', limit: 'costMicros', at: firstCeiling }),
  ]
}
