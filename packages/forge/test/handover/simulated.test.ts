/** Simulated runs before the auditor, a few of them; `simulated.proof.test.ts` has many. */
import { expect, it } from 'vitest'
import { auditSchedules } from './audited.ts'

it('B16 finds nothing in 20 schedules with crashes and faults', async () => {
  const { entries, wrong } = await auditSchedules(20)
  expect(wrong).toEqual([])
  expect(entries).toBeGreaterThan(800)
})
