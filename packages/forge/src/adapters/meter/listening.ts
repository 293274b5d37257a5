/** The HTTP core of the proxy and of the fake server: on loopback, with bounded bodies, closed with all connections. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { failed, success, type Result } from '#model/result.ts'

export interface Listening {
  readonly port: number
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** Lets the process exit while this listens. */
  release(): void
  /** Closes the server and every connection. */
  close(): Promise<void>
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Port 0 takes a free one. A handler that throws ends only its own connection. */
export async function listen(port: number, handle: Handler): Promise<Result<Listening, string>> {
  const answer: RequestListener = (request, response) => {
    response.on('error', () => undefined)
    handle(request, response).catch(() => response.destroy())
  }
  // Agents keep a request open as long as a model thinks; callers set their own deadlines.
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 30_000 }, answer)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  } catch (error) {
    return failed(`127.0.0.1:${port}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`)
  }
  server.on('error', () => undefined)
  const { port: bound } = server.address() as AddressInfo
  return success({
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    release: () => void server.unref(),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  })
}

/** The whole body, or the reason: too large or cut off. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Result<Buffer, 'too-large' | 'cut'>> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > maxBytes) return failed('too-large')
      parts.push(part)
    }
  } catch {
    return failed('cut')
  }
  return success(Buffer.concat(parts))
}

export interface JsonAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

export function sendJson(response: ServerResponse, { status, headers, body }: JsonAnswer): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
