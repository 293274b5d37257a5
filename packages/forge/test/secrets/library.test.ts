/** The library's rules as Forge asks them: every kind is found wherever it stands, and nothing that work says to the library counts. */
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { describe, expect, it } from 'vitest'
import { createSecretRules } from '#adapters/secret-rules/index.ts'
import { vendors } from './canaries.ts'

const { find } = createSecretRules()
const others = vendors.slice(10)
const lineOf = (text: string, line = 1) => ({ path: 'src/a.ts', line, text })

describe('secretlint', () => {
  it.each(others.map(({ name, secret }) => [name, secret] as const))(
    'U-28 finds the kind %s, at the place where it stands, also in a long line and far down',
    async (_, secret) => {
      const lines = [
        lineOf(`const t = "${secret}"`, 1),
        ...Array.from({ length: 3000 }, (__, at) => lineOf(`a_line_that_is_long_enough_${at}`, at + 2)),
        lineOf(`${'x '.repeat(50_000)}${secret}`, 4000),
      ]
      const found = await find(lines)
      expect(found.map(({ at }) => at.line)).toEqual([1, 4000])
      for (const { at, from, to } of found) expect(at.text.slice(from, to)).toBe(secret)
    },
  )

  it('U-28 is asked with all of its rules but those that obey the work or open files; a new one needs a look at what is shown to it', () => {
    const names = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', '')).toSorted()
    expect(names.join(' ')).toBe(
      '1password anthropic aws basicauth cloudflare database-connection-string databricks docker figma filter-comments gcp ' +
        'github gitlab grafana groq hashicorp-vault huggingface linear notion npm openai privatekey sendgrid shopify slack ' +
        'stripe tailscale vercel',
    )
  })

  it('U-28 stops where nobody reads on: a megabyte of tokens costs a few windows', async () => {
    const token = others[0]?.secret ?? ''
    const lines = Array.from({ length: 30_000 }, (_, line) => lineOf(token, line + 1))
    const { length } = await find(lines)
    expect(length).toBeGreaterThanOrEqual(1000)
    expect(length).toBeLessThan(5000)
  })
})
