/** How long a provider asks to wait, for every way of reporting it. */
import { expect, it } from 'vitest'
import { refusedBy } from './waiting.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const epoch = now / 1000
const body = (error: object): string => JSON.stringify({ error })
const quota = { type: 'usage_limit_reached' }

it.each([
  ['retry-after in seconds', { 'retry-after': '20' }, '', 20_000],
  ['retry-after as a date', { 'retry-after': 'Mon, 16 Nov 2026 12:00:20 GMT' }, '', 20_000],
  ['retry-after-ms', { 'retry-after-ms': '1500' }, '', 1500],
  ['RetryInfo of Google', {}, body({ status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '34.5s' }] }), 34_500],
  ['resets_in_seconds of Codex', {}, body({ ...quota, resets_in_seconds: 7200 }), 7_200_000],
  ['resets_at of Codex', {}, body({ ...quota, resets_at: epoch + 90 }), 90_000],
  ['the longest of several', { 'retry-after': '20' }, body({ ...quota, resets_in_seconds: 7200 }), 7_200_000],
  ['a window that is full', { ...window(100, 600) }, body(quota), 600_000],
  ['a window that is not full', { ...window(50, 600) }, body(quota), undefined],
  [
    'the counter that is empty',
    {
      'anthropic-ratelimit-requests-remaining': '40',
      'anthropic-ratelimit-requests-reset': '2026-11-16T12:05:00Z',
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2026-11-16T12:00:30Z',
    },
    '',
    30_000,
  ],
  ['a counter as a duration', { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0s' }, '', 360_000],
  ['a counter in seconds', { 'x-ratelimit-reset': '45' }, '', 45_000],
  ['a counter since the epoch', { 'x-ratelimit-reset': String(epoch + 45) }, '', 45_000],
  ['a named time before counters', { 'retry-after': '20', 'x-ratelimit-reset-tokens': '6m0s' }, '', 20_000],
  ['its text', {}, body({ code: 'rate_limit_exceeded', message: 'Please try again in 1.5s.' }), 1500],
  ['nothing', {}, body({ type: 'rate_limit_error', message: 'too many' }), undefined],
])('I-32 %s', (_, headers: Record<string, string>, text, waitMs) => {
  expect(refusedBy(429, headers, text, now).retryAfterMs).toBe(waitMs)
})

it('I-32 counters that come with every answer say nothing of another trouble', () => {
  expect(refusedBy(500, { 'x-ratelimit-reset': '45' }, '', now).retryAfterMs).toBeUndefined()
})

function window(percent: number, seconds: number): Record<string, string> {
  return {
    'x-codex-primary-window-minutes': '300',
    'x-codex-primary-used-percent': String(percent),
    'x-codex-primary-reset-at': String(epoch + seconds),
  }
}
