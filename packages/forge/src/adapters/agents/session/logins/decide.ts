/**
 * In which direction tokens are copied between the user's own login and the copy lent to agents. Pure.
 *
 * 1. A change of one side since both were equal is copied to the other.
 * 2. If both changed, the tokens that expire later are the newer ones; older ones never replace them.
 * 3. After a logout of the user nothing is copied back.
 */
import type { Login } from './token-file.ts'

export interface Sides {
  /** The user's own. */
  readonly home: Login
  /** The copy that agents use. */
  readonly lent: Login
  /** The hash of the tokens when both sides were last equal. */
  readonly agreed: string | undefined
  readonly now: number
}

export type LoginStep = 'none' | 'lend' | 'bring home' | 'withdraw'

/** No provider's tokens last longer; without this bound, an agent that claims a later expiry would win for ever. */
const longestMs = 400 * 24 * 60 * 60 * 1000

export function decideLogin({ home, lent, agreed, now }: Sides): LoginStep {
  const isTheirs = lent.is === 'valid' && lent.refreshes === 'yes' && lent.expiresAt <= now + longestMs
  switch (home.is) {
    case 'broken':
      return 'none'
    case 'absent':
      return lent.is === 'absent' ? 'none' : 'withdraw'
    case 'spent':
      // The user's own program was late: an agent had already refreshed the tokens it asked for.
      if (isTheirs && lent.hash !== agreed) return 'bring home'
      return lent.is === 'valid' ? 'withdraw' : 'none'
    case 'valid':
      // The provider rejected these tokens already: lending them again would only be rejected again.
      if (lent.is === 'spent') return home.hash === agreed ? 'none' : 'lend'
      if (lent.is === 'valid' && lent.hash === home.hash) return 'none'
      if (!isTheirs) return 'lend'
      return lent.hash !== agreed && lent.expiresAt > home.expiresAt ? 'bring home' : 'lend'
    default:
      return home satisfies never
  }
}
