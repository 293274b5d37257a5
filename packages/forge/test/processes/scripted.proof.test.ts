/** F-19 in full: every way to exit with every kind of result (bar B9). */
import { describe, expect, it } from 'vitest'
import { exits, results } from './exits.ts'
import { rehearse } from './rehearsal.ts'

describe('F-19 every way to exit with every kind of result', () => {
  for (const [exit, exitSteps, crash] of exits)
    it(`F-19 ${exit}`, () =>
      rehearse(async ({ perform }) => {
        for (const [result, resultSteps, atExitZero] of results) {
          const expected = exit === 'exit 0' ? atExitZero : { end: 'failed', failure: { tag: 'crash', ...crash } }
          expect(await perform([...resultSteps, ...exitSteps]), result).toMatchObject(expected)
        }
      }))
})
