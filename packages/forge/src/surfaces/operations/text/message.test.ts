/** Messages in the reader's language, English by default. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formats } from '#messages/formats.ts'
import { languageOfLocale, languageSettings } from './language.ts'
import { english, inFormat, styledText, withLanguage, textOf } from './message.ts'
import { withoutSigns } from './plain.ts'

const brazilian = await languageSettings('pt-BR')

describe('speaking', () => {
  it('1. U-25 English is spoken outside, another language while lines are made', () => {
    const make = (): string => styledText('unit.merged', { unit: 'api', title: 'A {unit} of its own' }).text
    expect(make()).toBe('api merged "A {unit} of its own"')
    expect(withLanguage(brazilian, make)).toBe('api integrada "A {unit} of its own"')
    expect(inFormat()).toBe(formats.en)
  })

  it('2. ends with what was made, also when making it threw or it is nested', () => {
    const broken = (): never =>
      withLanguage(brazilian, () => {
        expect(withLanguage(english, inFormat)).toBe(formats.en)
        expect(inFormat()).toBe(formats['pt-BR'])
        throw new Error('no')
      })
    expect(broken).toThrow('no')
    expect(inFormat()).toBe(formats.en)
  })

  it('U-25 numbers take the form that the rules of the language say', () => {
    const told = (retries: number, total: number): string =>
      textOf('report.summary', { done: 0, total, retries, money: { micros: 0 }, tokens: 0, minutes: 0.5 })
    expect(told(1, 1)).toBe('0 of 1 unit, 1 retry, $0.00, 0 tokens, 0.5 min of work')
    expect(told(0, 2)).toBe('0 of 2 units, 0 retries, $0.00, 0 tokens, 0.5 min of work')
    expect(withLanguage(brazilian, () => told(1, 2))).toContain('1 nova tentativa')
    expect(withLanguage(brazilian, () => told(3, 2))).toMatch(/de 2 unidades, 3 novas tentativas.* 0,5 min/)
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
