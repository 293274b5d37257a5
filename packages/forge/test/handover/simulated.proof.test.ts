/** Bar B16: many simulated runs before the auditor. */
import { expect, it } from 'vitest'
import { auditSchedules } from './audited.ts'

it('B16 finds nothing in 500 schedules with crashes and faults', async () => {
  const { entries, wrong } = await auditSchedules(500)
  console.log(`bar: 500 schedules, ${entries} entries, ${wrong.length} of them found wrong`)
  expect(wrong).toEqual([])
  expect(entries).toBeGreaterThan(20_000)
})
