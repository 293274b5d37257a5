/**
 * How long a provider asks to wait, and whether the cause is a limit: from status, headers and the error's text. Of
 * several times in one refusal the longest counts, so that no retry is too early. The headers of every answer that say
 * when each counter is full again count only if the refusal names no time, and its text comes last.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { parseJson } from '#model/parse-json.ts'
import { kindOfError, type ProviderError } from '#model/provider-error.ts'
import type { Refused } from '#model/provider-failure.ts'
import { durationMs, isoMs, waitInText } from '#model/wait-in-text.ts'
import { windowsIn } from './windows.ts'

const ErrorBody = z.object({
  error: z.object({
    type: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
    status: z.string().nullish(),
    message: z.string().nullish(),
    details: z.array(z.looseObject({})).nullish(),
    resets_in_seconds: z.number().nullish(),
    resets_at: z.number().nullish(),
  }),
})

const quotaWords = /insufficient_quota|billing|credit|quota_exceeded|usage_limit/

/** `text` is the start of the body. */
export function refusedBy(status: number, headers: IncomingHttpHeaders, text: string, now: number): Refused {
  const body = ErrorBody.safeParse(parseJson(text)).data?.error
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
      longestOf([
        isSpent ? untilReset(headers, now) : undefined,
        waitOf(headers, now),
        geminiWait(body?.details ?? []),
        bodyWait(body ?? {}, now),
      ]) ??
      (isRate || isQuota ? countersWait(headers, now) : undefined) ??
      textWait(body?.message ?? '', now),
  }
}

function longestOf(waits: readonly (number | undefined)[]): number | undefined {
  const told = waits.filter((wait) => wait !== undefined)
  return told.length === 0 ? undefined : Math.max(...told)
}

/** Codex subscriptions report it in the body. */
function bodyWait(body: z.infer<typeof ErrorBody>['error'] | Record<string, never>, now: number): number | undefined {
  if (typeof body.resets_in_seconds === 'number') return bounded(body.resets_in_seconds * 1000)
  return typeof body.resets_at === 'number' ? bounded(body.resets_at * 1000 - now) : undefined
}

/** When a counter of this account is full again: the exhausted one, or the last of all if none reports what is left. */
function countersWait(headers: IncomingHttpHeaders, now: number): number | undefined {
  const spent = windowsIn(headers).filter(({ percent }) => percent >= 100)
  const windows = spent.map(({ resetsAt }) => (resetsAt === undefined ? undefined : bounded(resetsAt - now)))
  const counters = Object.keys(headers).flatMap((name) => {
    const [, before, after] = /^(anthropic-ratelimit-[\w-]+|x-ratelimit)-reset(-\w+)?$/.exec(name) ?? []
    if (before === undefined || before.startsWith('anthropic-ratelimit-unified')) return []
    return [{ left: headers[`${before}-remaining${after ?? ''}`], wait: resetWait(String(headers[name]), now) }]
  })
  const empty = counters.filter(({ left }) => Number(left ?? Number.NaN) === 0)
  const telling = empty.length > 0 ? empty : counters.filter(({ left }) => left === undefined)
  return longestOf([...windows, ...telling.map(({ wait }) => wait)])
}

/** Written as a duration (`6m0s`), a point in time, seconds since the epoch, or seconds. */
function resetWait(written: string, now: number): number | undefined {
  const figure = Number(written)
  if (Number.isFinite(figure)) return bounded(figure > 1e9 ? figure * 1000 - now : figure * 1000)
  const at = isoMs(written)
  const wait = at === undefined ? durationMs(written) : at - now
  return wait === undefined ? undefined : bounded(wait)
}

function textWait(text: string, now: number): number | undefined {
  const wait = waitInText(text, now)
  return wait === undefined ? undefined : bounded(wait)
}

function blockerOf(body: ProviderError | undefined): Pick<Refused, 'blocker'> {
  const kind = kindOfError(body ?? {})
  return kind === 'overflow' || kind === 'refusal' ? { blocker: kind } : {}
}

/** An exhausted subscription reports when it resets. */
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

/** Gemini reports it in the details of its error, as `"12s"`. */
function geminiWait(details: readonly Readonly<Record<string, unknown>>[]): number | undefined {
  for (const { retryDelay } of details) {
    const seconds = typeof retryDelay === 'string' ? Number.parseFloat(retryDelay) : Number.NaN
    if (Number.isFinite(seconds)) return bounded(seconds * 1000)
  }
  return undefined
}

/** At most a month, whatever a header says. */
function bounded(ms: number): number {
  return Math.round(Math.min(Math.max(ms, 0), 31 * 24 * 3_600_000))
}
