/**
 * Forwards one request: to the provider with the real key, and back byte by byte, read on the way.
 *
 * 1. Resolves exactly once, when nothing of it runs any more, with the usage to count.
 * 2. Ends when the first of these ends: the agent, the provider, the endpoint, or the timeout of a silent provider.
 *    After the agent or endpoint is gone, the proxy keeps reading from the provider briefly: what it served by then
 *    must be counted.
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { keyHeaders, type OpenEndpoint } from './endpoint.ts'
import { sendJson } from './listening.ts'
import { tapResponse, type TapResult, type ResponseTap } from './tap.ts'
import { errorBody } from './refusing.ts'
import type { Wire } from './routes.ts'
import { defined } from '#model/defined.ts'
import type { ProviderFailure } from '#model/provider-failure.ts'
import type { Counted } from './attempt-usage.ts'
import { noTokens } from './tokens.ts'
import { refusedBy } from './waiting.ts'
import { windowsIn } from './windows.ts'

export interface Forwarding {
  readonly door: OpenEndpoint
  /** Undefined: a request without usage, such as a list of models. */
  readonly wire: Wire | undefined
  /** The path below the endpoint, with its query. */
  readonly path: string
  readonly body: Buffer
}

const defaultSilenceMs = 5 * 60_000
const hearOutMs = 2000
const keptErrorBytes = 64 * 1024

/** Hop-by-hop headers, and those that would hide the answer from the meter. */
const dropped = new Set<string>([
  ...keyHeaders,
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'accept-encoding',
  'expect',
  'upgrade',
  'proxy-authorization',
  'proxy-connection',
])

export function forward(from: IncomingMessage, to: ServerResponse, forwarding: Forwarding): Promise<Counted> {
  const { door, wire, body } = forwarding
  return new Promise((resolve) => {
    let heard: ResponseTap | undefined
    let answer: IncomingMessage | undefined
    const outgoing = send(from, forwarding)
    const patience = createPatience(door.request.silenceMs ?? defaultSilenceMs, () => {
      end({ kind: 'hang', text: 'no byte from the provider for too long' })
    })

    let hearing: NodeJS.Timeout | undefined

    function end(trouble?: ProviderFailure): void {
      patience.end()
      clearTimeout(hearing)
      door.underWay.delete(leave)
      if (answer?.complete !== true) {
        outgoing.destroy()
        giveUp(to, wire, trouble)
      }
      resolve(countedOf(heard, answer, trouble))
    }
    const leave = (): void => {
      answer?.unpipe(to).resume()
      to.destroy()
      hearing ??= setTimeout(() => end(), hearOutMs)
    }
    door.underWay.add(leave)
    to.once('close', () => (door.underWay.has(leave) ? leave() : undefined))
    outgoing.on('error', (error) => end({ kind: 'connection', text: error.message }))
    outgoing.once('response', (response) => {
      answer = response
      const status = response.statusCode ?? 502
      const isRefused = status >= 400
      heard = wire === undefined || isRefused ? undefined : tapResponse(wire, response.headers['content-type'] ?? '')
      const beginning = isRefused ? keepBeginning(response) : undefined
      response.on('data', (chunk: Buffer) => {
        door.lastSign = patience.renew()
        heard?.write(chunk)
      })
      // Counted before the agent can see the end of it.
      response.once('end', () => {
        const refused = beginning && refusedBy(status, response.headers, beginning(), Date.now())
        end(refused && { kind: 'refused', ...refused })
      })
      response.on('error', () => end({ kind: 'stream', text: 'the answer broke off' }))
      if (to.destroyed) return
      to.writeHead(status, cleaned(response.headers))
      to.flushHeaders()
      response.pipe(to)
    })
    if (!door.isClosed) return void outgoing.end(body)
    to.destroy()
    end()
  })
}

function send(from: IncomingMessage, { door, path, body }: Forwarding): ClientRequest {
  const { upstream, secret, outward } = door.request
  const target = new URL(`${upstream}${path}`)
  const headers: Record<string, string | string[]> = { 'accept-encoding': 'identity' }
  for (const [name, value] of Object.entries(from.headers))
    if (value !== undefined && !dropped.has(name)) headers[name] = value
  if (secret !== undefined)
    headers[secret.header] = secret.header === 'authorization' ? `Bearer ${secret.key}` : secret.key
  if (from.method !== 'GET') headers['content-length'] = String(body.length)
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  const agent = outward?.(target)
  return request(target, { method: from.method ?? 'GET', headers, ...defined({ agent }) })
}

function cleaned(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const hop = new Set(['connection', 'keep-alive', 'transfer-encoding'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hop.has(name))) as Record<string, string>
}

/** What the agent gets when the provider does not answer: an error in its own wire format, or a cut stream. */
function giveUp(to: ServerResponse, wire: Wire | undefined, trouble: ProviderFailure | undefined): void {
  if (to.destroyed || to.writableEnded) return
  if (to.headersSent || trouble === undefined) return void to.destroy()
  const status = trouble.kind === 'hang' ? 504 : 502
  sendJson(to, { status, body: errorBody(wire, { type: 'api_error', text: `Forge: ${wordsOf(trouble)}`, status }) })
}

function wordsOf(trouble: ProviderFailure): string {
  if (trouble.kind === 'hang') return 'the provider did not answer in time'
  const isUntrusted = 'text' in trouble && /certificate|self-signed/i.test(trouble.text)
  return isUntrusted
    ? `the provider's certificate is not trusted (${trouble.text}); NODE_EXTRA_CA_CERTS names an authority of your own`
    : 'the provider cannot be reached'
}

function keepBeginning(response: IncomingMessage): () => string {
  const parts: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    if (bytes < keptErrorBytes) parts.push(chunk.subarray(0, keptErrorBytes - bytes))
    bytes += chunk.length
  })
  return () => Buffer.concat(parts).toString('utf8')
}

interface Patience {
  /** Returns the time of this byte. */
  renew(): number
  end(): void
}

/** Every byte only stores its time; the timer compares when it fires. */
function createPatience(ms: number, lose: () => void): Patience {
  let last = performance.now()
  let timer = setTimeout(ring, ms)
  function ring(): void {
    const left = last + ms - performance.now()
    if (left <= 0) lose()
    else timer = setTimeout(ring, left)
  }
  return {
    renew: () => (last = performance.now()),
    end: () => clearTimeout(timer),
  }
}

function countedOf(
  heard: ResponseTap | undefined,
  answer: IncomingMessage | undefined,
  trouble: ProviderFailure | undefined,
): Counted {
  const told = heard?.end()
  const wrong = told === undefined ? undefined : wrongWith(told, answer?.headers['content-type'] ?? '')
  return {
    tokens: { ...noTokens, ...told?.tokens },
    model: told?.model,
    isUnread: told !== undefined && !told.isRead && answer?.complete === true,
    trouble: trouble ?? (wrong === undefined ? undefined : { kind: 'stream', text: wrong }),
    windows: windowsIn(answer?.headers ?? {}),
  }
}

/** An error page of an intermediary, or a late error, has the status of an answer. */
function wrongWith({ error }: TapResult, contentType: string): string | undefined {
  if (error !== undefined) return `an error inside the stream: ${error}`
  const isAnswer = contentType === '' || /^(application\/json|text\/event-stream)/.test(contentType)
  return isAnswer ? undefined : `an answer of the kind ${contentType.slice(0, 100)}`
}
