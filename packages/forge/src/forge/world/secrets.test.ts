/** Which secrets are redacted before anything is written. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentSettingsOf } from '#config/agent-settings.ts'
import { redactorOf, secretsOfFile, secretsOfLogin } from './secrets.ts'

describe('secrets of a program that speaks ACP', () => {
  it.each([
    ['JSON', '{"oauth":{"access_token":"at-0123456789","expires":99,"user":"ada"},"refreshToken" : "rt-0123456789"}'],
    ['YAML', 'user: ada lovelace\naccess_token: at-0123456789\nrefresh-token: "rt-0123456789"\n'],
    ['variables', 'ACCESS_TOKEN=at-0123456789\nREFRESH_TOKEN=rt-0123456789\nNAME=ada-lovelace\n'],
  ])('T-21 are found in a login that is written as %s', (_, text) => {
    expect(secretsOfLogin(text)).toEqual(['at-0123456789', 'rt-0123456789'])
  })

  it.each([
    ['npmrc', '//r.example/:_authToken=at-0123456789\n//s.example/:_authToken=${NPM_TOKEN}\n'],
    ['netrc', 'machine r.example login ada password at-0123456789\n'],
    ['pip.conf', '[global]\nindex-url = https://ada:at-0123456789@r.example/simple\n'],
    ['settings.xml', '<server><id>r</id><username>ada</username><password>at-0123456789</password></server>'],
    ['config.json', '{"auths":{"r.example":{"auth":"at-0123456789"}}}'],
  ])('T-21 are found in a file for setup that is written as %s', (_, text) => {
    expect(secretsOfFile(text)).toEqual(['at-0123456789'])
  })

  it('T-21 what setup is given stands in nothing that is written', () => {
    const home = mkdtempSync(join(tmpdir(), 'forge-secrets-'))
    try {
      writeFileSync(join(home, '.netrc'), 'machine r login ada password file-0123456789')
      const setupPass = { variables: ['SHOP'], files: ['.netrc', '.none'] }
      const redactor = redactorOf({ env: { SHOP: 'plain-0123456789' }, setupPass, home })
      expect(redactor.text('file-0123456789 and plain-0123456789')).not.toMatch(/0123456789/)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })

  it('T-21 in its login and in variables that it alone sees stand in nothing that is written', () => {
    const home = mkdtempSync(join(tmpdir(), 'forge-secrets-'))
    try {
      mkdirSync(join(home, '.my'))
      writeFileSync(join(home, '.my/auth.json'), '{"token":"at-0123456789"}')
      const written = { 'my-agent': { login: ['.my/auth.json', '.my/none'], pass: ['MY_LOGIN'] } }
      const told = agentSettingsOf(written as Parameters<typeof agentSettingsOf>[0])
      const redactor = redactorOf({ env: { MY_LOGIN: 'plain-0123456789' }, told, home })
      expect(redactor.text('at-0123456789 and plain-0123456789')).not.toMatch(/0123456789/)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})
