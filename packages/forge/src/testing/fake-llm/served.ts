/** What the fake server has served, to compare with booked usage. Bounded: old requests are only in the sums. */
import type { Wire } from '#adapters/meter/routes.ts'
import { addTokens, noTokens, type Tokens } from '#adapters/meter/tokens.ts'

export interface Served {
  readonly number: number
  readonly wire: Wire
  readonly worker: string
  readonly model: string
  /** The rule or directive, and which of its steps. */
  readonly rule: string
  readonly turn: number
  /** The status that was sent; 0 when the connection was closed without one. */
  readonly status: number
  /** `answered`, or the injected fault. */
  readonly how: string
  /** The figures that were sent. */
  readonly tokens: Tokens
}

export interface ServedSum {
  readonly requests: number
  readonly tokens: Tokens
}

export interface ServedBook {
  readonly total: ServedSum
  readonly workers: Readonly<Record<string, ServedSum>>
  /** The newest last. */
  readonly requests: readonly Served[]
}

export interface Books {
  enter(served: Omit<Served, 'number'>): Served
  read(): ServedBook
}

const keptRequests = 1000
const keptWorkers = 1000
const nothing: ServedSum = { requests: 0, tokens: noTokens }

export function createBooks(): Books {
  const requests: Served[] = []
  const workers = new Map<string, ServedSum>()
  let total = nothing
  return {
    enter(entry) {
      const served = { number: total.requests + 1, ...entry }
      total = plus(total, served)
      requests.push(served)
      if (requests.length > keptRequests) requests.shift()
      if (workers.has(served.worker) || workers.size < keptWorkers)
        workers.set(served.worker, plus(workers.get(served.worker) ?? nothing, served))
      return served
    },
    read: () => ({ total, workers: Object.fromEntries(workers), requests: [...requests] }),
  }
}

function plus({ requests, tokens }: ServedSum, served: Served): ServedSum {
  return { requests: requests + 1, tokens: addTokens(tokens, served.tokens) }
}
