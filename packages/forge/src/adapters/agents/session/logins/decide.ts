/**
 * Which way tokens go between the user's own login and what agents are lent of it. Pure.
 *
 * 1. What one side alone has changed since both were the same goes to the other side.
 * 2. Where both have, the tokens that hold longer are the later ones; older ones never replace them.
 * 3. Who logged out has logged out: nothing comes home then.
 */
import type { Login } from './token-file.ts'

export interface Sides {
  /** The user's own. */
  readonly home: Login
  /** What agents have. */
  readonly lent: Login
  /** The hash of the tokens that both sides had last. */
  readonly agreed: string | undefined
  readonly now: number
}

export type LoginStep = 'none' | 'lend' | 'bring home' | 'withdraw'

/** No provider's tokens hold longer; an agent that says so would be right for ever. */
const longestMs = 400 * 24 * 60 * 60 * 1000

export function decideLogin({ home, lent, agreed, now }: Sides): LoginStep {
  const isTheirs = lent.is === 'valid' && lent.refreshes === 'yes' && lent.expiresAt <= now + longestMs
  switch (home.is) {
    case 'broken':
      return 'none'
    case 'absent':
      return lent.is === 'absent' ? 'none' : 'withdraw'
    case 'spent':
      // The user's own program was late: what it asked for was refreshed by an agent before.
      if (isTheirs && lent.hash !== agreed) return 'bring home'
      return lent.is === 'valid' ? 'withdraw' : 'none'
    case 'valid':
      // The provider told an agent so: lending it the same again would only be told again.
      if (lent.is === 'spent') return home.hash === agreed ? 'none' : 'lend'
      if (lent.is === 'valid' && lent.hash === home.hash) return 'none'
      if (!isTheirs) return 'lend'
      return lent.hash !== agreed && lent.expiresAt > home.expiresAt ? 'bring home' : 'lend'
    default:
      return home satisfies never
  }
}
