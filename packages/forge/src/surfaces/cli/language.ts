/** The user's language: from the flag, the variable, the configuration or the locale; English where none is known. */
import { openForge, type ForgeEnvironment } from '#forge.ts'
import { languages, type Language } from '#messages/language.ts'
import { languageOfLocale } from '#surfaces/operations/text/language.ts'

export interface CallerProcess {
  readonly args: readonly string[]
  readonly terminal: { readonly env: Readonly<Record<string, string | undefined>> }
  readonly surroundings: ForgeEnvironment
}

export async function languageOf({ args, terminal: { env }, surroundings }: CallerProcess): Promise<Language> {
  if (args.includes('--json')) return 'en'
  const named = flagIn(args) ?? languageNamed(env['FORGE_LANG'])
  if (named !== undefined) return named
  const forge = openForge(surroundings)
  // Most configurations do not set it; only those that do are parsed for it.
  const config = forge.mentions('language') ? await forge.config() : undefined
  const configured = config?.ok === true ? config.value.settings.language : undefined
  const locale = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value !== undefined && value !== '')
  return configured ?? languageOfLocale(locale) ?? 'en'
}

export function flagIn(args: readonly string[]): Language | undefined {
  const at = args.indexOf('--lang')
  return languageNamed(at < 0 ? args.find((arg) => arg.startsWith('--lang='))?.slice('--lang='.length) : args[at + 1])
}

export function languageNamed(word: string | undefined): Language | undefined {
  return languages.find((language) => language === word)
}
