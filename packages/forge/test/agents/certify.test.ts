/** Two adapters in the torture chamber, with a sample of the catalogue; all of both are a bar of `npm run proof` (A2). */
import { describe, expect, it } from 'vitest'
import { certifyByName } from '#testing/certify/by-name.ts'
import { render } from '#messages/render.ts'
import { tortured } from './certifiable.ts'

describe.each(['claude-code', 'codex'])('F-19 I-33 %s', (adapter) => {
  it('passes a sample of the catalogue', { timeout: 120_000 }, async () => {
    const only = ['good', 'forged', 'helper-ends']
    const trials = await certifyByName(adapter, { tortured, only })
    if (!trials.ok) throw new Error(render(trials.failure.message, 'en'))
    expect(trials.value.map(({ behaviour }) => behaviour).toSorted()).toEqual([...only].toSorted())
    expect(trials.value.filter(({ complaints }) => complaints.length > 0)).toEqual([])
  })
})
