import { expect, it } from 'vitest'
import type { Event } from '#model/event.ts'
import { sandboxUse } from './sandbox-use.ts'

it('T-4 attempts are counted by how they were really held, not by what was asked for', () => {
  const reported = (report: object): Event =>
    ({ type: 'attempt.reported', at: 1, key: 'r/1/a/work#1', report }) as never
  const events = [
    reported({ kind: 'sandbox', held: 'sandbox', network: 'closed', ports: [4001] }),
    reported({ kind: 'sandbox', held: 'sandbox', network: 'closed' }),
    reported({ kind: 'sandbox', held: 'sandbox', network: 'open' }),
    reported({ kind: 'sandbox', held: 'marker', network: 'open', why: 'none' }),
    reported({ kind: 'recovered', from: 'result-file' }),
  ]
  expect(sandboxUse(events)).toEqual([
    { held: 'sandbox', network: 'closed', attempts: 2 },
    { held: 'sandbox', network: 'open', attempts: 1 },
    { held: 'marker', network: 'open', why: 'none', attempts: 1 },
  ])
})
