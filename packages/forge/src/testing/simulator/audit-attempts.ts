/** What the auditor asks of attempts: when one may start, what may follow from its end. */
import type { EventOf } from '#model/event.ts'
import { gateOf } from '#core/state/apply-capacity.ts'
import { JudgeAnswer } from '#model/verdict.ts'
import { commitAt, filesAt, isAncestor } from './git.ts'
import { shapes } from './shape.ts'
import { lacksTests } from './tests.ts'
import { usesSlot, type Audit, type AuditedTask } from './books.ts'

export function auditIntended({ books, machine }: Audit, event: EventOf<'attempt.intended'>): void {
  const { path, key, task } = event
  const { unit } = task
  const broken = machine.watch.violated
  const other = [...books.open].find(([, open]) => open.unit === unit)
  if (other !== undefined) broken('I-11', `${path} dispatched while ${other[0]} is open`)
  if (books.keys.has(key)) broken('keys', `key ${key} used twice`)
  if (books.units.get(unit) !== 'open') broken('I-20', `unit ${unit} is ${books.units.get(unit)} and was dispatched`)
  if (books.status !== 'running') broken('status', `dispatched while ${books.status}`)
  books.keys.add(key)
  books.open.set(path, { key, unit, task })
  countDispatch({ books, machine }, unit)
  if (usesSlot(task)) auditSlots({ books, machine }, path)
  if ('account' in task) auditGate({ books, machine }, event, gateOf(task))
  if (task.do === 'work') auditWork({ books, machine }, task)
  auditOrder({ books, machine }, task)
  if (path.endsWith('/verify-merged')) machine.watch.reached('verified again on a moved base')
}

/** I-32: nothing passes a gate that a provider has closed, whether the engine noted it or not. */
function auditGate({ books, machine }: Audit, event: EventOf<'attempt.intended'>, account: string): void {
  const isClosed = books.gates.has(account)
  const isLimited = event.at < (books.limited.get(account) ?? 0) && !machine.scenario.faults.has('clock-jump')
  auditLevels({ books, machine }, event, account)
  if (isClosed || isLimited) machine.watch.violated('I-32', `${event.path} dispatched through a closed gate`)
}

/** S1-65: an account that is known to be nearly full is left alone while the other one is free. */
function auditLevels({ books, machine }: Audit, event: EventOf<'attempt.intended'>, account: string): void {
  if (!machine.scenario.fills) return
  const isFull = (name: string): boolean =>
    [...books.levels].some(
      ([key, { percent, at }]) => key.startsWith(`${name} `) && percent >= 90 && event.at - at <= 120_000,
    )
  if (account === 'second') machine.watch.reached('left an account that is nearly full')
  if (account === 'default' && isFull('default') && !isFull('second') && !books.gates.has('second'))
    machine.watch.violated('S1-65', `${event.path} dispatched with an account that is nearly full`)
}

/** Counters of the vector that a batch must have spent. */
const spentStates = {
  corrections: 'answer corrected',
  repairs: 'unit repaired by its maker',
  iterations: 'whole planned again',
  otherModels: 'other model asked',
  tiersUp: 'tier raised',
  lockWaits: 'lock waited for',
} as const

/** U-05, I-25: no counter passes its budget, whatever led there. */
export function auditRecovery({ books, machine }: Audit, event: EventOf<'recovery.chosen'>): void {
  if (event.path.endsWith('/review-plan') && event.rung === 'revise')
    machine.watch.reached('document judged and sent back')
  if (event.counts === 'unchanged') machine.watch.reached('work came back unchanged')
  if (event.path.startsWith(`${shapes[machine.scenario.shape].planner}/`) && event.rung === 'revise')
    machine.watch.reached('plan sent back to its author')
  if (event.counts in spentStates) machine.watch.reached(spentStates[event.counts as keyof typeof spentStates])
  if (event.rung === 'iterate' && event.unit !== undefined) books.units.set(event.unit, 'open')
  if (event.counts === 'nothing') return
  const isOfInput = ['transport', 'empty', 'corrections', 'lockWaits', 'unchanged'].includes(event.counts)
  // Iterations are of the run: no unit that is replaced takes them along.
  const of = event.counts === 'iterations' ? 'run' : isOfInput ? `${event.path} ${event.input}` : event.path
  const count = (books.recoveries.get(`${event.counts} of ${of}`) ?? 0) + 1
  books.recoveries.set(`${event.counts} of ${of}`, count)
  const allowed = event.counts === 'unchanged' ? 1 : (books.budget?.[event.counts] ?? 0)
  if (count > allowed)
    machine.watch.violated('I-25', `${count} ${event.counts} of ${event.path}, the budget is ${allowed}`)
}

function countDispatch({ books, machine }: Audit, unit: string): void {
  const count = (books.dispatches.get(unit) ?? 0) + 1
  books.dispatches.set(unit, count)
  if (count > books.unitCap) machine.watch.violated('I-31', `unit ${unit} dispatched ${count} times`)
}

function auditSlots({ books, machine }: Audit, path: string): void {
  const used = [...books.open.values()].filter((open) => usesSlot(open.task)).length
  if (used > books.granted) machine.watch.violated('I-16', `${used} of ${books.granted} slots used for ${path}`)
  if (books.floor === 'low') machine.watch.violated('I-36', `${path} dispatched below the floor`)
}

