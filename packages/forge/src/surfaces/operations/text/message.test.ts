/** One catalogue in two languages: the same messages, the same names in them, and English unless somebody is spoken to. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue, type MessageKey } from '#presets/messages/catalogue.ts'
import { languages } from '#presets/messages/language.ts'
import { refusalsPtBR } from '#presets/messages/pt-BR/refusals.ts'
import { sentencesPtBR } from '#presets/messages/pt-BR/sentences.ts'
import { formats } from './formats.ts'
import { languageOfLocale, speechOf } from './language.ts'
import { english, languageSpoken, recorded, said, speaking, words } from './message.ts'
import { withoutSigns } from './plain.ts'
import { recogniserOf } from './recognise.ts'

const names = (text: string): string[] => [...text.matchAll(/\{(\w+)(?:~|:[^}]*)?\}/g)].map(([, name = '']) => name)
const keys = Object.keys(catalogue) as MessageKey[]
const brazilian = await speechOf('pt-BR')

/** Every code that a refusal in the sources is given. */
function refusalCodes(): string[] {
  const root = join(import.meta.dirname, '../../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path))
  const texts = files.map((path) => readFileSync(join(root, path), 'utf8'))
  const found = texts.flatMap((text) => [...text.matchAll(/efusal\(\s*'([a-z-]+)'/g)].map(([, code = '']) => code))
  return [...new Set(found)].toSorted()
}

describe('the catalogue', () => {
  it.each(languages)('U-25 has every message in %s, with the same names to fill in', (language) => {
    expect(keys.length).toBeGreaterThan(350)
    for (const key of keys) {
      const wanted = [...new Set(names(catalogue[key].en))].toSorted()
      expect([key, [...new Set(names(catalogue[key][language]))].toSorted()]).toEqual([key, wanted])
      expect(catalogue[key][language].trim()).not.toBe('')
    }
  })

  it('U-25 sentences that are kept in English fill in the same in another language', () => {
    const wrong = Object.entries(sentencesPtBR).filter(
      ([one, other]) => [...new Set(names(one))].toSorted().join() !== [...new Set(names(other))].toSorted().join(),
    )
    expect(wrong).toEqual([])
  })

  it('U-25 has a headline for everything that is refused, and for nothing else', () => {
    const codes = refusalCodes()
    expect(codes.length).toBeGreaterThan(60)
    expect(codes.filter((code) => refusalsPtBR[code] === undefined)).toEqual([])
    expect(Object.keys(refusalsPtBR).filter((code) => !codes.includes(code))).toEqual([])
  })

  it('U-25 says it in other words, and keeps commands and keys as they are', () => {
    const same = keys.filter((key) => catalogue[key]['pt-BR'] === catalogue[key].en)
    // What is the same in both has no word of English in it but those that both languages use.
    for (const key of same)
      expect([key, catalogue[key].en.replaceAll(/\{[^}]*\}/g, '')]).toEqual([
        key,
        expect.stringMatching(/^(?!.*\b(the|of|is|and|for|with|no|not|has)\b)[^]{0,12}$/),
      ])
    for (const key of keys) {
      const commands = (text: string): string[] => (text.match(/forge \w+( --[\w-]+)?/g) ?? []).toSorted()
      expect([key, commands(catalogue[key]['pt-BR'])]).toEqual([key, commands(catalogue[key].en)])
    }
  })
})

describe('speaking', () => {
  it('1. U-25 English is spoken outside, another language while lines are made', () => {
    const make = (): string => said('unit.merged', { unit: 'api', title: 'A {unit} of its own' }).text
    expect(make()).toBe('api merged "A {unit} of its own"')
    expect(speaking(brazilian, make)).toBe('api integrada "A {unit} of its own"')
    expect(languageSpoken()).toBe('en')
  })

  it('2. ends with what was made, also when making it threw or it is nested', () => {
    const broken = (): never =>
      speaking(brazilian, () => {
        expect(speaking(english, languageSpoken)).toBe('en')
        expect(languageSpoken()).toBe('pt-BR')
        throw new Error('no')
      })
    expect(broken).toThrow('no')
    expect(languageSpoken()).toBe('en')
  })

  it('U-25 numbers take the form that the rules of the language say', () => {
    const told = (retries: number, total: number): string =>
      words('report.summary', { done: 0, total, retries, money: formats.en.money(0), tokens: 0, minutes: 0.5 })
    expect(told(1, 1)).toBe('0 of 1 unit, 1 retry, $0.00, 0 tokens, 0.5 min of work')
    expect(told(0, 2)).toBe('0 of 2 units, 0 retries, $0.00, 0 tokens, 0.5 min of work')
    expect(speaking(brazilian, () => told(1, 2))).toContain('1 nova tentativa')
    expect(speaking(brazilian, () => told(3, 2))).toMatch(/de 2 unidades, 3 novas tentativas.* 0,5 min/)
  })

  it('U-25 money, decimals and ages are written as people write them', () => {
    expect([formats.en, formats['pt-BR']].map(({ money }) => [money(1_500_000), money(1234)])).toEqual([
      ['$1.50', '$0.0012'],
      ['US$ 1,50', 'US$ 0,0012'],
    ])
    expect([formats.en, formats['pt-BR']].map(({ decimal }) => decimal(0.5, 2))).toEqual(['0.50', '0,50'])
    expect([formats.en, formats['pt-BR']].map(({ ago }) => [ago(30), ago(7200), ago(200_000)])).toEqual([
      ['30 s ago', '2 h ago', '2 days ago'],
      ['há 30 s', 'há 2 h', 'há 2 dias'],
    ])
  })

  it('U-25 knows the language of a locale', () => {
    expect(['pt_BR.UTF-8', 'pt', 'pt-BR', 'en_GB.UTF-8', 'C', 'POSIX'].map(languageOfLocale)).toEqual([
      'pt-BR',
      'pt-BR',
      'pt-BR',
      'en',
      'en',
      'en',
    ])
    expect(['pt_PT.UTF-8', 'de_DE.UTF-8', '', undefined].map(languageOfLocale)).toEqual(Array(4).fill(undefined))
  })
})

describe('what is kept in English', () => {
  const inPortuguese = (text: string): string => speaking(brazilian, () => recorded(text))

  it('1. U-25 is recognised by its own words; of two that fit, the one with more of them is meant', () => {
    const say = recogniserOf([
      ['waits for {unit}', 'espera por {unit}'],
      ['waits for {unit}: one unit at a time', 'espera por {unit}: uma por vez'],
    ])
    expect(say('waits for api: one unit at a time')).toBe('espera por api: uma por vez')
    expect(say('waits for api')).toBe('espera por api')
    expect(say('nobody waits for api')).toBeUndefined()
  })

  it('2. U-25 what has hardly a word of its own stands for single words, or for nothing', () => {
    const say = recogniserOf([
      ['{unit} as {commit}', '{unit} como {commit}'],
      ['{word}: {why~}', '{word}: {why~}'],
    ])
    expect(say('api as 1c2d')).toBe('api como 1c2d')
    expect(say('a poem as a song')).toBeUndefined()
    expect(say('api: anything')).toBeUndefined()
  })

  it('3. U-25 what is filled in stays what it is, unless it is a sentence of Forge too, or money', () => {
    expect(inPortuguese('unit api stopped: the work came back unchanged twice')).toBe(
      'a unidade api parou: o trabalho voltou sem mudanças duas vezes',
    )
    expect(inPortuguese("there is no run 'the first attempt'")).toBe("não existe a execução 'the first attempt'")
    expect(inPortuguese('--max-cost $1.00 is lower than it is now, $2.00')).toBe(
      '--max-cost US$ 1,00 é menor do que é agora, US$ 2,00',
    )
    expect(inPortuguese('What somebody else wrote')).toBe('What somebody else wrote')
    expect(recorded('there are no runs in this repository yet')).toBe('there are no runs in this repository yet')
  })

  it('U-25 a line of several sentences is said in its parts', () => {
    const line = 'reopened 2 times; sent back by review; my own words'
    expect(speaking(brazilian, () => recorded(line))).toBe('reaberta 2 vezes; devolvida por review; my own words')
    expect(recorded(line)).toBe(line)
  })
})

describe('plain text', () => {
  it('S0-38 S0-07 has a word for every sign of Forge and no picture', () => {
    expect(['✓ a', '↻ b', '⚠ c', '✗ d', 'x → y'].map(withoutSigns)).toEqual([
      'OK a',
      'AGAIN b',
      'WARN c',
      'FAIL d',
      'x -> y',
    ])
    expect(withoutSigns('🌱 Engineer 🗻')).toBe('Engineer ')
    const signs = fc.constantFrom('✓', '✗', '↻', '⚠', '⊘', '■', '▸', '▶', '→', '…', '🌿', '🍵', 'word', ' ')
    fc.assert(
      fc.property(fc.array(signs), (parts) => {
        expect(withoutSigns(parts.join(''))).toMatch(/^[\u0020-\u007E]*$/)
      }),
    )
  })
})
