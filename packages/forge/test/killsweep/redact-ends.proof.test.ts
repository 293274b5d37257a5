/** What `forge redact` leaves when it is killed at two points, in detail; `redact.proof.test.ts` kills it at every point. */
import { expect, it } from 'vitest'
import { sweepRedact } from './redact.ts'

it('T-21 I-3 F-1 a redaction that is killed after its journal was rewritten is finished by the next one, or by a driver', async () => {
  const sample = ['rewriteJournal after redact', 'writeRecord after driver']
  const { before, calm, struck } = await sweepRedact((all) =>
    sample.flatMap((name) => all.find(({ label, moment, by }) => `${label} ${moment} ${by}` === name) ?? []),
  )
  expect(before.holders.map((path) => path.split('/')[0])).toEqual(
    expect.arrayContaining(['blobs', 'journal', 'records', 'transcripts']),
  )
  expect(calm).toMatchObject({ holders: [], isRestKept: false, wrongBlobs: [] })
  expect(calm.runs.map(({ redacted }) => redacted)).toEqual([[expect.any(Number)], [expect.any(Number)], []])
  expect(calm.runs.map(({ violated }) => violated)).toEqual(before.runs.map(({ violated }) => violated))
  expect(calm.runs.flatMap(({ violated }) => violated)).not.toContain('I-3')
  expect(struck).toEqual(struck.map((each) => ({ ...each, struck: 'killed', end: calm })))
  expect(struck).toHaveLength(sample.length)
}, 120_000)
