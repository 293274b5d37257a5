import { describe, expect, it } from 'vitest'
import { principalOf, type Mark } from './principal.ts'

const agent: Mark = { name: 'run/0/api/implement#1', room: ['/state/tree', '/state/tmp'] }

describe('who speaks', () => {
  it('I-23 is the operator, by name, when no process of the line was started by Forge', () => {
    expect(principalOf([], ['/home/ada/shop'], 'ada')).toEqual({ kind: 'operator', name: 'ada' })
    expect(principalOf([], ['/home/ada/shop'], '')).toEqual({ kind: 'operator', name: 'operator' })
  })

  it('I-23 T-10 is an agent for everything that lies outside the room that Forge gave it', () => {
    const said = { kind: 'agent', name: 'run/0/api/implement#1' }
    expect(principalOf([agent], ['/home/ada/shop'], 'ada')).toEqual(said)
    expect(principalOf([agent], ['/state/tmp/shop', '/home/ada/.local/state/forge'], 'ada')).toEqual(said)
    expect(principalOf([agent], ['/state/tmpfile'], 'ada')).toEqual(said)
    expect(principalOf([agent], ['/state'], 'ada')).toEqual(said)
  })

  it('I-23 is the owner of what it made inside that room', () => {
    expect(principalOf([agent], ['/state/tmp/shop', '/state/tree'], 'ada')).toEqual({ kind: 'operator', name: 'ada' })
  })

  it('I-23 T-10 is an agent where any process of the line is one: a wider room claimed below gives nothing', () => {
    const claimed: Mark = { name: 'claimed', room: ['/home'] }
    for (const marks of [
      [claimed, agent],
      [agent, claimed],
    ])
      expect(principalOf(marks, ['/home/ada/shop'], 'ada')).toMatchObject({ kind: 'agent' })
    const inner: Mark = { name: 'inner', room: ['/state/tmp/shop/tree'] }
    expect(principalOf([inner, agent], ['/state/tmp/shop'], 'ada')).toEqual({ kind: 'agent', name: 'inner' })
  })

  it('I-23 T-10 is an agent everywhere with a mark and no room', () => {
    expect(principalOf([{ name: 'x', room: [] }], ['/state/tree'], 'ada')).toMatchObject({ kind: 'agent' })
  })
})
