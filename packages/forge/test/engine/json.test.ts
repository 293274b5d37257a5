/** What the engine exchanges is JSON: a message, a command or an outcome may cross a process or a machine and is the same there. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runCore } from '#core/next/core.ts'
import { hostCore } from '#core/host/core.ts'
import { Outcome } from '#model/attempt.ts'
import type { Command } from '#model/command.ts'
import { Event } from '#model/event.ts'
import { HostEvent, type HostMessage } from '#model/host.ts'
import type { Said } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import { Message } from '#model/message.ts'
import { decodeLines, journalNames, readJournal } from '../journals/journals.ts'

/** Whatever in a type JSON cannot hold; `never` where it can hold all of it. `Said` and `Json` contain themselves, and are JSON. */
type Strange<T> = T extends string | number | boolean | null | Said | Json
  ? never
  : T extends (...args: never[]) => unknown
    ? T
    : T extends readonly (infer Item)[]
      ? Strange<Item>
      : T extends Date | RegExp | Uint8Array | ReadonlyMap<never, never> | ReadonlySet<never>
        ? T
        : T extends object
          ? { [Key in keyof T]-?: Strange<Exclude<T[Key], undefined>> }[keyof T]
          : T

type IsJson<T> = [Strange<T>] extends [never] ? 'JSON' : Strange<T>

/** A command with a closure in it would not compile here. */
const types: Readonly<Record<'command' | 'message', 'JSON'>> = {
  command: 'JSON' satisfies IsJson<Command>,
  message: 'JSON' satisfies IsJson<HostMessage>,
}

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Every command that any state of the recorded runs has open, by its key. */
function commandsOf(name: string): readonly Command[] {
  const events = decodeLines(readJournal(name).lines)
  const commands = new Map<string, Command>()
  let state = runCore.initial('toy')
  for (const event of events) {
    state = runCore.fold(state, [event])
    for (const command of runCore.open(state)) commands.set(`${command.kind} ${command.key}`, command)
  }
  return [...commands.values()]
}

describe('what the engine exchanges', () => {
  it.each([
    ['a message', Message],
    ['an outcome', Outcome],
    ['an event', Event],
    ['an event of the host', HostEvent],
  ] as const)('%s has a schema of JSON alone', (_name, schema) => {
    expect(() => z.toJSONSchema(schema, { unrepresentable: 'throw' })).not.toThrow()
  })

  it('a schema of something else would be found', () => {
    const planted = z.union([Outcome, z.strictObject({ status: z.literal('late'), at: z.date() })])
    expect(() => z.toJSONSchema(planted, { unrepresentable: 'throw' })).toThrow(/Date/)
  })

  it('commands are the same after JSON as before, in every state of every recorded run', () => {
    expect(types).toEqual({ command: 'JSON', message: 'JSON' })
    const commands = journalNames().flatMap(commandsOf)
    for (const command of commands) expect(throughJson(command), command.kind).toStrictEqual(command)
    const kinds = new Set(commands.map(({ kind }) => kind))
    // How full an account is has no recorded run; its type is looked at above.
    const recorded = ['ask', 'attempt', 'claim', 'gate', 'land', 'publish', 'stop', 'tidy', 'timer']
    expect([...kinds].toSorted()).toEqual(recorded)
  })

  it('outcomes and messages of recorded runs are the same after JSON as before', () => {
    const events = journalNames().flatMap((name) => decodeLines(readJournal(name).lines))
    for (const event of events) expect(throughJson(event)).toStrictEqual(event)
    const outcomes = events.flatMap((event) => (event.type === 'attempt.finished' ? [event.outcome] : []))
    expect(outcomes.length).toBeGreaterThan(20)
    for (const outcome of outcomes) expect(Outcome.parse(throughJson(outcome))).toStrictEqual(outcome)
  })

  it('a grant of the host is the same after JSON as before', () => {
    const ask: HostMessage = {
      type: 'claim',
      id: 'a',
      at: 1,
      run: 'toy-1',
      key: 'toy-1/claim#1',
      slots: 1,
      writes: ['a.txt'],
    }
    const state = hostCore.fold(hostCore.initial('host'), hostCore.step(hostCore.initial('host'), ask))
    const grants = hostCore.open(state)
    expect(grants.map(({ kind }) => kind)).toContain('grant')
    for (const grant of grants) expect(throughJson(grant)).toStrictEqual(grant)
  })
})
