/** Limits of a run inside its attempts: the real command line, the built-in agent, the meter, the fake provider. */
import { describe, expect, it } from 'vitest'
import { onShop } from './shop.ts'

const build = ['build', 'a shop', '--yes', '--allow-plan-commands', '--json']

describe('U-05 a limit of a run', { timeout: 180_000 }, () => {
  it('U-05 is held inside an attempt: nothing more is asked, the run stops there, and goes on when it is raised', () =>
    onShop({ turns: 8, usage: { input: 240, output: 10 } }, async ({ forge, fake, merged }) => {
      const first = await forge([...build, '--max-tokens', '1000'])
      expect(first.exitCode).not.toBe(0)
      // 250 tokens are left: fewer than an answer of any use.
      expect(fake.served().total.tokens).toMatchObject({ inputTokens: 720, outputTokens: 30 })
      expect(merged(first)).toEqual([])
      const second = await forge(['raise', '--max-tokens', '100000', '--json'])
      expect([second.exitCode, merged(second)]).toEqual([0, ['shop']])
    }))

  it('U-05 R-47 is no end for the units that are in flight when it is reached: raised, the run goes on with all of them', () =>
    onShop(
      {
        turns: 8,
        units: ['bakery', 'library', 'station'],
        usage: { input: 240, output: 10 },
        config: 'agent: builtin:claude-sonnet-4-5\nslots: 3\n',
      },
      async ({ forge, fake, merged }) => {
        const first = await forge([...build, '--max-cost', '0.008'])
        expect(first.exitCode).not.toBe(0)
        // $0.00087 each; of the sixth the answer could have no 256 tokens.
        expect(fake.served().total.requests).toBe(5)
        expect(merged(first)).toEqual([])
        const second = await forge(['raise', '--max-cost', '5', '--json'])
        expect([second.exitCode, [...merged(second)].toSorted()]).toEqual([0, ['bakery', 'library', 'station']])
      },
    ))
})
