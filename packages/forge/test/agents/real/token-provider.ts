/**
 * The provider of a subscription, as Claude Code reaches it: a proxy of the network that ends TLS for its addresses. Tokens are
 * handed out for a short time, and a refresh token is taken once. What is asked with a good token goes on to the fake provider.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls'

export interface TokenProvider {
  /** Of Forge and its agents. */
  readonly env: Readonly<Record<string, string>>
  /** The refresh token that it would take now. */
  readonly token: () => string
  /** How often it refreshed, and how often it was asked with a token that it had taken before. */
  readonly refreshed: () => number
  readonly refused: () => number
  close(): Promise<void>
}

const hosts = ['platform.claude.com', 'api.anthropic.com']
/** Claude Code refreshes what holds less than five minutes: this is refreshed every few seconds. */
const holdsSeconds = 302

export async function startTokenProvider(llm: string, folder: string): Promise<TokenProvider> {
  let round = 0
  let refused = 0
  const access = (): string => `access-${round}`
  const token = (): string => `refresh-${round}`
  const refresh = (asked: string, response: ServerResponse): void => {
    if (asked !== token()) {
      refused += 1
      return answer(response, 400, { error: 'invalid_grant', error_description: 'Refresh token not found or invalid' })
    }
    round += 1
    answer(response, 200, {
      access_token: access(),
      refresh_token: token(),
      expires_in: holdsSeconds,
      scope: 'user:inference user:profile',
      token_type: 'Bearer',
    })
  }
  const serve = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(asked)
    if (asked.url === '/v1/oauth/token')
      return refresh((JSON.parse(body.toString()) as { refresh_token: string }).refresh_token, response)
    if (asked.url?.startsWith('/v1/messages') !== true) return answer(response, 404, {})
    // What was good a moment ago stays good for a request that is on its way.
    if (!/^Bearer access-[1-9]/u.test(asked.headers.authorization ?? ''))
      return answer(response, 401, { type: 'error', error: { type: 'authentication_error', message: 'expired' } })
    handOn(llm, asked, body, response)
  }
  const provider = createServer((asked, response) => void serve(asked, response))
  const proxy = proxyBefore(provider, certificateIn(folder))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const ca = join(folder, 'ca.pem')
  return {
    env: { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: ca, SSL_CERT_FILE: ca },
    token,
    refreshed: () => round,
    refused: () => refused,
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function handOn(llm: string, asked: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { host: _, authorization: __, ...headers } = asked.headers
  const onward = request(
    `${llm}${asked.url ?? ''}`,
    { method: asked.method, headers: { ...headers, 'x-api-key': 'fake' } },
    (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(response)
    },
  )
  onward.on('error', () => response.destroy())
  onward.end(body)
}

function proxyBefore(provider: Server, secureContext: SecureContext): Server {
  const proxy = createServer((_, response) => answer(response, 400, {}))
  proxy.on('connect', (_, socket) => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    const tls = new TLSSocket(socket, { isServer: true, secureContext })
    tls.on('error', () => undefined)
    provider.emit('connection', tls)
  })
  return proxy
}

/** An authority of this trial alone, and a certificate of it. */
function certificateIn(folder: string): SecureContext {
  const openssl = (...args: readonly string[]): Buffer => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout']
  openssl('req', '-x509', ...key, 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=forge proof')
  openssl('req', ...key, 'provider.key', '-out', 'provider.csr', '-subj', '/CN=provider')
  const names = hosts.map((host) => `DNS:${host}`).join(',')
  writeFileSync(join(folder, 'provider.ext'), `subjectAltName=${names}\nbasicConstraints=CA:FALSE\n`)
  const signed = ['-in', 'provider.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-out', 'provider.pem']
  openssl('x509', '-req', ...signed, '-days', '2', '-extfile', 'provider.ext')
  return createSecureContext({
    key: readFileSync(join(folder, 'provider.key')),
    cert: readFileSync(join(folder, 'provider.pem')),
  })
}
