/** Every step of `forge redact`. */
import { expect, it } from 'vitest'
import { sweepRedact } from './redact.ts'

it('T-21 I-3 F-1 a redaction that is killed anywhere is finished by the next one or by a driver, with the same end', async () => {
  const { labels, calm, struck } = await sweepRedact((all) => all)
  const equal = struck.filter(({ end }) => JSON.stringify(end) === JSON.stringify(calm))
  console.log(`bar: ${labels.length} points, ${struck.length} kills, ${equal.length} equal`)
  expect(calm).toMatchObject({ holders: [], isRestKept: false, wrongBlobs: [] })
  expect(new Set(labels).size).toBe(8)
  expect(new Set(struck.map(({ label, moment }) => `${label} ${moment}`)).size).toBe(16)
  expect(struck.length).toBeGreaterThan(2 * labels.length)
  expect(struck.filter((each) => each.struck === 'lived')).toEqual([])
  expect(struck.filter((each) => !equal.includes(each))).toEqual([])
}, 600_000)
