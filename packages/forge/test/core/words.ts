/** What people say to the toy world's run, and what others say in their place. */
import { raw } from '#messages/said.ts'
import type { Message } from '#model/message.ts'
import type { Principal, Question } from '#model/question.ts'
import { hashText } from '#model/digest.ts'
import { noUsage } from '#model/usage.ts'
import { approveMessage, editMessage, jsonOf, oidOf, operator, rejectMessage, unitOf } from '#testing/builders/index.ts'
import { randomPlan } from './plans.ts'
import { stamp, type World } from './world.ts'

const agent: Principal = { kind: 'agent', name: 'worker' }

export const words = {
  approve: (world) => ofQuestion(world, (question) => approveMessage(stamp(world), question)),
  reject: (world) => ofQuestion(world, (question) => rejectMessage(stamp(world), question, 'not like this')),
  approveWrongly: (world) =>
    ofQuestion(world, (question) => {
      const approval = approveMessage(stamp(world), question)
      return world.random.pick([
        { ...approval, by: agent },
        { ...approval, subject: hashText('another plan') },
        { ...approval, question: 'toy/0/plan/approve#77' },
      ])
    }),
  edit: (world) =>
    editMessage(stamp(world), world.random.pick(['plan', 'plan', 'plan', 'a', 'nobody']), randomPlan(world.random)),
  pause: (world) => ({ type: 'pause', ...stamp(world), by: operator, reason: raw('wait') }),
  resume: (world) => ({ type: 'resume', ...stamp(world), by: operator }),
  cancel: (world) => ({ type: 'cancel', ...stamp(world), by: operator, reason: raw('enough') }),
  retry: (world) => ({ type: 'retry', ...stamp(world), unit: anyUnit(world), by: operator }),
  reopen: (world) => ({
    type: 'reopen',
    ...stamp(world),
    unit: anyUnit(world),
    by: operator,
    reason: 'try another way',
  }),
  begin: (world) => {
    const planned = world.state.order.filter((id) => id !== 'sprint-plan' && id !== 'final')
    const only = planned.length > 0 && world.random.onceIn(3) ? { only: [world.random.pick(planned)] } : {}
    return { type: 'begin', ...stamp(world), by: world.random.onceIn(8) ? agent : operator, ...only }
  },
  add: (world) => ({
    type: 'add',
    ...stamp(world),
    by: operator,
    unit: jsonOf(unitOf(world.random.pick(['g', 'h', 'a']), world.random.onceIn(3) ? { pipeline: 'nowhere' } : {})),
  }),
  retrospect: (world) => ({ type: 'retrospect', ...stamp(world), by: operator, note: 'we learned' }),
  /** Somebody was asked about it who only looked. */
  advice: (world) => ({
    type: 'advice',
    ...stamp(world),
    end: world.random.pick(['said', 'nothing']),
    ...(world.random.onceIn(2) ? {} : { model: 'claude-opus-4-8' }),
    usage: { ...noUsage, inputTokens: 900, outputTokens: 100 },
    durationMs: 1000,
  }),
  redact: (world) => ({ type: 'redact', ...stamp(world), by: operator, count: 3 }),
  reassign: (world) => {
    const account = world.random.pick(['default', 'second'])
    const other = world.random.onceIn(2) ? {} : { agent: 'codex' }
    const by = world.random.onceIn(5) ? agent : operator
    return { type: 'reassign', ...stamp(world), by, lanes: { account, accounts: ['third'], ...other } }
  },
  /** The run goes on somewhere else. */
  environment: (world) => ({
    type: 'environment',
    ...stamp(world),
    environment: hashText(world.random.pick(['here', 'there'])),
    trust: { ground: 'nothing' },
  }),
  raise: (world) => {
    const { dispatches, unitDispatches } = world.state.limits
    return {
      type: 'raise',
      ...stamp(world),
      by: operator,
      limits: { dispatches: dispatches + 5, unitDispatches: unitDispatches + 2 },
    }
  },
  /** The user's branch has moved; most often a human brings it. */
  sync: (world) => {
    const { id, at } = stamp(world)
    const by = world.random.onceIn(5) ? agent : operator
    const from = world.state.tip ?? oidOf('nowhere')
    const type = world.random.onceIn(3) ? 'syncing' : 'sync'
    return { type, id, at, from, tip: oidOf(`tip ${id}`), base: oidOf(`base ${id}`), by }
  },
  /** What is merged is to be landed; most often a human says so, and has looked. */
  land: (world) => {
    const tip = world.random.onceIn(6) ? oidOf('another tip') : (world.state.tip ?? oidOf('nowhere'))
    const by = world.random.onceIn(5) ? agent : operator
    const what = world.random.pick(['done', 'merged', 'merged'] as const)
    return { type: 'land', ...stamp(world), what, branch: 'main', from: oidOf('start'), to: tip, tip, by }
  },
} satisfies Record<string, (world: World) => Message | undefined>

export type Word = keyof typeof words

function ofQuestion(world: World, say: (question: Question) => Message): Message | undefined {
  const questions = Object.values(world.state.questions)
  return questions.length === 0 ? undefined : say(world.random.pick(questions))
}

/** Most often one that has stopped. */
function anyUnit(world: World): string {
  const { order, units } = world.state
  const stopped = order.filter((id) => units[id]?.status === 'stopped')
  if (stopped.length > 0 && !world.random.onceIn(4)) return world.random.pick(stopped)
  return world.random.pick([...order, 'nobody'])
}
