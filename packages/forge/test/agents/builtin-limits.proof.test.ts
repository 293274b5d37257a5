/** Ceilings of a run inside an attempt: the real command line, the built-in agent, the meter, the fake provider. */
import { describe, expect, it } from 'vitest'
import { onShop } from './shop.ts'

describe('U-05 a ceiling of tokens', { timeout: 180_000 }, () => {
  it('U-05 is held inside an attempt: nothing more is asked, the run stops there, and goes on when it is raised', () =>
    onShop({ turns: 8, usage: { input: 40, output: 10 } }, async ({ forge, fake, merged }) => {
      const first = await forge(['build', 'a shop', '--yes', '--allow-plan-commands', '--max-tokens', '160', '--json'])
      expect(first.exitCode).not.toBe(0)
      expect(fake.served().total.tokens).toMatchObject({ inputTokens: 160, outputTokens: 40 })
      expect(merged(first)).toEqual([])
      const second = await forge(['raise', '--max-tokens', '100000', '--json'])
      expect([second.exitCode, merged(second)]).toEqual([0, ['shop']])
    }))
})
