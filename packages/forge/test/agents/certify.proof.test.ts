/** Every adapter in the torture chamber, with everything that a program is known to do there. */
import { describe, expect, it } from 'vitest'
import { certifyByName } from '#testing/certify/by-name.ts'
import { render } from '#messages/render.ts'
import { certifiable, tortured } from './certifiable.ts'

describe.each(certifiable)('F-19 I-33 %s', (adapter) => {
  it('passes the whole catalogue', { timeout: 240_000 }, async () => {
    const trials = await certifyByName(adapter, { tortured })
    if (!trials.ok) throw new Error(render(trials.failure.message, 'en'))
    expect(trials.value.filter(({ complaints }) => complaints.length > 0)).toEqual([])
    expect(trials.value.length).toBeGreaterThan(18)
  })
})
