/**
 * Which gates of accounts are the same in all repositories of a user, and what they are called there: accounts of known
 * providers by their name, and `default` by the key in the environment, or else by the user's login. What a rehearsal or a
 * program of one's own is limited by is its own business.
 */
import { hashText } from '#model/digest.ts'
import { keyNamesOf } from '#forge/world/accounts.ts'
import type { Environment } from '#forge/place/places.ts'

export interface SharedLimits {
  /** What others know it by; undefined: it is not shared. */
  outward(gate: string): string | undefined
  /** What it is called here; undefined: it is somebody else's. */
  inward(shared: string): string | undefined
}

export function sharedLimitsOf(env: Environment): SharedLimits {
  const own = (provider: string): string => `${provider}/default-${whoseDefault(provider, env)}`
  return {
    outward(gate) {
      const [provider = '', account] = gate.split('/')
      if (account === undefined || keyNamesOf(provider) === undefined) return undefined
      return account === 'default' ? own(provider) : gate
    },
    inward(shared) {
      const [provider = '', account = ''] = shared.split('/')
      if (keyNamesOf(provider) === undefined) return undefined
      if (shared === own(provider)) return `${provider}/default`
      return /^default-([0-9a-f]{12}|login)$/.test(account) ? undefined : shared
    },
  }
}

function whoseDefault(provider: string, env: Environment): string {
  const key = keyNamesOf(provider)
    ?.map((name) => env[name])
    .find((value) => value !== undefined && value !== '')
  return key === undefined ? 'login' : hashText(`forge account ${key}`).slice(0, 12)
}
