/** The post office of the actor contract: performers that answer offered commands, and messages in transit. */
import type { Command } from '#model/command.ts'
import type { Message } from '#model/message.ts'
import { unreachable } from '#model/result.ts'
import {
  approveMessage,
  finishedMessage,
  goodOutcome,
  grantMessage,
  planOf,
  specOf,
  startMessage,
  unitOf,
} from '#testing/builders/index.ts'

const plan = planOf([
  unitOf('a'),
  unitOf('b', { depends: ['a'] }),
  unitOf('c', { writes: ['src/a.ts'] }),
  unitOf('d'),
  unitOf('e'),
])

export class Post {
  readonly units: readonly string[] = plan.units.map(({ id }) => id)
  offers = 0
  readonly #waiting: Message[] = []
  readonly #answered = new Set<string>()
  #serial = 0
  #time = 1000

  start(): Message {
    return startMessage(this.#stamp('start'), specOf({ slots: 2 }))
  }

  /** The commands that an actor offers: each is answered once per process. */
  take(commands: readonly Command[]): void {
    this.offers += 1
    for (const command of commands) {
      if (this.#answered.has(command.key)) continue
      this.#answered.add(command.key)
      this.#answer(command)
    }
  }

  put(message: Message): void {
    if (!this.#waiting.some(({ id }) => id === message.id)) this.#waiting.push(message)
  }

  /** Any message in transit. */
  pick(choice: number): Message | undefined {
    return this.#waiting[choice % Math.max(1, this.#waiting.length)]
  }

  done(message: Message): void {
    const index = this.#waiting.findIndex(({ id }) => id === message.id)
    if (index >= 0) this.#waiting.splice(index, 1)
  }

  /** A second performer without the first one's records answers the same key differently. */
  performTwice(message: Message): void {
    if (message.type !== 'attempt.finished' || message.outcome.status !== 'worked') return
    const outcome = { status: 'failed', failure: { tag: 'crash', exitCode: 1, signal: null } } as const
    this.put({ ...message, ...this.#stamp(`${message.id} again`), outcome })
  }

  /** Commands of a human are in the inbox and survive; answers that performers have not sent yet are lost with them. */
  crash(): void {
    const kept = this.#waiting.filter(({ type }) => type === 'start' || type === 'approve')
    this.#waiting.splice(0, this.#waiting.length, ...kept)
    this.#answered.clear()
  }

  isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  #stamp(id: string): { id: string; at: number } {
    this.#time += 1
    return { id, at: this.#time }
  }

  #answer(command: Command): void {
    switch (command.kind) {
      case 'attempt':
        return this.put(this.#outcomeOf(command))
      case 'ask':
        return this.put(approveMessage(this.#stamp(`approve ${command.key}`), command.question))
      case 'claim':
        this.#serial += 1
        return this.put(
          grantMessage(this.#stamp(`grant ${command.key}`), {
            serial: this.#serial,
            slots: command.slots,
            answers: command.key,
          }),
        )
      case 'tidy': {
        const outcome = { status: 'tidied' as const, removed: [], aside: [] }
        return this.put(finishedMessage(this.#stamp(`${command.key}:end`), { key: command.key, outcome }))
      }
      case 'timer':
        return this.put({ type: 'timer', ...this.#stamp(command.key), key: command.key })
      case 'publish': {
        const { key } = command
        const end = 'published'
        return this.put({ type: 'publishing.finished', ...this.#stamp(`${key}:end`), key, branch: 'forge/r', end })
      }
      case 'land': {
        const { key } = command
        const end = { status: 'landed' } as const
        return this.put({ type: 'landing.finished', ...this.#stamp(`${key}:end`), key, end })
      }
      case 'stop':
      case 'gate':
      case 'fill':
      case 'grant':
        return undefined
      default:
        return unreachable(command)
    }
  }

  #outcomeOf({ key, task }: Extract<Command, { kind: 'attempt' }>): Message {
    const writes = plan.units.find(({ id }) => id === task.unit)?.writes ?? []
    const outcome = goodOutcome(task, { salt: key, plan, changed: writes })
    return finishedMessage(this.#stamp(`${key}:end`), { key, outcome })
  }
}
