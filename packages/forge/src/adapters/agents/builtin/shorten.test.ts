import type { ModelMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { cutTo, shortened, sizeOf, textOfResult } from './shorten.ts'

const task: ModelMessage = { role: 'user', content: 'do it' }
const turn = (id: string, value: string): ModelMessage[] => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'read_file', input: { path: id } }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: 'read_file', output: { type: 'text', value } }],
  },
]
const results = (messages: readonly ModelMessage[] = []): string[] =>
  messages.flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' ? [textOfResult(part)] : []))
      : [],
  )

describe('a conversation that no longer fits', () => {
  it('loses the middle of its oldest results first, until half of it is gone, and says how much', () => {
    const before = [
      task,
      ...turn('a', 'a'.repeat(9000)),
      ...turn('b', 'b'.repeat(9000)),
      ...turn('c', 'c'.repeat(9000)),
    ]
    const after = shortened(before)
    expect(sizeOf(after ?? [])).toBeLessThan(sizeOf(before) * 0.55)
    const [a = '', b = '', c = ''] = results(after)
    expect(a.replaceAll('a'.repeat(100), '')).toBe(
      '\n[8600 characters left out: the conversation no longer fit into the model. Call the tool again if you need them.]\n',
    )
    expect([b.length > 3000, b.length < 6000, c === 'c'.repeat(9000)]).toEqual([true, true, true])
    expect(after?.filter(({ role }) => role !== 'tool')).toEqual(before.filter(({ role }) => role !== 'tool'))
  })

  it('also loses the middle of the newest result when that is the one that is too long, again and again', () => {
    const once = shortened([task, ...turn('a', 'x'.repeat(100_000))])
    const twice = shortened(once ?? [])
    expect(results(once)[0]?.length).toBeLessThan(51_000)
    expect(results(twice)[0]?.length).toBeLessThan(26_000)
  })

  it('stays as it is where results hold too little for it', () => {
    const words: ModelMessage = { role: 'assistant', content: 'w'.repeat(50_000) }
    expect(shortened([task, words, ...turn('a', 'a'.repeat(5000))])).toBeUndefined()
    expect(shortened([task])).toBeUndefined()
  })

  it('keeps whole what is not longer than what would stay', () => {
    expect(cutTo('abc', 3)).toBe('abc')
    const short = [task, ...turn('a', 'a'.repeat(700)), ...turn('b', 'b'.repeat(9000))]
    expect(results(shortened(short))[0]).toBe('a'.repeat(700))
  })
})
