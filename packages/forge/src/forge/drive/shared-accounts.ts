/**
 * Which account limits are the same in all repositories of a user, and their shared names: accounts of known providers
 * by their name, and `default` by the key in the environment, or else by the user's login. Limits of a rehearsal or of
 * a program of one's own are not shared.
 */
import { hashText } from '#model/digest.ts'
import { keyNamesOf } from '#forge/world/accounts.ts'
import type { Environment } from '#forge/place/places.ts'

export interface SharedLimits {
  /** Its shared name; undefined: it is not shared. */
  outward(gate: string): string | undefined
  /** Its local name; undefined: it belongs to another key or login, or to an unknown provider. */
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
