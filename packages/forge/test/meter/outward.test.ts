/** The way to a provider out of a company's network: through the proxy that the environment names. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { outwardBy, startMeteringProxy } from '#adapters/meter/index.ts'

/** A proxy of a company that remembers what it was asked for, and answers plain requests itself. */
async function onCompanyProxy(body: (url: string, asked: string[]) => Promise<void>): Promise<void> {
  const asked: string[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method} ${request.url}`)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"usage":{"input_tokens":5,"output_tokens":1}}')
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function askThrough(upstream: string, env: Readonly<Record<string, string>>): Promise<number> {
  const proxy = await startMeteringProxy()
  if (!proxy.ok) throw new Error(proxy.failure)
  try {
    const door = proxy.value.open({ upstream, outward: outwardBy(env) })
    const answer = await fetch(`${door.baseUrl}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': door.key },
      body: '{"model":"m"}',
    })
    await answer.text()
    return answer.status
  } finally {
    await proxy.value.close()
  }
}

describe('behind the proxy of a company', { timeout: 30_000 }, () => {
  it('a provider is asked through it', () =>
    onCompanyProxy(async (url, asked) => {
      expect(await askThrough('http://provider.invalid/v1', { HTTP_PROXY: url })).toBe(200)
      expect(asked).toEqual(['POST http://provider.invalid/v1/messages'])
    }))

  it('a provider that is spoken to in secret is connected to through it', () =>
    onCompanyProxy(async (url, asked) => {
      expect(await askThrough('https://provider.invalid/v1', { https_proxy: url })).toBe(502)
      expect(asked).toEqual(['CONNECT provider.invalid:443'])
    }))

  it('this machine and what NO_PROXY names are asked straight', () =>
    onCompanyProxy(async (url, asked) => {
      expect(await askThrough(`${url}/v1`, { HTTP_PROXY: 'http://127.0.0.1:9' })).toBe(200)
      expect(asked).toEqual(['POST /v1/messages'])
      expect(await askThrough('http://provider.invalid/v1', { HTTP_PROXY: url, NO_PROXY: '.invalid' })).toBe(502)
      expect(asked).toHaveLength(1)
    }))
})
