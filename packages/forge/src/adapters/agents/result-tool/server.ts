/**
 * The result tool of one attempt: an MCP server inside Forge, on loopback, behind a token that only this attempt knows.
 *
 * 1. Without the token the only response is 401; a browser (an Origin, or a Host that is not loopback) is refused
 *    (D10).
 * 2. Bodies are bounded; a connection that stays idle is closed.
 * 3. Closed when the attempt is over: a later answer finds no server.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ResultReading } from '#adapters/agents/session/index.ts'
import { parseStrictJson } from '#adapters/exec/index.ts'
import type { Json } from '#model/json.ts'
import { collectAnswers, type Check } from './answers.ts'
import { answerTo, type Offer } from './protocol.ts'

export interface ResultTool {
  readonly url: string
  readonly token: string
  handed(): ResultReading
  close(): Promise<void>
}

const maxBodyBytes = 8 * 1024 * 1024

export async function openResultTool(schema: Json, check: Check): Promise<ResultTool> {
  const answers = collectAnswers(check)
  const offer: Offer = { schema, take: (answer) => answers.take(answer) }
  const token = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => void serve(request, response, { offer, token }))
  server.requestTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    token,
    handed: () => answers.handed(),
    close: () => closeServer(server),
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { offer, token }: { offer: Offer; token: string },
): Promise<void> {
  const end = (status: number, body?: Json): void => {
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }
  const refusal = refusalOf(request, token)
  if (refusal !== undefined) return end(refusal)
  const body = await readBody(request)
  if (body === undefined) return end(413)
  const message = parseStrictJson(body)
  if (!message.ok) return end(400)
  const messages = Array.isArray(message.value) ? message.value.slice(0, 100) : [message.value]
  const said = messages.map((one) => answerTo(one, offer)).filter((one) => one !== undefined)
  if (said.length === 0) return end(202)
  end(200, Array.isArray(message.value) ? said : said[0])
}

function refusalOf({ headers, method, url }: IncomingMessage, token: string): number | undefined {
  if (!isSame(headers.authorization ?? '', `Bearer ${token}`)) return 401
  if (headers.origin !== undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')) return 403
  if (url !== '/mcp') return 404
  return method === 'POST' ? undefined : 405
}

/** Constant time, however much of it was right. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBodyBytes) return undefined
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).toString('utf8')
}
