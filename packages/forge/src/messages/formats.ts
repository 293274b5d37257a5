/** Numbers, money and times as people write them, one function each per language. */
import type { Language } from '#messages/language.ts'

export interface Formats {
  readonly number: (value: number) => string
  readonly decimal: (value: number, digits: number) => string
  /** Dollars, from millionths of one. */
  readonly money: (micros: number) => string
  /** Whether it takes the singular. */
  readonly isOne: (count: number) => boolean
}

export const formats: Readonly<Record<Language, Formats>> = { en: english(), 'pt-BR': brazilian() }

function english(): Formats {
  const rules = rulesOf('en')
  return {
    number: String,
    decimal: (value, digits) => value.toFixed(digits),
    money: (micros) => `$${dollars(micros)}`,
    isOne: (count) => rules().select(count) === 'one',
  }
}

function brazilian(): Formats {
  const rules = rulesOf('pt-BR')
  return {
    number: (value) => String(value).replace('.', ','),
    decimal: (value, digits) => value.toFixed(digits).replace('.', ','),
    money: (micros) => `US$ ${dollars(micros).replace('.', ',')}`,
    isOne: (count) => rules().select(count) === 'one',
  }
}

/** Made on first use: most calls count nothing. */
function rulesOf(locale: string): () => Intl.PluralRules {
  let rules: Intl.PluralRules | undefined
  return () => (rules ??= new Intl.PluralRules(locale))
}

/** Cents; less than one cent needs more digits. */
function dollars(micros: number): string {
  return (micros / 1_000_000).toFixed(micros !== 0 && micros < 10_000 ? 4 : 2)
}
