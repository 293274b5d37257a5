/** Every adapter in the torture chamber: real processes, the adapter as it is used, a program that misbehaves. */
import { describe, expect, it } from 'vitest'
import { certifyByName } from '#forge/certify/by-name.ts'
import { kinds } from '#forge/agents/kinds.ts'

/** Those that differ in their adapter; the other agents that speak ACP differ in data. The scripted one is its own program. */
const adapters = ['acp', 'builtin', 'claude-code', 'codex', 'command']

describe.each(adapters)('F-19 I-33 %s', (adapter) => {
  it('passes the whole catalogue', { timeout: 240_000 }, async () => {
    const trials = await certifyByName(adapter, {})
    if (!trials.ok) throw new Error(trials.failure.message)
    expect(trials.value.filter(({ complaints }) => complaints.length > 0)).toEqual([])
    expect(trials.value.length).toBeGreaterThan(18)
  })
})

describe('the torture chamber', () => {
  it('has a wire format for every kind of agent but the scripted one', async () => {
    const refused = []
    for (const { name } of kinds) if (!(await certifyByName(name, { only: [] })).ok) refused.push(name)
    expect(refused).toEqual(['scripted'])
  })

  it.each([
    ['codx', undefined, 'codex?'],
    ['codex', ['hangs'], 'hang?'],
  ])('names what was meant: %s %o', async (name, only, meant) => {
    const refused = await certifyByName(name, only === undefined ? {} : { only })
    expect(refused.ok ? '' : refused.failure.hint).toContain(meant)
  })
})
