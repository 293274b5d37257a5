/** One catalogue in two languages: the same messages, the same names in them, and nothing of it in what programs read. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageKey } from '#presets/messages/en.ts'
import { commandsPtBR } from '#presets/messages/commands-pt-BR.ts'
import { refusalsPtBR } from '#presets/messages/refusals-pt-BR.ts'
import { operations } from '#surfaces/operations/list.ts'
import { spansOf } from './line.ts'
import { catalogues, inLanguage, languageOfLocale, languages, said } from './message.ts'
import { withoutSigns } from './plain.ts'

const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()
const keys = Object.keys(catalogues.en) as MessageKey[]

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
    expect(Object.keys(catalogues[language]).toSorted()).toEqual(keys.toSorted())
    for (const key of keys) {
      expect([key, names(catalogues[language][key])]).toEqual([key, names(catalogues.en[key])])
      expect(catalogues[language][key].trim()).not.toBe('')
    }
  })

  it('U-25 says in every language what each command does, and why something is refused', async () => {
    const groups = operations.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : []))
    const commands = [...operations.map(({ name }) => name), ...groups]
    expect(commands.filter((name) => (commandsPtBR[name] ?? '').trim() === '')).toEqual([])
    expect(Object.keys(commandsPtBR).filter((name) => !commands.includes(name))).toEqual([])
    const codes = refusalCodes()
    expect(codes.length).toBeGreaterThan(60)
    expect(codes.filter((code) => refusalsPtBR[code] === undefined)).toEqual([])
    expect(Object.keys(refusalsPtBR).filter((code) => !codes.includes(code))).toEqual([])
  })

  it('U-25 says most of it in other words, and keeps commands and keys as they are', () => {
    const same = keys.filter((key) => catalogues['pt-BR'][key] === catalogues.en[key])
    // What has no word of a language in it is the same in all of them.
    expect(same.toSorted()).toEqual(['attempt.agent', 'attempt.starts', 'phase.failed', 'run.stopped'])
    for (const key of keys) {
      const commands = (text: string): string[] => text.match(/forge \w+( --[\w-]+)?/g) ?? []
      expect(commands(catalogues['pt-BR'][key])).toEqual(commands(catalogues.en[key]))
    }
  })

  it('U-25 a line is English data until somebody prints it in another language', () => {
    const line = ['x ', said('unit.merged', { unit: 'api', title: 'A {unit} of its own' })]
    const textOf = (language: 'en' | 'pt-BR'): string =>
      spansOf(inLanguage(line, language))
        .map((span) => (typeof span === 'string' ? span : span.text))
        .join('')
    expect(textOf('en')).toBe('x api merged "A {unit} of its own"')
    expect(textOf('pt-BR')).toBe('x api integrada "A {unit} of its own"')
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
