/** Which agents use their own login, and what that means for limits. */
import { describe, expect, it } from 'vitest'
import { looseLimits, withOwnLogin } from './own-login.ts'

describe('an agent without a key of Forge', () => {
  it('U-05 uses a login of its own, and is said to be able to pass a limit', () => {
    const agents = ['claude-code', 'builtin:claude-sonnet-4-5', 'scripted:a.yaml']
    const who = withOwnLogin(agents, { env: {} })
    expect(who).toContain('claude-code')
    expect(looseLimits({ costMicros: 5 }, who)).toSay(
      /^claude-code.*: an agent with its own login .* can exceed a limit$/u,
    )
    expect(looseLimits({ tokens: 5 }, who)).toBeDefined()
    expect(looseLimits({}, who)).toBeUndefined()
    expect(looseLimits({ costMicros: 5 }, withOwnLogin(agents, { env: { ANTHROPIC_API_KEY: 'x' } }))).toBeUndefined()
  })

  it('U-05 does not where the configuration points its program at the meter, by its name or that of its command', () => {
    const door = { dialect: 'openai', env: { BASE: '{url}' } } as const
    const told = { programs: { 'my-agent': { login: [], pass: [], door } } }
    const env = { OPENAI_API_KEY: 'x' }
    const agents = ['acp:/opt/my-agent --acp', 'acp:other', 'acp:codex-acp', 'codex-acp', 'acp:cursor', 'cursor']
    expect(withOwnLogin(agents, { env, told })).toEqual(['acp:other', 'acp:cursor', 'cursor'])
    expect(withOwnLogin(agents, { env: {}, told })).toEqual(agents)
  })
})
