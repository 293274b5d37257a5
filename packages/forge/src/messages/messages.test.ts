/** The messages of both languages: the same codes, the same names in them, and foreign text shown as it is. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { english, type MessageKey } from '#messages/en.ts'
import { formats } from '#messages/formats.ts'
import { languages, type Language } from '#messages/language.ts'
import { brazilian } from '#messages/pt-BR.ts'
import { render } from '#messages/render.ts'
import { isSaid, raw, say, several, truncated, type Said } from '#messages/said.ts'
import { Said as Schema } from '#model/said.ts'

const texts: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en: english, 'pt-BR': brazilian }
const codes = Object.keys(english) as MessageKey[]
const names = (text: string): string[] => [...text.matchAll(/\{(\w+)(?::[^}]*)?\}/g)].map(([, name = '']) => name)

/** Any text from outside Forge, including text that looks like a message of Forge. */
const foreign = fc.oneof(
  fc.string(),
  fc.constantFrom(...codes.map((code) => english[code])),
  fc.constantFrom('{unit}', '{count: # a | # b}', 'run.paused', 'a, b, c; d', '$1.00', '$&'),
)

describe('the catalogue', () => {
  it.each(languages)('U-25 has every message in %s, with the same names to fill in', (language) => {
    expect(codes.length).toBeGreaterThan(1000)
    for (const code of codes) {
      const wanted = [...new Set(names(english[code]))].toSorted()
      expect([code, [...new Set(names(texts[language][code]))].toSorted()]).toEqual([code, wanted])
      expect(texts[language][code].trim()).not.toBe('')
      expect(code).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z0-9-]*$/)
    }
  })

  it('U-25 keeps commands and keys as they are', () => {
    const commands = (text: string): string[] =>
      (text.match(/\bforge (?!on |no |folder)[a-z]\w+( --[\w-]+)?/g) ?? []).toSorted()
    for (const code of codes) expect([code, commands(brazilian[code])]).toEqual([code, commands(english[code])])
  })

  it('U-25 says it in other words where there are words', () => {
    for (const code of codes.filter((one) => brazilian[one] === english[one]))
      expect([code, english[code].replaceAll(/\{[^}]*\}/g, '')]).toEqual([
        code,
        expect.stringMatching(/^(?!.*\b(the|of|is|and|for|with|no|not|has)\b)[^]*$/),
      ])
  })

  it('has no message that nothing says', () => {
    const root = join(import.meta.dirname, '..')
    const sources = globSync('**/*.ts', { cwd: root })
      .filter((path) => !path.startsWith('messages/') && !path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    const beginnings = [...sources.matchAll(/`([a-z]\w*\.[\w-]*)\$\{/g)].map(([, beginning = '']) => beginning)
    const isSaidSomewhere = (code: string): boolean =>
      sources.includes(`'${code}'`) || beginnings.some((beginning) => code.startsWith(beginning))
    expect(codes.filter((code) => !isSaidSomewhere(code))).toEqual([])
  })
})

describe('rendering', () => {
  it('U-25 fills a message in, and a message in it in the same language', () => {
    const stopped = say('state.stopped')
    const said = say('run.skips', { unit: 'api', status: stopped })
    expect(languages.map((language) => render(said, language))).toEqual([
      `; api is ${english['state.stopped']} and is skipped`,
      `; api está ${brazilian['state.stopped']} e fica de fora`,
    ])
  })

  it('U-25 never changes, translates or cuts the text of others', () => {
    fc.assert(
      fc.property(foreign, fc.constantFrom(...languages), (text, language) => {
        expect(render(raw(text), language)).toBe(text)
        const around = render(say('unit.merged', { unit: 'api', title: '' }), language)
        const [before = '', after = ''] = around.split('""')
        expect(render(say('unit.merged', { unit: 'api', title: text }), language)).toBe(`${before}"${text}"${after}`)
        expect(render(several([raw(text), raw(text)], ', '), language)).toBe(`${text}, ${text}`)
      }),
    )
  })

  it('U-25 numbers take the form that the rules of the language say', () => {
    const of = (total: number, language: Language): string => render(say('plan.proposed', { count: total }), language)
    expect([1, 2].map((total) => of(total, 'en'))).toEqual(['plan of 1 unit', 'plan of 2 units'])
    expect([0, 1, 2].map((total) => of(total, 'pt-BR'))).toEqual([
      'plano com 0 unidade',
      'plano com 1 unidade',
      'plano com 2 unidades',
    ])
  })

  it('U-25 money and decimals are written as people write them', () => {
    expect([formats.en, formats['pt-BR']].map(({ money }) => [money(1_500_000), money(1234)])).toEqual([
      ['$1.50', '$0.0012'],
      ['US$ 1,50', 'US$ 0,0012'],
    ])
    const said = say('event.about', { name: '', what: say('money.estimated', { money: { micros: 1_500_000 } }) })
    expect(render(said, 'pt-BR')).toBe(': ~US$ 1,50')
    const decimal = say('event.whatBy', { what: '', name: { decimal: 2, digits: 1 } })
    expect(languages.map((language) => render(decimal, language))).toEqual([' (2.0)', ' (2,0)'])
  })

  it('shows the code of a message that this Forge does not know', () => {
    expect(render({ code: 'run.fromTheFuture' }, 'pt-BR')).toBe('run.fromTheFuture')
  })
})

const said: fc.Arbitrary<Said> = fc.letrec<{ said: Said }>((tie) => ({
  said: fc.oneof(
    { maxDepth: 3 },
    foreign.map(raw),
    fc.record({
      code: fc.constantFrom(...codes),
      with: fc.dictionary(fc.constantFrom('unit', 'why', 'count'), fc.oneof(foreign, fc.integer(), tie('said'))),
    }),
    fc.record({ all: fc.array(tie('said'), { maxLength: 3 }), between: fc.constantFrom('; ', ', ') }),
  ),
})).said

describe('what is said, as data', () => {
  it('is told from other values, and is what its schema takes', () => {
    fc.assert(
      fc.property(said, (one) => {
        expect(isSaid(one)).toBe(true)
        expect(Schema.parse(JSON.parse(JSON.stringify(one)))).toStrictEqual(JSON.parse(JSON.stringify(one)))
      }),
    )
    for (const other of ['text', 7, null, { code: 'no-run', message: '' }, { code: 'x' }, { raw: 1 }, { text: 'a' }])
      expect(isSaid(other)).toBe(false)
  })

  it('is shortened in its texts, and says where', () => {
    fc.assert(
      fc.property(said, fc.integer({ min: 0, max: 100 }), (one, most) => {
        const length = (text: Said): number =>
          'raw' in text
            ? text.raw.length
            : 'all' in text
              ? text.all.reduce((sum, part) => sum + length(part), 0)
              : Object.values(text.with ?? {}).reduce<number>((sum, value) => sum + sizeOf(value, length), 0)
        const short = truncated(one, most)
        expect(length(short)).toBeLessThanOrEqual(Math.max(most, 0))
        if (length(one) <= most) expect(short).toEqual(one)
      }),
    )
    expect(truncated(raw('abcdef'), 4)).toStrictEqual(raw('abc…'))
  })
})

function sizeOf(value: unknown, length: (said: Said) => number): number {
  if (typeof value === 'string') return value.length
  return isSaid(value) ? length(value) : 0
}