function auditWork({ books, machine }: Audit, task: Extract<AuditedTask, { do: 'work' }>): void {
  const broken = machine.watch.violated
  for (const dependency of books.depends.get(task.unit) ?? []) {
    const merge = books.merged.get(dependency)
    if (merge === undefined) broken('I-13', `${task.unit} started before ${dependency} was merged`)
    else if (!isAncestor(machine.repository, merge.commit, task.base))
      broken('I-13', `the base of ${task.unit} lacks ${dependency}`)
  }
  const own = books.writes.get(task.unit)
  for (const other of books.working) {
    if (other === task.unit || books.merged.has(other) || books.units.get(other) !== 'open') continue
    const held = books.writes.get(other)
    const collide = own === undefined || held === undefined || own.some((path) => held.includes(path))
    if (collide) broken('I-17', `${task.unit} and ${other} may write the same file at once`)
  }
  books.working.add(task.unit)
}

/** I-14, I-19: what goes on was let through, for exactly what is there. */
function auditOrder({ books, machine }: Audit, task: AuditedTask): void {
  const broken = machine.watch.violated
  const head = books.heads.get(task.unit)
  const { passed } = books
  const isOfWork = task.do === 'judge' && task.judges === undefined
  const { reviews } = shapes[machine.scenario.shape]
  const isReviewed = (commit: string | undefined): boolean =>
    reviews.every((name) => passed.has(`${task.unit}/${name}|${commit}`))
  const hasChangedGates = head?.changed.some((path) => path.endsWith('/file-1.ts')) ?? false
  const { repository } = machine
  const hasLostTests =
    head !== undefined && lacksTests(filesAt(repository, head.base), filesAt(repository, head.commit))
  if (isOfWork && (hasChangedGates || hasLostTests) && !passed.has(`${task.unit}/gate-changes|${head?.tree}`))
    broken('I-22', `${task.unit} changed what decides, and nobody was asked`)
  if (isOfWork && !passed.has(`${task.unit}/verify|${head?.tree}`))
    broken('I-14', `${task.unit} reviewed before its head was verified`)
  if (task.do === 'integrate' && !isReviewed(task.head))
    broken('I-14', `${task.unit} integrated without a review of its head`)
  if (task.do !== 'merge') return
  const { tree, parents } = commitAt(machine.repository, task.commit)
  const isVerified = passed.has(`${task.unit}/verify-merged|${tree}`) || passed.has(`${task.unit}/verify|${tree}`)
  if (!isVerified) broken('I-19', `${task.unit} would merge a tree that was not verified`)
  if (parents[1] !== head?.commit || !isReviewed(parents[1]))
    broken('I-19', `${task.unit} would merge a head that was not reviewed`)
}

export function auditFinished({ books, machine }: Audit, event: EventOf<'attempt.finished'>): void {
  const found = [...books.open].find(([, open]) => open.key === event.key)
  if (found === undefined) return machine.watch.violated('I-12', `outcome of ${event.key}, which is not open`)
  const [path, { unit, task }] = found
  books.open.delete(path)
  books.outcomes.set(event.key, { event, task })
  const { outcome } = event
  if (outcome.status === 'worked')
    books.heads.set(unit, {
      commit: outcome.head,
      tree: outcome.tree,
      base: outcome.base,
      changed: outcome.changed,
    })
  if (outcome.status !== 'failed') return
  const { failure } = outcome
  if (failure.tag === 'conflict') machine.watch.reached('merge conflict sent back')
  if (failure.tag !== 'transport' || failure.class !== 'rate-limit' || !('account' in task)) return
  const until = event.at + (failure.retryAfterMs ?? 60_000)
  books.limited.set(gateOf(task), Math.max(until, books.limited.get(gateOf(task)) ?? 0))
}

export function auditVerdict({ books, machine }: Audit, event: EventOf<'verdict.given'>): void {
  if (event.raw === 'inside the approved envelope') machine.watch.reached('plan inside the approved envelope')
  if (event.raw === 'overtaken') machine.watch.reached('plan sent back because a unit of it was merged')
  if (event.verdict !== 'pass') return
  books.passed.add(`${event.path}|${event.judged.subject}`)
  const ended = books.outcomes.get(event.key)
  if (ended === undefined) return
  const { outcome } = ended.event
  const broken = machine.watch.violated
  if (outcome.status === 'failed') broken('I-18', `${event.path} passed after a failure`)
  if (outcome.status === 'checked' && outcome.results.some((result) => result.exitCode !== 0))
    broken('I-18', `${event.path} passed with a red check`)
  if (outcome.status === 'judged' && !isApproval(outcome.answer, ended.task))
    broken('I-18', `${event.path} passed on a word that is not one`)
}

/** The words that mean yes, in any of the presets. */
const yeses = new Set(['approve', 'approved'])

function isApproval(answer: unknown, task: AuditedTask): boolean {
  const parsed = JudgeAnswer.safeParse(answer)
  return parsed.success && yeses.has(parsed.data.verdict) && 'nonce' in task && parsed.data.nonce === task.nonce
}
