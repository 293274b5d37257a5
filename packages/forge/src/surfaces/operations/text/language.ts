/** The language of a locale, and the settings to speak it. */
import type { Language } from '#messages/language.ts'
import { english, type Speech } from './message.ts'

/** The language of a locale such as `pt_BR.UTF-8`; undefined for one that Forge does not support. */
export function languageOfLocale(locale: string | undefined): Language | undefined {
  if (locale === undefined) return undefined
  const [language = '', country] = locale.split('.')[0]?.split(/[_-]/) ?? []
  if (language.toLowerCase() === 'pt' && (country === undefined || country.toUpperCase() === 'BR')) return 'pt-BR'
  return language.toLowerCase() === 'en' || language === 'C' || language === 'POSIX' ? 'en' : undefined
}

/** Loaded late, because most calls are in English and do not need it. */
export async function languageSettings(language: Language): Promise<Speech> {
  return language === 'en' ? english : (await import('./brazilian.ts')).brazilian
}
