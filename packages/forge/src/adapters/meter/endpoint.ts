/** The proxy's endpoint for one attempt: its provider, what it may spend, and the usage so far. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Outward } from './outgoing-proxy.ts'
import type { KeyHeader } from './providers.ts'
import type { Allowance } from './admission.ts'
import { emptyTally, type CostOf, type Tally } from './attempt-usage.ts'

export interface EndpointRequest {
  /** The provider's base URL with its version, such as https://api.anthropic.com/v1. */
  readonly upstream: string
  /** The real key and its header; sent to the provider and nowhere else. Absent: the provider needs none. */
  readonly secret?: { readonly key: string; readonly header: KeyHeader }
  /** The outgoing proxy; absent: a direct connection. */
  readonly outward?: Outward
  /** What requests may still use, running ones not subtracted; read before every request. */
  readonly allowance?: () => Allowance
  readonly costOf?: CostOf
  /** Whether models without a price are allowed although money is limited; absent: refused. */
  readonly unpriced?: () => 'allowed' | 'refused'
  /** How long the provider may be silent before a request is given up; default five minutes. */
  readonly silenceMs?: number
  /** Called after every request with figures, and at every limit. Must not throw. */
  readonly onTally?: (tally: Tally) => void
}

export interface MeterEndpoint {
  /** For the agent: the base URL without a version, and a key that is valid only for this endpoint. */
  readonly baseUrl: string
  readonly key: string
  tally(): Tally
  /** Monotonic time of the last byte from the provider, or of the opening. */
  lastSign(): number
  /** Ends running requests; from then on the key is invalid. Returns the final usage, when all of it is counted. */
  close(): Promise<Tally>
}

/** The internal state of an endpoint. */
export interface OpenEndpoint {
  readonly request: EndpointRequest
  readonly id: string
  readonly key: string
  /** Each ends one running request. */
  readonly underWay: Set<() => void>
  /** Requests that are not counted yet. */
  readonly unbooked: Set<Promise<void>>
  isClosed: boolean
  lastSign: number
  tally: Tally
}

export function openEndpoint(request: EndpointRequest): OpenEndpoint {
  const id = randomBytes(9).toString('base64url')
  const key = `forge-${randomBytes(24).toString('base64url')}`
  return {
    request,
    id,
    key,
    underWay: new Set(),
    unbooked: new Set(),
    isClosed: false,
    lastSign: performance.now(),
    tally: emptyTally,
  }
}

export async function closeEndpoint(door: OpenEndpoint): Promise<Tally> {
  door.isClosed = true
  for (const end of door.underWay) end()
  await Promise.all(door.unbooked)
  return door.tally
}

/** The headers that carry a key in any dialect; the proxy forwards none of them. */
export const keyHeaders = ['x-api-key', 'x-goog-api-key', 'authorization'] as const

export function opens({ key }: OpenEndpoint, { headers, url }: IncomingMessage): boolean {
  const given = [
    headers['x-api-key'],
    headers['x-goog-api-key'],
    headers.authorization?.replace(/^Bearer /i, ''),
    new URL(url ?? '/', 'http://127.0.0.1').searchParams.get('key') ?? undefined,
  ]
  return given.some((word) => typeof word === 'string' && isSame(word, key))
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
