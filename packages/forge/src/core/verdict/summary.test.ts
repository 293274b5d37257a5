import { describe, expect, it } from 'vitest'
import type { Outcome } from '#model/attempt.ts'
import { summaryOf } from './summary.ts'

const oid = '1'.repeat(40)
const worked = (answer: Extract<Outcome, { status: 'worked' }>['answer']): Outcome => ({
  status: 'worked',
  answer,
  head: oid,
  tree: oid,
  base: oid,
  changed: [],
})

describe('what a phase said about itself', () => {
  it('S0-21 is read from its answer, bounded, and only where the answer counts', () => {
    expect(summaryOf('pass', worked({ note: ' built it ' }))).toBe('built it')
    expect(summaryOf('revise', { status: 'judged', answer: { summary: 'too slow' } })).toBe('too slow')
    expect(summaryOf('pass', { status: 'planned', answer: { plan: { summary: 'two units' } } })).toBe('two units')
    expect(summaryOf('none', { status: 'judged', answer: { summary: 'forged' } })).toBeUndefined()
    expect(summaryOf('pass', worked({ note: 'x'.repeat(5000) }))).toHaveLength(1000)
  })

  it('S0-21 is nothing for whoever says nothing, whatever was answered', () => {
    for (const answer of [null, 3, 'note', [], {}, { note: 3 }, { note: ' ' }])
      expect(summaryOf('pass', worked(answer))).toBeUndefined()
    expect(summaryOf('pass', { status: 'checked', results: [] })).toBeUndefined()
    expect(summaryOf('pass', { status: 'planned', answer: { plan: [] } })).toBeUndefined()
  })
})
