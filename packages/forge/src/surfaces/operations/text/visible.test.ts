import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSanitiser, visible, visibleLine } from './visible.ts'

/** Characters that a terminal must never receive. */
// oxlint-disable-next-line no-control-regex -- exactly these are looked for
const forbidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/

const corpus: readonly (readonly [name: string, text: string, shown: string])[] = [
  ['colour', 'a\u001B[31mred\u001B[0mb', 'aredb'],
  ['screen clear', 'x\u001B[2J\u001B[Hy', 'xy'],
  ['window title', 'a\u001B]0;title\u0007b', 'ab'],
  ['hyperlink (OSC 8)', '\u001B]8;;http://evil\u001B\\text\u001B]8;;\u001B\\', 'text'],
  ['clipboard (OSC 52)', 'a\u001B]52;c;ZXZpbA==\u0007b', 'ab'],
  ['DCS', 'a\u001BP1$r\u001B\\b', 'ab'],
  ['APC', 'a\u001B_payload\u001B\\b', 'ab'],
  ['PM', 'a\u001B^payload\u001B\\b', 'ab'],
  ['C1 CSI', 'a\u009B31mb', 'ab'],
  ['C1 OSC with C1 ST', 'a\u009D0;t\u009Cb', 'ab'],
  ['full reset', 'a\u001Bcb', 'ab'],
  ['character set', 'a\u001B(0b', 'ab'],
  ['an escape inside an escape', 'a\u001B[\u001B[31mb', 'ab'],
  ['backspaces', 'rm\b\bls', 'rmls'],
  ['carriage return', 'safe\rrm -rf', 'saferm -rf'],
  ['bell and NUL', 'a\u0007\u0000b', 'ab'],
  ['bidi override', 'a\u202Eb', 'a\\u{202E}b'],
  ['bidi isolate', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
  ['zero width space', 'a\u200Bb', 'a\\u{200B}b'],
  ['byte order mark', '\uFEFFa', '\\u{FEFF}a'],
  ['line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['tag characters', '\u{E0041}', '\\u{E0041}'],
  ['soft hyphen', 'a\u00ADb', 'a\\u{AD}b'],
  ['half a character', 'a\uD83D', 'a\\u{D83D}'],
  ['what is harmless', 'Grüße, 你好, 🙂\n\tdone', 'Grüße, 你好, 🙂\n\tdone'],
  ['a sequence that breaks off at a line', 'a\u001B[31\nb', 'a\nb'],
]

const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u001B', '\u001B[', '\u001B]52;c;', '\u009B', '\u0007', '\u001B\\', '\u202E', '\u200B', '\n', 'm'),
    fc.constantFrom(...corpus.map(([, text]) => text)),
  ),
  { maxLength: 12 },
)

describe('text of strangers', () => {
  it.each(corpus)('T-20 is harmless: %s', (_name, text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it('T-20 has no control character left, whatever it was', () => {
    fc.assert(
      fc.property(pieces, (parts) => !forbidden.test(visible(parts.join('')))),
      { numRuns: 5000 },
    )
  })

  it('T-20 comes out the same however it is cut into chunks', () => {
    const cut = fc.tuple(pieces, fc.array(fc.nat(200), { maxLength: 6 }))
    fc.assert(
      fc.property(cut, ([parts, cuts]) => {
        const text = parts.join('')
        const sanitiser = createSanitiser()
        const at = [0, ...cuts.map((point) => Math.min(point, text.length)), text.length].toSorted((a, b) => a - b)
        const out = at.slice(1).map((end, index) => sanitiser.write(text.slice(at[index], end)))
        expect(out.join('') + sanitiser.end()).toBe(visible(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('T-20 T-31 cannot be swallowed by a text that never ends', () => {
    expect(visible(`\u001B]0;${'x'.repeat(10_000)}\nthe rest`)).toContain('the rest')
  })

  it('is one line where one line is meant', () => {
    expect(visibleLine('a\nb\tc')).toBe('a b c')
  })

  it('is shown as it is a second time', () => {
    fc.assert(fc.property(pieces, (parts) => visible(visible(parts.join(''))) === visible(parts.join(''))))
  })
})
