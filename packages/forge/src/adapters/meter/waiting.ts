/** How long a provider asks to wait, and whether it is a limit at all: from status, headers and the error's own words. */
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { kindOfError, type ProviderError } from '#model/provider-error.ts'
import type { Refused } from '#model/provider-trouble.ts'

const ErrorBody = z.object({
  error: z.object({
    type: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
    status: z.string().nullish(),
    message: z.string().nullish(),
    details: z.array(z.looseObject({})).nullish(),
    resets_in_seconds: z.number().nullish(),
  }),
})

const quotaWords = /insufficient_quota|billing|credit|quota_exceeded|usage_limit/

/** `text` is the beginning of the body. */
export function refusedBy(status: number, headers: IncomingHttpHeaders, text: string, now: number): Refused {
  const body = ErrorBody.safeParse(parsed(text)).data?.error
  const type = String(body?.type ?? body?.status ?? body?.code ?? '')
  const words = `${type} ${body?.code ?? ''}`
  const isSpent = status === 429 && headers['anthropic-ratelimit-unified-status'] === 'rejected'
  const isQuota = status === 402 || isSpent || ((status === 429 || status === 403) && quotaWords.test(words))
  const isRate = status === 429 || status === 529
  return {
    status,
    type,
    ...blockerOf(body),
    limit: isQuota ? 'quota' : isRate ? 'rate' : undefined,
    retryAfterMs:
      (isSpent ? untilReset(headers, now) : undefined) ??
      waitOf(headers, now) ??
      geminiWait(body?.details ?? []) ??
      (typeof body?.resets_in_seconds === 'number' ? bounded(body.resets_in_seconds * 1000) : undefined),
  }
}

function blockerOf(body: ProviderError | undefined): Pick<Refused, 'blocker'> {
  const kind = kindOfError(body ?? {})
  return kind === 'overflow' || kind === 'refusal' ? { blocker: kind } : {}
}

/** A subscription that has nothing left says when it has again. */
function untilReset(headers: IncomingHttpHeaders, now: number): number | undefined {
  const seconds = Number(headers['anthropic-ratelimit-unified-reset'] ?? Number.NaN)
  return Number.isFinite(seconds) ? bounded(seconds * 1000 - now) : undefined
}

function waitOf(headers: IncomingHttpHeaders, now: number): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(exact)) return bounded(exact)
  const written = headers['retry-after']
  if (written === undefined) return undefined
  const seconds = Number(written)
  if (Number.isFinite(seconds)) return bounded(seconds * 1000)
  const at = Date.parse(written)
  return Number.isNaN(at) ? undefined : bounded(at - now)
}

/** Gemini says it in the details of its error, as `"12s"`. */
function geminiWait(details: readonly Readonly<Record<string, unknown>>[]): number | undefined {
  for (const { retryDelay } of details) {
    const seconds = typeof retryDelay === 'string' ? Number.parseFloat(retryDelay) : Number.NaN
    if (Number.isFinite(seconds)) return bounded(seconds * 1000)
  }
  return undefined
}

/** Nobody waits for longer than a month, whatever a header says. */
function bounded(ms: number): number {
  return Math.round(Math.min(Math.max(ms, 0), 31 * 24 * 3_600_000))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
