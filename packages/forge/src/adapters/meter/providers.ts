/** Providers as data: where each dialect is at home, and which variables of the user's environment say otherwise. */

/** Which way a provider is spoken to; `openai` covers everything compatible with it. */
export type Dialect = 'anthropic' | 'openai' | 'gemini'

/** How a key is sent. */
export type KeyHeader = 'x-api-key' | 'x-goog-api-key' | 'authorization'

interface Provider {
  readonly home: string
  /** Variables that may hold the key, best first, and how it is sent. */
  readonly keys: readonly { readonly name: string; readonly header: KeyHeader }[]
  /** Variables that may hold another address, best first. */
  readonly addresses: readonly string[]
  /** The version segment that belongs to every path. */
  readonly version: string
}

export const providers: Readonly<Record<Dialect, Provider>> = {
  anthropic: {
    home: 'https://api.anthropic.com',
    keys: [
      { name: 'ANTHROPIC_API_KEY', header: 'x-api-key' },
      // Gateways of companies want a token instead.
      { name: 'ANTHROPIC_AUTH_TOKEN', header: 'authorization' },
    ],
    addresses: ['ANTHROPIC_BASE_URL'],
    version: '/v1',
  },
  openai: {
    home: 'https://api.openai.com',
    keys: [{ name: 'OPENAI_API_KEY', header: 'authorization' }],
    addresses: ['OPENAI_BASE_URL'],
    version: '/v1',
  },
  gemini: {
    home: 'https://generativelanguage.googleapis.com',
    keys: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY'].map((name) => ({
      name,
      header: 'x-goog-api-key',
    })),
    addresses: ['GOOGLE_GEMINI_BASE_URL'],
    version: '/v1beta',
  },
}

/** An address as people write it, with or without its version, as the proxy needs it: with. */
export function upstreamOf(dialect: Dialect, written: string = providers[dialect].home): string {
  const base = written.replace(/\/+$/, '')
  return /\/v\d\w*$/.test(base) ? base : `${base}${providers[dialect].version}`
}
