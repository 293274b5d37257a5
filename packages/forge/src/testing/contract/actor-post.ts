/** The post office of the actor contract: performers that answer what is offered, and messages on their way. */
import type { Command } from '#model/command.ts'
import type { Message } from '#model/message.ts'
import { unreachable } from '#model/result.ts'
import { approveMessage, finishedMessage, goodOutcome, grantMessage, planOf, specOf, startMessage, unitOf } from '#testing/builders/index.ts'

export interface Post {
  start(): Message
  /** What an actor offers: answered once per process. */
  take(commands: readonly Command[]): void
  put(message: Message): void
  /** A message on its way, any of them. */
  pick(choice: number): Message | undefined
  done(message: Message): void
  /** A second performer without the first one's records answers the same key otherwise. */
  performTwice(message: Message): void
  crash(): void
  isEmpty(): boolean
  offers(): number
  readonly units: readonly string[]
}

export function createPost(): Post {
  const plan = planOf([unitOf('a'), unitOf('b', { depends: ['a'] }), unitOf('c', { writes: ['src/a.ts'] }), unitOf('d'), unitOf('e')])
  const waiting: Message[] = []
  const answered = new Set<string>()
  let offers = 0
  let serial = 0
  let time = 1000
  const stamp = (id: string) => ({ id, at: (time += 1) })

  function put(message: Message): void {
    if (!waiting.some(({ id }) => id === message.id)) waiting.push(message)
  }

  function answer(command: Command): void {
    switch (command.kind) {
      case 'attempt': {
        const outcome = goodOutcome(command.task, { salt: command.key, plan, changed: [`src/${command.task.unit === 'c' ? 'a' : command.task.unit}.ts`] })
        return put(finishedMessage(stamp(`${command.key}:end`), { key: command.key, outcome }))
      }
      case 'ask':
        return put(approveMessage(stamp(`approve ${command.key}`), command.question))
      case 'claim':
        return put(grantMessage(stamp(`grant ${command.key}`), { serial: (serial += 1), slots: command.slots, answers: command.key }))
      case 'tidy':
        return put(finishedMessage(stamp(`${command.key}:end`), { key: command.key, outcome: { status: 'tidied', removed: [], aside: [] } }))
      case 'timer':
        return put({ type: 'timer', ...stamp(command.key), key: command.key })
      case 'stop':
      case 'gate':
      case 'grant':
        return undefined
      default:
        return unreachable(command)
    }
  }

  return {
    start: () => startMessage(stamp('start'), specOf({ slots: 2 })),
    take(commands) {
      offers += 1
      for (const command of commands) {
        if (answered.has(command.key)) continue
        answered.add(command.key)
        answer(command)
      }
    },
    put,
    pick: (choice) => waiting[choice % Math.max(1, waiting.length)],
    done(message) {
      const index = waiting.findIndex(({ id }) => id === message.id)
      if (index >= 0) waiting.splice(index, 1)
    },
    performTwice(message) {
      if (message.type !== 'attempt.finished' || message.outcome.status !== 'worked') return
      put({ ...message, ...stamp(`${message.id} again`), outcome: { status: 'failed', failure: { tag: 'crash', exitCode: 1, signal: null } } })
    },
    crash() {
      // Words of a human were left in the inbox and survive; what performers were about to say is lost with them.
      waiting.splice(0, waiting.length, ...waiting.filter(({ type }) => type === 'start' || type === 'approve'))
      answered.clear()
    },
    isEmpty: () => waiting.length === 0,
    offers: () => offers,
    units: plan.units.map(({ id }) => id),
  }
}

