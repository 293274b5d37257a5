/** The first start of two at once, between any two steps (bar B5). */
import { expect, it } from 'vitest'
import { startBetween } from './first-start.ts'

it('I-3 F-9 whichever step of the one the other falls between, both have the same journal', async () => {
  const { steps, wrong } = await startBetween(() => true)
  expect(steps).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})
