/** The built-in agent at a small window: the provider refuses what is longer, and the attempt goes on. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '#model/agent-event.ts'
import { done, expectAnswered, onStage } from './builtin.ts'

const read = (path: string): object => ({ tool: { name: 'read_file', input: { path } } })
const said = (events: readonly AgentEvent[]): string =>
  events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('\n')

/** About 10,000 tokens, of which the tools and the prompt take some. */
const window = 10_000

export function overflowsWith(models: readonly string[]): void {
  describe.each(models)('a small window of %s', (model) => {
    it('results of tools are shortened by rule, and the attempt goes on in the same conversation', () =>
      onStage(
        model,
        async ({ tree, fake, events, perform }) => {
          for (const name of ['a', 'b', 'c']) writeFileSync(join(tree, `${name}.txt`), name.repeat(18_000))
          const end = await perform([read('a.txt'), read('b.txt'), read('c.txt'), { answer: done }])
          expectAnswered(end)
          expect(said(events)).toMatch(
            /no longer fit into the model. Forge shortened results of tools: \d+ characters, now/,
          )
          const { requests } = fake.served()
          expect(requests.filter(({ status }) => status === 400).length).toBeGreaterThan(0)
          // Four steps, each answered once: nothing was done again.
          expect(requests.filter(({ status }) => status === 200).map(({ turn }) => turn)).toEqual([0, 1, 2, 3])
        },
        { fake: { window } },
      ))
  })
}

/** What the model wrote itself is not shortened: the rule gains nothing from it. */
const wordy = { text: 'w'.repeat(9000), ...read('small.txt') }
const rules = (summary: object, notes: string) => [
  { id: 'notes', when: { prompt: 'Write the notes that you need to go on' }, capture: {}, steps: [summary] },
  {
    id: 'after',
    when: { prompt: ['Your notes of what was done so far', notes] },
    capture: {},
    steps: [{ text: 'unused' }, { answer: { nonce: '{{nonce}}', status: 'done', note: 'ok' } }],
  },
  { id: 'before', when: {}, capture: {}, steps: Array.from({ length: 12 }, () => wordy) },
]

export function summariesWith(models: readonly string[]): void {
  describe.each(models)('a small window of %s, full of words', (model) => {
    const stage = (summary: object, notes: string, act: Parameters<typeof onStage>[1]) =>
      onStage(model, act, { fake: { window, script: { version: 1, rules: rules(summary, notes) } } })

    it('the model writes notes, which are booked and stand in the place of older turns', () =>
      stage({ text: 'I read small.txt.' }, 'I read small.txt.', async ({ tree, fake, events, perform }) => {
        writeFileSync(join(tree, 'small.txt'), 'small')
        const end = await perform([])
        expectAnswered(end)
        expect(said(events)).toContain('Forge replaced older turns by a summary')
        const answered = fake.served().requests.filter(({ status }) => status === 200)
        expect(answered.map(({ rule }) => rule).filter((rule, at, all) => rule !== all[at - 1])).toEqual([
          'before',
          'notes',
          'after',
        ])
        // The newest turn went on behind the notes.
        expect(answered.at(-1)).toMatchObject({ rule: 'after', turn: 1 })
        expect(end.usage.requests).toBe(fake.served().total.requests)
      }))

    it('when the model cannot write them, the list of its calls stands there', () =>
      stage({ text: '' }, '- call read_file: {"path":"small.txt"}', async ({ tree, events, perform }) => {
        writeFileSync(join(tree, 'small.txt'), 'small')
        expectAnswered(await perform([]))
        expect(said(events)).toContain('Forge replaced older turns by a summary')
      }))
  })
}
