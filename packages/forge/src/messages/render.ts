/** The text of a message in a language. Values are never searched for names: a brace in a user's text stays a brace. */
import { english } from '#messages/en.ts'
import { formats } from '#messages/formats.ts'
import type { Language } from '#messages/language.ts'
import { brazilian } from '#messages/pt-BR.ts'
import type { Said, Value } from '#messages/said.ts'

const texts: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: english, 'pt-BR': brazilian }

export function render(said: Said, language: Language): string {
  if ('raw' in said) return said.raw
  if ('all' in said) return said.all.map((one) => render(one, language)).join(said.between)
  // A message recorded by a newer Forge is still distinguishable by its code.
  const text = texts[language][said.code] ?? said.code
  return filled(text, said.with ?? {}, language)
}

function filled(text: string, values: Readonly<Record<string, Value>>, language: Language): string {
  return text.replaceAll(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, forms: string | undefined) => {
    const value = values[name] ?? ''
    return forms === undefined ? shown(value, language) : plural(Number(value), forms, language)
  })
}

function shown(value: Value, language: Language): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return formats[language].number(value)
  if ('decimal' in value) return formats[language].decimal(value.decimal, value.digits)
  return 'micros' in value ? formats[language].money(value.micros) : render(value, language)
}

/** The plural form for a number: one of `one other` by the rules of the language; `#` is the number. */
function plural(count: number, forms: string, language: Language): string {
  const { isOne, number } = formats[language]
  const [one = '', other = one] = forms.split('|').map((form) => form.trim())
  return (isOne(count) ? one : other).replaceAll('#', number(count))
}
