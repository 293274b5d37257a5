/** A fetch that waits when the provider asks for it, as long as is acceptable in an attempt, and reports the wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentEvent } from '#model/agent-event.ts'

const maxTries = 5
const firstWaitMs = 1000
/** The engine handles longer waits: the attempt ends and frees its slot. */
const longestWaitMs = 60_000

export function createPatientFetch(say: (event: AgentEvent) => void): typeof globalThis.fetch {
  return async (input, init) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await attempt(input, init)
      const waitMs = waitOf(answer, tries)
      if (waitMs === undefined || tries >= maxTries) {
        if (answer instanceof Response) return answer
        throw answer
      }
      const status = answer instanceof Response ? { status: answer.status } : {}
      if (isLimit(answer)) say({ type: 'rate_limited', ...status, retryAfterMs: waitMs })
      await discard(answer)
      await sleep(waitMs, undefined, init?.signal ? { signal: init.signal } : {})
    }
  }
}

/** An exhausted quota is no rate limit, and waiting does not help: it is reported as a missing payment. */
const quotaWords = /insufficient_quota|billing|quota_exceeded|usage_limit/

async function attempt(...[input, init]: Parameters<typeof fetch>): Promise<Response | Error> {
  try {
    const answer = await fetch(input, init)
    if (answer.status !== 429) return answer
    const { status, headers } = answer
    const text = await answer.text()
    return new Response(text, { status: quotaWords.test(text) ? 402 : status, headers })
  } catch (error) {
    if (init?.signal?.aborted === true) throw error
    return error as Error
  }
}

/** How long to wait before a retry; undefined when waiting does not help, or is too long here. */
function waitOf(answer: Response | Error, tries: number): number | undefined {
  const own = firstWaitMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2)
  if (!(answer instanceof Response)) return Math.round(own)
  if (answer.status !== 408 && answer.status !== 429 && answer.status < 500) return undefined
  const asked = retryAfterOf(answer.headers)
  // A little more than asked, with jitter.
  const wait = Math.round(asked === undefined ? own : asked + Math.random() * 250)
  return wait <= longestWaitMs ? wait : undefined
}

export function retryAfterOf(headers: Pick<Headers, 'get'>): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(exact)) return exact
  const written = headers.get('retry-after')
  if (written === null) return undefined
  const seconds = Number(written)
  if (Number.isFinite(seconds)) return seconds * 1000
  const at = Date.parse(written)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

function isLimit(answer: Response | Error): boolean {
  return answer instanceof Response && (answer.status === 429 || answer.status === 529)
}

async function discard(answer: Response | Error): Promise<void> {
  if (answer instanceof Response) await answer.body?.cancel()
}
