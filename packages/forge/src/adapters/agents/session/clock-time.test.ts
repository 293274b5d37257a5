/** Times of day in the error texts of agents. */
import { expect, it } from 'vitest'
import { waitUntilClock } from './clock-time.ts'

/** 13:00 in Berlin. */
const now = Date.parse('2026-11-16T12:00:00Z')
const hour = 3_600_000

it.each([
  ["You've hit your limit · resets 3pm (Europe/Berlin)", 2 * hour],
  ["You've hit your session limit · resets 3:30pm (UTC)", 3.5 * hour],
  ['Your limit will reset at 11am (UTC).', 23 * hour],
  ["You've hit your weekly limit · resets Nov 18, 12pm (UTC)", 48 * hour],
  ['resets 12am (UTC)', 12 * hour],
  ['resets 12pm (UTC)', 0],
  ['resets 3pm (Nowhere/Land)', undefined],
  ['meet me at 3pm', undefined],
  ['', undefined],
])('%s', (text, waitMs) => {
  expect(waitUntilClock(text, now)).toBe(waitMs)
})

it('a time without a zone is one of this machine', () => {
  const later = new Date(now + 2 * hour)
  const spoken = `${later.getHours() % 12 === 0 ? 12 : later.getHours() % 12}:00 ${later.getHours() < 12 ? 'AM' : 'PM'}`
  expect(waitUntilClock(`You've hit your usage limit. Try again at ${spoken}.`, now)).toBe(2 * hour)
})
