/** A provider that is spoken to over TLS, end to end: a local server with a certificate of an authority that was made for the test. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask, type IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startMeteringProxy } from '#adapters/meter/index.ts'
import { isMissing } from '../tools.ts'
import { onShop } from '../agents/shop.ts'

interface Certified {
  readonly authority: string
  readonly key: string
  readonly cert: string
}

/** An authority, and a certificate of this machine by it. */
function certify(root: string): Certified {
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', [...args], { cwd: root, stdio: 'ignore' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...curve, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Nobody')
  openssl('req', ...curve, '-keyout', 'own.key', '-out', 'own.csr', '-subj', '/CN=127.0.0.1')
  writeFileSync(join(root, 'own.ext'), 'subjectAltName=IP:127.0.0.1\n')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'own.ext']
  openssl('x509', '-req', '-in', 'own.csr', '-out', 'own.pem', ...signed)
  const text = (name: string): string => readFileSync(join(root, name), 'utf8')
  return { authority: join(root, 'ca.pem'), key: text('own.key'), cert: text('own.pem') }
}

interface Front {
  readonly url: string
  readonly authority: string
  /** Keys that requests came with. */
  readonly keys: string[]
}

/** TLS before a server that speaks plainly. */
async function onSecretLine(target: () => string, body: (front: Front) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'forge-tls-'))
  const { authority, key, cert } = certify(root)
  const keys: string[] = []
  const server = createServer({ key, cert }, (request: IncomingMessage, response) => {
    keys.push(String(request.headers['x-api-key']))
    const onward = ask(
      `${target()}${request.url ?? ''}`,
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await body({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, authority, keys })
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(root, { recursive: true, force: true })
  }
}

describe.skipIf(isMissing('openssl'))('a provider behind TLS', { timeout: 180_000 }, () => {
  it('I-38 a run is driven through it, metered, with the key of the operator on the secret line alone', () => {
    let plain = ''
    return onSecretLine(
      () => plain,
      (front) =>
        onShop(
          {
            turns: 1,
            usage: { input: 40, output: 10 },
            starts: 'a process',
            env: {
              ANTHROPIC_BASE_URL: front.url,
              ANTHROPIC_API_KEY: 'of-the-operator',
              NODE_EXTRA_CA_CERTS: front.authority,
            },
          },
          async ({ forge, fake, merged }) => {
            plain = fake.url
            const ran = await forge(['build', 'a shop', '--yes', '--allow-plan-commands', '--json'])
            expect([ran.exitCode, merged(ran)]).toEqual([0, ['shop']])
            expect(front.keys.length).toBe(fake.served().requests.length)
            expect(new Set(front.keys)).toEqual(new Set(['of-the-operator']))
            const cost = JSON.parse((await forge(['cost', '--json'])).out) as { total: { tokens: number } }
            expect(cost.total.tokens).toBe(50 * front.keys.length)
          },
        ),
    )
  })

  it('T-21 a server whose authority nobody trusts is told nothing', () =>
    onSecretLine(
      () => 'http://127.0.0.1:9',
      async ({ url, keys }) => {
        const proxy = await startMeteringProxy()
        if (!proxy.ok) throw new Error(proxy.failure)
        try {
          const door = proxy.value.open({ upstream: url })
          const answer = await fetch(`${door.baseUrl}/v1/messages`, {
            method: 'POST',
            headers: { 'x-api-key': door.key },
            body: '{"model":"m"}',
          })
          expect([answer.status, keys]).toEqual([502, []])
          expect(await answer.text()).toMatch(/certificate is not trusted .*NODE_EXTRA_CA_CERTS/)
        } finally {
          await proxy.value.close()
        }
      },
    ))
})
