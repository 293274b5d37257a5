/** What the toy world says next: each action looks at the open commands and the state, and makes one message. */
import { raw } from '#messages/said.ts'
import { runCore } from '#core/next/core.ts'
import type { OpenAttempt } from '#core/state/state.ts'
import type { Outcome, Report } from '#model/attempt.ts'
import { Blocker, type Failure, type FailureTag } from '#model/failure.ts'
import type { LandingEnd } from '#model/landing.ts'
import type { Message } from '#model/message.ts'
import { noUsage } from '#model/usage.ts'
import { failures, finishedMessage, goodOutcome, grantMessage, oidOf } from '#testing/builders/index.ts'
import { circularPlan, randomPlan } from './plans.ts'
import { stamp, type World } from './world.ts'
import { words, type Word } from './words.ts'

const tags = Object.keys(failures) as FailureTag[]

export type Action = keyof typeof actions
/** How often each action is taken; absent is never. */
export type Habits = Readonly<Partial<Record<Action, number>>>

/** Undefined: there is nothing for this action to do now. */
type Act = (world: World) => Message | undefined

const machine = {
  /** An attempt ends well. */
  finish: (world) => finish(world, (attempt) => good(world, attempt)),
  /** An attempt fails, in any way there is. */
  fail: (world) => finish(world, ({ task }) => ({ status: 'failed', failure: failureOf(world, task.do) })),
  /** An attempt ends with an answer that must not count as a good one. */
  mislead: (world) => finish(world, (attempt) => misleading(world, attempt)),
  /** What was to happen in the user's repository has happened, or has not. */
  handOver: (world) => handOver(world),
  /** An outcome comes for a key that is closed, was never open, or belongs to another run. */
  stray: (world) => {
    const keys = world.turns.flatMap(({ events }) => events.flatMap((event) => ('key' in event ? [event.key] : [])))
    const key = world.random.pick([...keys, 'toy/0/plan/draft#99', 'other/0/plan/draft#1', 'nonsense'])
    return finishedMessage(stamp(world), { key, outcome: { status: 'failed', failure: anyFailure(world) } })
  },
  /** Something that was said before is said again under another id. */
  echo: (world) => {
    const { message } = world.random.pick(world.turns)
    return { ...message, id: stamp(world).id }
  },
  report: (world) => {
    const attempt = anyAttempt(world)
    return attempt && { type: 'attempt.reported', ...stamp(world), key: attempt.key, report: anyReport(world) }
  },
  /** A timer rings, most often when it is due. */
  ring: (world) => {
    const timers = runCore.open(world.state).filter((command) => command.kind === 'timer')
    if (timers.length === 0) return undefined
    const timer = world.random.pick(timers)
    world.clock = Math.max(world.clock, timer.dueAt)
    return { type: 'timer', ...stamp(world), key: timer.key }
  },
  ringFalsely: (world) => ({
    type: 'timer',
    ...stamp(world),
    key: world.random.pick(['toy/timer/a@1', 'toy/gate/default@1']),
  }),
  /** The host answers what was asked, and tells of gates that are still closed. */
  grant: (world) => {
    const { capacity } = world.state
    const told = Object.entries(capacity.reported).filter(([, { until }]) => until > world.clock)
    if (capacity.open === undefined && told.length === 0) return undefined
    const gates = Object.fromEntries(told.map(([account, { until }]) => [account, until]))
    const answers = capacity.open === undefined ? {} : { slots: capacity.open.slots, answers: capacity.open.key }
    return grantMessage(stamp(world), { serial: capacity.serial + 1, slots: capacity.granted, gates, ...answers })
  },
  grantOddly: (world) => {
    const { random, state } = world
    const serial = Math.max(1, state.capacity.serial + random.pick([-1, 0, 1, 2]))
    const gates: Record<string, number> = random.onceIn(5) ? { default: world.clock + random.pick([0, 1000]) } : {}
    const floor = random.onceIn(6) ? 'low' : 'ok'
    const contested = random.onceIn(4) ? ['src/a.ts'] : []
    return grantMessage(stamp(world), { serial, slots: random.below(5), gates, floor, contested })
  },
} satisfies Record<string, Act>

const actions: Record<keyof typeof machine | Word, Act> = { ...machine, ...words }

function handOver(world: World): Message | undefined {
  const { random } = world
  const commands = runCore.open(world.state)
  const landing = commands.find((command) => command.kind === 'land')
  if (landing !== undefined) {
    const refused: LandingEnd = { status: 'refused', code: 'dirty', paths: ['a.txt'] }
    const end: LandingEnd = random.onceIn(3) ? refused : { status: 'landed' }
    return { type: 'landing.finished', ...stamp(world), key: landing.key, end }
  }
  const publishing = commands.find((command) => command.kind === 'publish')
  if (publishing === undefined) return undefined
  const end = random.onceIn(5) ? 'diverged' : 'published'
  return { type: 'publishing.finished', ...stamp(world), key: publishing.key, branch: 'forge/toy', end }
}

function anyAttempt(world: World): OpenAttempt | undefined {
  const attempts = Object.values(world.state.openAttempts)
  return attempts.length === 0 ? undefined : world.random.pick(attempts)
}

