/** Secrets in added lines: every shape is found, and lookalikes are left alone. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Said } from '#messages/said.ts'
import type { Boundary } from '#model/boundary.ts'
import type { AddedLine } from '#model/secret.ts'
import { boundaryFaults, linesToSearch } from './boundary.ts'
import { findSecrets, opensSomething, withoutSecrets } from './secrets.ts'

const refuse: Boundary = { forbidden: [], secrets: 'refuse', secretsAllowedIn: [] }
const lineOf = (text: string, path = 'src/a.ts') => ({ path, line: 7, text })
const faultsIn = (boundary: Boundary, added: readonly AddedLine[]): Said[] =>
  boundaryFaults(findSecrets(linesToSearch(boundary, added)))
const ruleFor = (text: string): string | undefined => findSecrets([lineOf(text)])[0]?.rule

// Assembled here, so that this file holds nothing that looks like a secret.
const put = (...parts: string[]): string => parts.join('')
const drawn = ['q9Zt4', 'mK2xV7', 'bL0sYp', '8RwE3h', 'Jd6uC1n', 'TfG5aOi'].join('')

describe('a secret', () => {
  it.each([
    ['private-key', put('-----BEGIN RSA ', 'PRIVATE KEY-----')],
    ['private-key', put('-----BEGIN OPENSSH ', 'PRIVATE KEY-----')],
    ['private-key', put('const key = "-----BEGIN ', 'PRIVATE KEY-----"')],
    ['aws-access-key', put('id = AKIA', 'QYLPMN5HHHFPZAM2')],
    ['aws-secret-key', put('AWS_SECRET_ACCESS_KEY=', drawn.slice(0, 35), '/Ab+9')],
    ['github-token', put('ghp', `_${drawn}ab`)],
    ['github-token', put('github', `_pat_${drawn}${drawn}`)],
    ['slack-token', put('xoxb', `-${drawn}`)],
    ['slack-token', put('https://hooks.slack', `.com/services/T0AB/B0CD/${drawn}`)],
    ['anthropic-key', put('sk-ant', `-${drawn}`)],
    ['google-key', put('AIza', drawn.slice(0, 35))],
    ['stripe-key', put('sk', `_live_${drawn}`)],
    ['npm-token', put('//registry.example/:_authToken=npm', `_${drawn.slice(0, 36)}`)],
    ['assigned-secret', `apiKey: '${drawn}'`],
    ['assigned-secret', `"client_secret": "${drawn}",`],
    ['assigned-secret', `password = "${'0f3ac9d27b6e8415'.repeat(2)}"`],
  ])('U-28 is found by rule %s', (rule, text) => {
    expect(ruleFor(text)).toBe(rule)
  })

  it('U-28 is found behind one that opens nothing, and far to the right', () => {
    expect(ruleFor(put('ghp', `_${'example'.repeat(6)} ghp`, `_${drawn}ab`))).toBe('github-token')
    expect(ruleFor(`password = "${'example'.repeat(4)}", token = "${drawn}"`)).toBe('assigned-secret')
    expect(ruleFor(put('x'.repeat(100_000), ' ghp', `_${drawn}ab`))).toBe('github-token')
  })

  it.each([
    `const token = process.env['GITHUB_TOKEN']`,
    `password: "correct horse battery staple"`,
    `apiKey: '<your key here>'`,
    `secret: "your_secret_goes_here_please1"`,
    put('id = AKIA', 'IOSFODNN7EXAMPLE'),
    `"token": "\${{ secrets.GITHUB_TOKEN }}"`,
    `tokenEndpoint: "https://login.example.com/oauth2/v2.0/token"`,
    `import { secretsManagerClientFactory1 } from './aws'`,
    `passwordInputTestId = 'password-input-field-on-login-1'`,
    `"integrity": "sha512-${drawn}${drawn}=="`,
    `const hash = '${'0f3ac9d27b6e8415'.repeat(4)}'`,
    `tokens: ["plus", "minus", "times", "divided"]`,
    `api_key = "xxxxxxxxxxxxxxxxxxxxxxxx1"`,
    '',
  ])('U-28 is not seen where there is none: %s', (text) => {
    expect(ruleFor(text)).toBeUndefined()
  })

  it('U-28 is told by its place and its rule, never by its text, and at most twenty of them', () => {
    const [only] = faultsIn(refuse, [lineOf(`apiKey: '${drawn}'`)])
    expect(only).toEqual('src/a.ts:7: looks like a secret (rule assigned-secret); Forge does not commit secrets')
    const many = Array.from({ length: 30 }, (_, index) => lineOf(`apiKey: '${drawn}'`, `f${index}`))
    expect(faultsIn(refuse, many)).toHaveLength(21)
    expect(JSON.stringify(faultsIn(refuse, many))).not.toContain(drawn)
  })

  it('U-28 is one sentence per place, whoever found it', () => {
    const at = lineOf('x')
    const found = ['own', 'other'].map((rule) => ({ at, rule, from: 0, to: 1 }))
    expect(boundaryFaults(found)).toEqual(['src/a.ts:7: looks like a secret (rule own); Forge does not commit secrets'])
  })

  it.each([
    ['a [redacted] b [redacted]', [2, 4, 7, 9]],
    ['a [redacted] b yy', [2, 3, 2, 4]],
    ['[redacted] yy', [0, 6, 2, 4]],
    ['[redacted] b yy', [0, 3, 2, 4]],
    ['a xx b yy', []],
  ])('U-28 is masked where it stands, also under another one: %s', (shown, ends) => {
    const at = lineOf('a xx b yy')
    const found = [0, 2].flatMap((index) => {
      const [from, to] = ends.slice(index)
      return from === undefined || to === undefined ? [] : [{ at, rule: 'r', from, to }]
    })
    expect(withoutSecrets(at.text, found)).toBe(shown)
  })

  it.each([
    ['postgres://app:devpass1@localhost:5432/x', false],
    ['postgres://app:devpass1@127.0.0.1/x', false],
    ['mysql://app:devpass1@db:3306/x', false],
    ['mysql://app:devpass1@db', false],
    [put('postgres://app:', 'k3yOfProd@db.shop.io:5432/x'), true],
    [put('https://bot:', 'k3yOfProd@git.shop.io'), true],
    ['https://bot:k3yOfProd@git.example.com', false],
  ])('U-28 a password opens something unless its address is of this machine: %s', (text, opens) => {
    expect(opensSomething({ at: lineOf(text), rule: 'r', from: 0, to: text.length })).toBe(opens)
  })

  it('U-28 is let be where the configuration says so', () => {
    const added = [lineOf(`apiKey: '${drawn}'`, 'test/fixtures/keys.json')]
    expect(faultsIn({ ...refuse, secretsAllowedIn: ['fixtures/'] }, added)).toEqual([])
    expect(faultsIn({ ...refuse, secretsAllowedIn: ['other/'] }, added)).toHaveLength(1)
    expect(faultsIn({ ...refuse, secrets: 'allow' }, added)).toEqual([])
  })

  it('U-28 words in quotes are never taken for one', () => {
    const word = fc.stringMatching(/^[a-z]{2,9}$/)
    const words = fc.array(word, { minLength: 3, maxLength: 8 }).map((parts) => parts.join('-'))
    fc.assert(
      fc.property(words, (text) => {
        expect(ruleFor(`password: "${text}"`)).toBeUndefined()
      }),
    )
  })
})
