import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dim, type Line } from '#surfaces/operations/text/line.ts'
import { english } from '#surfaces/operations/text/message.ts'
import { widthOf } from '#surfaces/operations/text/width.ts'
import { createScreen } from './screen.ts'
import type { Terminal } from './terminal.ts'

/** A terminal that keeps what was written to it. */
function paper(columns: number, rows: number): Terminal & { readonly written: string[] } {
  const written: string[] = []
  return {
    written,
    env: {},
    stdinIsTerminal: true,
    stdoutIsTerminal: true,
    size: () => ({ columns, rows }),
    out: (text) => void written.push(text),
    error: () => undefined,
    askHidden: () => Promise.resolve(undefined),
    ask: () => Promise.resolve(undefined),
    edit: (text) => Promise.resolve({ ok: true, value: text }),
  }
}

const style = { colour: 'off', reader: 'person', speech: english, signs: 'rich' } as const

describe('a view that is drawn anew', () => {
  it('1. moves up by exactly what it drew, and clears what is left', () => {
    const terminal = paper(20, 10)
    const screen = createScreen(terminal, style)
    screen.draw(['one', 'two', 'three'])
    screen.draw(['one'])
    expect(terminal.written[0]).toBe('\u001B[?25lone\u001B[K\ntwo\u001B[K\nthree\u001B[K\n\u001B[J')
    expect(terminal.written[1]).toBe('\u001B[3A\rone\u001B[K\n\u001B[J')
    screen.close()
  })

  it('1. T-20 is never wider or higher than the terminal and has no escape but its own, whatever the text', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u001B[2J', '\u202E', 'a\nb', '你好', '\r'))
    const line: fc.Arbitrary<Line> = fc.array(fc.oneof(text, text.map(dim)), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.integer({ min: 2, max: 30 }), (lines, columns) => {
        const terminal = paper(columns, 5)
        const screen = createScreen(terminal, style)
        screen.draw(lines)
        screen.close()
        const drawn = (terminal.written[0] ?? '').replace('\u001B[?25l', '').replace('\u001B[J', '').split('\u001B[K\n')
        expect(drawn.length - 1).toBeLessThanOrEqual(4)
        for (const shown of drawn) {
          expect(widthOf(shown)).toBeLessThanOrEqual(columns)
          // oxlint-disable-next-line no-control-regex -- exactly these are looked for
          expect(shown).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E]/)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('2. hides the cursor once and gives it back once', () => {
    const terminal = paper(20, 10)
    const screen = createScreen(terminal, style)
    screen.draw(['one'])
    screen.draw(['two'])
    screen.close()
    screen.close()
    const all = terminal.written.join('')
    expect(all.split('\u001B[?25l')).toHaveLength(2)
    expect(all.split('\u001B[?25h')).toHaveLength(2)
  })
})