function finish(world: World, outcomeOf: (attempt: OpenAttempt) => Outcome): Message | undefined {
  const attempt = anyAttempt(world)
  if (attempt === undefined) {
    const { key } = world.state.tidying
    const outcome: Outcome = { status: 'tidied', removed: [], aside: [] }
    return key === undefined ? undefined : finishedMessage(stamp(world), { key, outcome })
  }
  const usage = {
    inputTokens: 10,
    outputTokens: 5,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costMicros: 100,
    source: 'reported' as const,
  }
  return finishedMessage(stamp(world), {
    key: attempt.key,
    outcome: outcomeOf(attempt),
    usage,
    durationMs: world.random.below(600_000),
  })
}

function good(world: World, attempt: OpenAttempt): Outcome {
  const unit = world.state.units[attempt.unit]
  const outcome = goodOutcome(attempt.task, {
    salt: attempt.key,
    // Only a planner has one: made for every attempt it took a tenth of the time of all properties.
    plan: attempt.task.do === 'plan' ? randomPlan(world.random) : noPlan,
    changed: unit?.spec.writes ?? ['free.ts'],
  })
  return 'answer' in outcome && attempt.key.length % 4 === 0
    ? { ...outcome, answer: { ...(outcome.answer as object), friction: [{ issue: 'skill_missing' }] } }
    : outcome
}

const noPlan = circularPlan()

function misleading(world: World, attempt: OpenAttempt): Outcome {
  const { random } = world
  const right = good(world, attempt)
  switch (right.status) {
    case 'worked':
      return random.pick([
        { ...right, answer: { nonce: 'forged', status: 'done' } },
        { ...right, changed: [] },
        { ...right, changed: ['elsewhere.ts'] },
        { ...right, head: oidOf(attempt.unit), tree: oidOf(attempt.unit) },
        { ...right, answer: null },
      ])
    case 'planned':
      return random.pick<Outcome>([
        { status: 'planned', answer: 'plan' },
        { status: 'planned', answer: { ...(right.answer as object), nonce: 'forged' } },
        goodOutcome(attempt.task, { salt: '', plan: circularPlan(), changed: [] }),
      ])
    case 'documented':
      return random.pick<Outcome>([
        { status: 'documented', answer: { ...(right.answer as object), nonce: 'forged' } },
        { status: 'documented', answer: { ...(right.answer as object), document: ' ' } },
      ])
    case 'judged': {
      const nonce = 'nonce' in attempt.task ? attempt.task.nonce : ''
      const word = random.pick(['LGTM', 'revise', 'reject', 'Approve', 'constructor'])
      return random.onceIn(4)
        ? { status: 'judged', answer: { nonce: 'forged', verdict: 'approve' } }
        : { status: 'judged', answer: { nonce, verdict: word } }
    }
    case 'checked':
      return {
        status: 'checked',
        results: random.onceIn(2) ? [] : right.results.map((result) => ({ ...result, exitCode: 1 })),
      }
    case 'integrated':
    case 'merged':
    case 'tidied':
    case 'failed':
      return { status: 'judged', answer: { verdict: 'approve' } }
  }
}

/** A merge fails in a way of its own, which few runs come to: every other time it is that one. */
function failureOf(world: World, task: OpenAttempt['task']['do']): Failure {
  return task === 'merge' && world.random.onceIn(2) ? failures.moved : anyFailure(world)
}

function anyFailure(world: World): Failure {
  const { random } = world
  const failure = failures[random.pick(tags)]
  if (failure.tag === 'quota') return { ...failure, resetAt: random.pick([0, world.clock, world.clock + 3_600_000]) }
  if (failure.tag === 'blocked') return random.pick<Failure>([failure, ...blockers])
  if (failure.tag === 'unmet') return random.pick<Failure>([failure, { ...failure, must: 'check' }])
  if (failure.tag !== 'transport') return failure
  return { ...failure, class: random.pick(['rate-limit', 'network', 'server', 'stream', 'connection']) }
}

const blockers: readonly Failure[] = Blocker.options.map((why) => ({ tag: 'blocked', text: raw('cannot go on'), why }))

function anyReport(world: World): Report {
  const until = world.clock + world.random.pick([0, 60_000])
  return world.random.pick<Report>([
    { kind: 'performance', performance: 2 },
    { kind: 'session', session: 's' },
    { kind: 'session', session: 's', model: world.random.pick(['foreign-1', 'foreign-1', 'large-1']) },
    { kind: 'usage', usage: { ...noUsage, costMicros: world.random.below(90), inputTokens: 3 } },
    { kind: 'rate-limited', account: 'default', until },
    { kind: 'needs-human', text: 'help' },
  ])
}

/** Takes one action by weight; actions with nothing to do are passed over. */
export function nextMessage(world: World, habits: Habits): Message | undefined {
  const able = (Object.keys(habits) as Action[]).filter((action) => (habits[action] ?? 0) > 0)
  while (able.length > 0) {
    const total = able.reduce((sum, action) => sum + (habits[action] ?? 0), 0)
    let at = world.random.below(total * 100) / 100
    const index = able.findIndex((action) => (at -= habits[action] ?? 0) < 0)
    const message = actions[able[index] as Action](world)
    if (message !== undefined) return message
    able.splice(index, 1)
  }
  return undefined
}
