/** Times in the error texts of providers and agents. */
import { expect, it } from 'vitest'
import { waitInText } from './wait-in-text.ts'

/** 2026-11-16 12:00:00Z */
const now = 1_794_830_400_000
const minute = 60_000
const hour = 60 * minute

it.each([
  ['Rate limit reached for gpt-5.5. Please try again in 6m0s. Visit …', 6 * minute],
  ['Please try again in 1.898s.', 1898],
  ['try again in 120ms', 120],
  ["You've hit your usage limit. Try again in 2 days 3 hours 5 minutes.", 51 * hour + 5 * minute],
  ['Please retry after 20 seconds.', 20_000],
  ['Please retry in 34.5s.', 34_500],
  ['Your limit resets in about 3 hours', 3 * hour],
  ['{"error":{"type":"usage_limit_reached","resets_in_seconds":7200}}', 2 * hour],
  ['{"error":{"type":"usage_limit_reached","resets_at":1794834000}}', hour],
  ['{"retryDelay":"34s"}', 34_000],
  ['retry-after: 20', 20_000],
  ['retry-after-ms: 1500', 1500],
  ['Claude AI usage limit reached|1794834000', hour],
  ['You may try again at 2026-11-16T13:00:00Z', hour],
  ['limit resets at 2026-11-16 14:30+02:00', 30 * minute],
  ['it was over at 2026-11-16T11:00:00Z', 0],
  ['Quota exceeded. Check your plan and billing details.', undefined],
  ['I tried again 3 files later', undefined],
  ['Limit 30000, Used 29000, Requested 2000', undefined],
  ['', undefined],
])('%s', (text, waitMs) => {
  expect(waitInText(text, now)).toBe(waitMs)
})
