import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, secretsIn } from './redact.ts'

const key = (name: string): string =>
  `-----BEGIN ${name}PRIVATE KEY-----\n${'MIIEvQIBADANBgkq'.repeat(4)}\n${'hkiG9w0BAQEFAASC'.repeat(4)}==\n-----END ${name}PRIVATE KEY-----`

/** One secret of each class, as a program would print it; none is real. */
const canaries: Readonly<Record<string, string>> = {
  anthropic: `sk-ant-api03-${'Zx9'.repeat(20)}`,
  openai: `sk-proj-${'Qw8'.repeat(16)}`,
  github: `ghp_${'aB3d'.repeat(9)}`,
  fineGrained: `github_pat_${'11AB_'.repeat(10)}`,
  gitlab: `glpat-${'x1Y2'.repeat(5)}`,
  npm: `npm_${'k9Lm'.repeat(9)}`,
  slack: 'xoxb-1234567890-abcdefghij',
  aws: 'AKIAIOSFODNN7EXAMPLE',
  google: `AIza${'Sy9'.repeat(11)}ab`,
  stripe: `sk_live_${'4eC3'.repeat(6)}`,
  token: `eyJ${'hbGci'.repeat(6)}.eyJ${'zdWIi'.repeat(6)}.${'SflKx'.repeat(8)}`,
  docker: `dckr_pat_${'aB3dE5gH7'.repeat(3)}`,
  vault: `hvs.${'aB3dE5gH7'.repeat(11)}`,
  huggingFace: `hf_${'aBcDeFgHiJkLmNoPq'.repeat(2)}`,
  privateKey: key('RSA '),
  header: `authorization: Bearer ${'t0k3n.'.repeat(5)}end`,
  address: 'postgres://app:hunter2hunter2@db.example/shop',
  named: 'ACME_API_KEY=9f3K2pQx7Lm4Vz8Rt1Wc',
  namedInJson: '{"client_secret": "b7e2-41c09aD3f86e5-7720"}',
}
const secretOf: Readonly<Record<string, string>> = {
  privateKey: 'MIIEvQIBADANBgkq',
  header: 't0k3n.',
  address: 'hunter2hunter2',
  named: '9f3K2pQx7Lm4Vz8Rt1Wc',
  namedInJson: 'b7e2-41c09aD3f86e5-7720',
}
const known = ['plain-and-unremarkable value', 'zwölf Ключ "quoted"\nlines', key('')]

function streamed(text: Uint8Array, cuts: readonly number[]): Buffer {
  const stream = createRedactor(known).stream()
  const sorted = [...new Set(cuts)].toSorted((one, other) => one - other)
  const kept = [0, ...sorted].map((from, index) => Buffer.from(stream.write(text.subarray(from, sorted[index]))))
  return Buffer.concat([...kept, Buffer.from(stream.end())])
}

describe('T-21 I-38 secrets', () => {
  it.each(Object.entries(canaries))(
    'B12 of the class %s go by their shape, what is around them stays',
    (name, canary) => {
      const text = createRedactor([]).text(`before ${canary} after`)
      expect(text).not.toContain(secretOf[name] ?? canary)
      expect(text).toMatch(/^before .*\[redacted\].* after$/s)
    },
  )

  it.each(Object.entries(canaries).filter(([name]) => secretOf[name] === undefined))(
    'B12 of the class %s go where they are joined to a name by - or _',
    (_, canary) => {
      for (const joint of ['-', '_'])
        expect(createRedactor([]).text(`x${joint}${canary}.txt`)).toBe(`x${joint}[redacted].txt`)
    },
  )

  it.each(Object.entries(canaries))('B12 of the class %s go at the start of a line inside JSON too', (name, canary) => {
    const secret = JSON.stringify(secretOf[name] ?? canary).slice(1, -1)
    for (const line of [
      JSON.stringify({ text: `a\n${canary}` }),
      JSON.stringify(JSON.stringify({ text: `a\n${canary}` })),
    ])
      expect(createRedactor([]).text(line)).not.toContain(secret)
  })

  it('B12 known values go in every form in which they are printed', () => {
    const redactor = createRedactor(known)
    for (const secret of known)
      for (const form of [
        secret,
        JSON.stringify(secret),
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64'),
        Buffer.from(secret).toString('base64url'),
      ])
        expect(redactor.text(`<${form}>`)).toMatch(/^<"?\[redacted\]=*"?>$/)
  })

  it('I-38 ordinary words, hashes, paths and code stay', () => {
    const text =
      'task-list sk-1 eyJ.no ask-for-permission-when-needed AKIA https://example.org:8080/a@b user@host ' +
      'da39a3ee5e6b4b0d3255bfef95601890afd80709 const key = process.env.API_KEY; -----BEGIN CERTIFICATE----- ' +
      'token: src/adapters/agents/session/token2.ts, secret = this-is-the-name-of-a-setting, tokens: 12345678901234567890123'
    expect(createRedactor(known).text(text)).toBe(text)
  })

  it('I-38 a stream gives the same however its bytes are cut, and never a secret', () => {
    const piece = fc.oneof(
      fc.constantFrom(...Object.values(canaries), ...known),
      fc.constantFrom('\n', ' ', '\r\n', 'é', '💥', '-----BEGIN ', 'sk-', 'Bearer '),
      fc.string({ maxLength: 30 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(4000), { maxLength: 20 }), (pieces, cuts) => {
        const text = pieces.join(' ')
        const bytes = Buffer.from(text)
        const whole = createRedactor(known).text(text)
        expect(
          streamed(
            bytes,
            cuts.filter((cut) => cut < bytes.length),
          ).toString(),
        ).toBe(whole)
        for (const [name, canary] of Object.entries(canaries)) {
          const secret = secretOf[name] ?? canary
          if (pieces.includes(canary)) expect(whole).not.toContain(secret)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('I-38 byte by byte, across more than is held back', () => {
    const filler = 'x'.repeat(20_000)
    const text = `${filler}${canaries['github'] ?? ''}\n${filler} ${canaries['privateKey'] ?? ''} ${filler}`
    const bytes = Buffer.from(text)
    const cuts = Array.from({ length: Math.floor(bytes.length / 7) }, (_, index) => index * 7)
    expect(streamed(bytes, cuts).toString()).toBe(createRedactor(known).text(text))
  })

  it('I-34 what is held back is bounded, and whole lines are let go at once', () => {
    const stream = createRedactor([]).stream()
    expect(Buffer.from(stream.write(Buffer.from('a line\nhalf'))).toString()).toBe('a line\n')
    let out = 0
    for (let piece = 0; piece < 200; piece += 1) out += stream.write(Buffer.alloc(1000, 'x')).length
    expect(200_000 - out).toBeLessThan(40_000)
  })

  it('bytes that are no text stay as they are', () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256))
    expect(streamed(bytes, [3, 100, 255])).toEqual(bytes)
  })

  it('T-21 variables are secret by their names', () => {
    const env = { ANTHROPIC_API_KEY: 'a', GH_TOKEN: 'b', DB_PASSWORD: 'c', HOME: 'd', PATH: 'e', LANG: undefined }
    expect(secretsIn(env)).toEqual(['a', 'b', 'c'])
  })
})
