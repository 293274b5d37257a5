/** Which login method Forge chooses for an agent over ACP without a human. */
import type { AuthMethod } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import { decideAuth } from './auth.ts'

const key = { id: 'api-key', name: 'API Key', _meta: { 'api-key': { provider: 'openai' } } }
const browser = { id: 'chat-gpt', name: 'ChatGPT' }
const other = { id: 'cline', name: 'Sign in with Cline' }
const terminal = { id: 'login', name: 'Log in', type: 'terminal' as const }
const marked = { id: 'copilot-login', name: 'Log in', _meta: { 'terminal-auth': { command: 'copilot' } } }

const decided = (offered: readonly AuthMethod[], wanted?: string) => decideAuth({ name: 'some', offered, wanted })

describe('a login that an agent over ACP asks for', () => {
  it.each<[string, readonly AuthMethod[], string | undefined, string]>([
    ['the only one', [browser], undefined, 'chat-gpt'],
    ['the only one that takes a key', [browser, key, other], undefined, 'api-key'],
    ['the only one that needs no terminal', [terminal, browser, marked], undefined, 'chat-gpt'],
    ['the one that is named', [browser, key, other], 'cline', 'cline'],
  ])('is %s', (_, offered, wanted, method) => {
    expect(decided(offered, wanted)).toEqual({ do: 'authenticate', method })
  })

  it.each<[string, readonly AuthMethod[], string | undefined, readonly string[]]>([
    ['several', [browser, other], undefined, ['chat-gpt (ChatGPT)', 'cline', 'agents: { some: { auth: chat-gpt } }']],
    ['terminals alone', [terminal, marked], undefined, ['needs a person', 'login (Log in)', 'copilot-login']],
    ['none', [], undefined, ['needs a person', 'none']],
    ['not the one that is named', [key], 'chat-gpt', ['does not offer the login chat-gpt', 'api-key (API Key)']],
    ['the one that is named in a terminal', [key, terminal], 'login', ['needs a person at a terminal']],
  ])('is none where it offers %s, and that is said', (_, offered, wanted, words) => {
    const step = decided(offered, wanted)
    expect(step.do).toBe('give up')
    for (const word of words) expect(step).toMatchObject({ why: expect.saying(word) })
  })
})
