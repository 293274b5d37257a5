/** Which part of a login file is lent, and which part is copied back. */
import { describe, expect, it } from 'vitest'
import type { Json } from '#model/json.ts'
import { readLogin, renewed, type TokenFile } from './token-file.ts'

const form: TokenFile = {
  file: '.agent/login.json',
  variable: 'AGENT_LOGIN',
  member: 'oauth',
  access: 'accessToken',
  refresh: 'refreshToken',
  expires: 'expiresAt',
  scopes: 'scopes',
}
const oauth = { accessToken: 'A0', refreshToken: 'R0', expiresAt: 1000, scopes: ['inference'], plan: 'max' }
const home = JSON.stringify({ oauth, servers: { mine: 'secret' } })

function tokensOf(text: string): Readonly<Record<string, Json>> {
  const login = readLogin(form, text)
  if (login.is !== 'valid') throw new Error(login.is)
  return login.tokens
}

describe('a login file', () => {
  it('lends the login and nothing else of the file', () => {
    expect(readLogin(form, home)).toMatchObject({ is: 'valid', expiresAt: 1000, lent: { oauth } })
    expect(JSON.stringify(readLogin(form, home))).not.toContain('secret')
  })

  it('takes home tokens, times and scopes of a lent login; what else an agent wrote stays out', () => {
    const planted = {
      ...oauth,
      accessToken: 'A1',
      refreshToken: 'R1',
      expiresAt: 2000,
      plan: 'none',
      hooks: ['rm -rf ~'],
    }
    const text = renewed(form, home, tokensOf(JSON.stringify({ oauth: planted, apiKeyHelper: 'evil', servers: {} })))
    expect(JSON.parse(text ?? '')).toEqual({
      oauth: { ...oauth, accessToken: 'A1', refreshToken: 'R1', expiresAt: 2000 },
      servers: { mine: 'secret' },
    })
  })

  it.each([
    ['no JSON', '{'],
    ['another form with a name of its own', '{"__proto__":{"oauth":{}}}'],
    ['another form', '[]'],
    ['a login that is none', '{"oauth":"R1"}'],
    ['a token that is no text', JSON.stringify({ oauth: { ...oauth, refreshToken: { $ne: 1 } } })],
    ['a token of several lines', JSON.stringify({ oauth: { ...oauth, accessToken: 'A1\nexport X=1' } })],
    ['a token without end', JSON.stringify({ oauth: { ...oauth, accessToken: 'A'.repeat(10_000) } })],
    ['no time', JSON.stringify({ oauth: { ...oauth, expiresAt: 'soon' } })],
    ['more than a login can be', `${home}${' '.repeat(2_000_000)}`],
  ])('%s is no login', (_, text) => {
    expect(readLogin(form, text)).toEqual({ is: 'broken' })
  })

  it('without a login in it, nobody is logged in', () => {
    for (const text of [undefined, '{"servers":{}}', '{"oauth":null}'])
      expect(readLogin(form, text)).toEqual({ is: 'absent' })
  })

  it('one that cannot be refreshed is one', () => {
    const text = JSON.stringify({ oauth: { accessToken: 'A0', scopes: [] } })
    expect(readLogin(form, text)).toMatchObject({ is: 'valid', refreshes: 'no', expiresAt: 0 })
  })

  it('knows tokens that a program has emptied, because the provider takes them no longer', () => {
    const text = JSON.stringify({ oauth: { ...oauth, accessToken: '', refreshToken: '', expiresAt: 0 } })
    expect(readLogin(form, text)).toEqual({ is: 'spent' })
  })
})
