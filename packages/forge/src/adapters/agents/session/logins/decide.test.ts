/** In which direction tokens are copied, by what changed on which side. */
import { describe, expect, it } from 'vitest'
import { decideLogin } from './decide.ts'
import type { Login } from './token-file.ts'

const now = 1_000_000
const hour = 3_600_000
const absent: Login = { is: 'absent' }
const spent: Login = { is: 'spent' }
const broken: Login = { is: 'broken' }
const tokens = (hash: string, expiresAt: number, refreshes: 'yes' | 'no' = 'yes'): Login => ({
  is: 'valid',
  hash,
  expiresAt,
  refreshes,
  tokens: {},
  lent: {},
})
const first = tokens('first', now)
const refreshed = tokens('refreshed', now + 8 * hour)
const later = tokens('later', now + 9 * hour)

describe('tokens between the user and agents', () => {
  it.each([
    ['you are not logged in', absent, absent, undefined, 'none'],
    ['a first agent is lent the login', first, absent, undefined, 'lend'],
    ['nothing happened', first, first, 'first', 'none'],
    ['an agent refreshed', first, refreshed, 'first', 'bring home'],
    ['an agent refreshed, and nobody knows what both had', first, refreshed, undefined, 'bring home'],
    ['the user refreshed', refreshed, first, 'first', 'lend'],
    ['both refreshed, the agent later', refreshed, later, 'first', 'bring home'],
    ['both refreshed, the user later', later, refreshed, 'first', 'lend'],
    ['an agent has tokens that hold no longer than those it was lent', refreshed, first, 'refreshed', 'lend'],
    ['an agent was told that they are spent', first, spent, 'first', 'none'],
    ['an agent was told so, and the user has logged in again', later, spent, 'first', 'lend'],
    ['the program of the user was told so, because an agent refreshed', spent, refreshed, 'first', 'bring home'],
    ['the program of the user was told so, and agents have the same', spent, first, 'first', 'withdraw'],
    ['both were told so', spent, spent, 'first', 'none'],
    ['the user logged out', absent, first, 'first', 'withdraw'],
    ['the user logged out while an agent refreshed', absent, refreshed, 'first', 'withdraw'],
    ['an agent says that its tokens hold for ever', first, tokens('planted', now * 1e9), 'first', 'lend'],
    ['an agent says so after its user was logged out', spent, tokens('planted', now * 1e9), 'first', 'withdraw'],
    ['an agent removed its file', first, absent, 'first', 'lend'],
    ['an agent broke its file', first, broken, 'first', 'lend'],
    ['the file of the user is being written', broken, refreshed, 'first', 'none'],
    ['an agent lost what refreshes', first, tokens('planted', now + hour, 'no'), 'first', 'lend'],
    ['a login that cannot be refreshed is lent as it is', tokens('short', now, 'no'), absent, undefined, 'lend'],
    ['and stays so', tokens('short', now, 'no'), tokens('short', now, 'no'), 'short', 'none'],
  ] as const)('%s', (...[, home, lent, agreed, step]) => {
    expect(decideLogin({ home, lent, agreed, now })).toBe(step)
  })
})
