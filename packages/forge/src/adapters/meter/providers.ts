/** Providers as data: where each dialect is at home, and which variables of the user's environment say otherwise. */

/** Which way a provider is spoken to; `openai` covers everything compatible with it. */
export type Dialect = 'anthropic' | 'openai' | 'gemini'

interface Provider {
  readonly home: string
  /** Variables that may hold the key and another address, best first. */
  readonly keys: readonly string[]
  readonly addresses: readonly string[]
  /** The version segment that belongs to every path. */
  readonly version: string
  /** How the key is sent. */
  readonly header: 'x-api-key' | 'x-goog-api-key' | 'authorization'
}

export const providers: Readonly<Record<Dialect, Provider>> = {
  anthropic: {
    home: 'https://api.anthropic.com',
    keys: ['ANTHROPIC_API_KEY'],
    addresses: ['ANTHROPIC_BASE_URL'],
    version: '/v1',
    header: 'x-api-key',
  },
  openai: {
    home: 'https://api.openai.com',
    keys: ['OPENAI_API_KEY'],
    addresses: ['OPENAI_BASE_URL'],
    version: '/v1',
    header: 'authorization',
  },
  gemini: {
    home: 'https://generativelanguage.googleapis.com',
    keys: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY'],
    addresses: ['GOOGLE_GEMINI_BASE_URL'],
    version: '/v1beta',
    header: 'x-goog-api-key',
  },
}

/** An address as people write it, with or without its version, as the proxy needs it: with. */
export function upstreamOf(dialect: Dialect, written: string = providers[dialect].home): string {
  const base = written.replace(/\/+$/, '')
  return /\/v\d\w*$/.test(base) ? base : `${base}${providers[dialect].version}`
}
