/** Agents by their names in the configuration. */
import { describe, expect, it } from 'vitest'
import { findKind, providerOfAgent, splitAgent, unfitPrograms } from './kinds.ts'

describe('the name of an agent over ACP', () => {
  it.each([
    ['acp:kimi', ['kimi', undefined]],
    ['acp: kimi', ['kimi', undefined]],
    ['acp:kimi acp', ['acp', 'kimi acp']],
    ['acp:/opt/my-agent --acp', ['acp', '/opt/my-agent --acp']],
    ['acp:acp', ['acp', 'acp']],
    ['kimi:/opt/kimi', ['kimi', '/opt/kimi']],
    ['command:kimi', ['command', 'kimi']],
  ])('%s is %j', (agent, split) => {
    expect(splitAgent(agent)).toEqual(split)
  })

  it('stands for its program, with or without acp: before it', () => {
    expect(findKind('cursor')?.program).toMatchObject({ file: 'cursor-agent' })
    expect(findKind('cursor')?.known).toBe('by its documentation')
    expect(providerOfAgent('acp:claude-agent-acp')).toBe('anthropic')
    expect(providerOfAgent('acp:/opt/my-agent --acp')).toBe('my-agent')
  })

  it('is the only one that login, pass, auth and door are taken for', () => {
    const own = { login: [], pass: [] }
    expect(unfitPrograms({ kimi: own, 'my-agent': own })).toEqual([])
    expect(unfitPrograms({ codex: own, claude: own, acp: own })).toEqual(['codex', 'claude', 'acp'])
  })
})
