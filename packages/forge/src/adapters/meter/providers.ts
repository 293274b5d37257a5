/** Providers as data: the address of each dialect, and the variables of the user's environment that change it. */

/** The wire format of a provider; `openai` covers every compatible one. */
export type Dialect = 'anthropic' | 'openai' | 'gemini'

/** The header of the key. */
export type KeyHeader = 'x-api-key' | 'x-goog-api-key' | 'authorization'

interface Provider {
  readonly home: string
  /** Variables that may hold the key, preferred first, and its header. */
  readonly keys: readonly { readonly name: string; readonly header: KeyHeader }[]
  /** Variables that may hold another address, preferred first. */
  readonly addresses: readonly string[]
  /** The version segment of every path. */
  readonly version: string
}

export const providers: Readonly<Record<Dialect, Provider>> = {
  anthropic: {
    home: 'https://api.anthropic.com',
    keys: [
      { name: 'ANTHROPIC_API_KEY', header: 'x-api-key' },
      // Gateways of companies need a token instead.
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

/** Completes an address that users write with or without its version; the proxy needs the version. */
export function upstreamOf(dialect: Dialect, written: string = providers[dialect].home): string {
  const base = written.replace(/\/+$/, '')
  return /\/v\d\w*$/.test(base) ? base : `${base}${providers[dialect].version}`
}
