/** The oracle of I-2 detects a log that lost, changed or kept too much. */
import { describe, expect, it } from 'vitest'
import type { Acknowledged } from './journal.ts'
import { watchDurability } from './durability.ts'
import { run, type Machine } from './machine.ts'

const entry = (seq: number, messageId: string, epoch = 1) => ({ seq, epoch, messageId, hash: `hash ${seq}`, event: {} })

function oracle(told: readonly ReturnType<typeof entry>[]) {
  const complaints: string[] = []
  const watch = { violated: (id: string, detail: string) => complaints.push(`${id} ${detail}`) }
  const acknowledged: Acknowledged = { turns: new Set(), ends: new Map(), tried: 0 }
  for (const one of told) {
    acknowledged.turns.add(`${run}/${one.messageId}`)
    acknowledged.ends.set(run, one)
  }
  return { complaints, durability: watchDurability({ watch } as unknown as Machine, acknowledged) }
}

describe('what was acknowledged', () => {
  it('I-2 is there, with at most one turn of an owner beyond it', () => {
    const { complaints, durability } = oracle([entry(1, 'a'), entry(2, 'b')])
    expect(durability.since(9)).toBe(1)
    durability.judge([entry(2, 'b'), entry(3, 'c'), entry(4, 'c'), entry(5, 'd', 2)])
    expect(complaints).toEqual([])
  })

  it('I-2 is missed when the log ends before it', () => {
    const { complaints, durability } = oracle([entry(1, 'a'), entry(2, 'b')])
    durability.judge([entry(1, 'a')])
    expect(complaints).toEqual(['I-2 entry 2 was acknowledged, and the log ends at 1'])
  })

  it('I-2 is missed when another entry has taken its place', () => {
    const { complaints, durability } = oracle([entry(2, 'b')])
    durability.judge([{ ...entry(2, 'b'), hash: 'another' }])
    expect(complaints).toHaveLength(1)
  })

  it('I-2 an owner that wrote two turns and told nobody is noticed', () => {
    const { complaints, durability } = oracle([entry(1, 'a')])
    durability.judge([entry(1, 'a'), entry(2, 'b'), entry(3, 'c')])
    expect(complaints).toEqual(['I-2 an owner left more than one turn that nobody was told of: 1, 1'])
  })
})
