/** One run has one driver, whoever else tries (I-9, F-10). The 200 starts of B13 are a bar of `npm run proof`. */
import { describe, expect, it } from 'vitest'
import { duel, faultOf } from './duel.ts'

describe('two Forges on one run', { timeout: 120_000 }, () => {
  it('B13 D-06 F-10 I-9 start at once, twice: one drives, the other is refused, every agent is started once', async () => {
    const duels = await duel(2)
    expect(duels).toHaveLength(2)
    expect(duels.map((one) => faultOf(one)).filter((fault) => fault !== undefined)).toEqual([])
  })
})
