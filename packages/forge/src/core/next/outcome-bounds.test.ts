import { describe, expect, it } from 'vitest'
import { raw, type Said } from '#messages/said.ts'
import type { Outcome } from '#model/attempt.ts'
import { answerBytes, outcomeBytes } from '#model/bounds.ts'
import { checkResult, oidOf } from '#testing/builders/index.ts'
import { boundedOutcome, boundedReport } from './outcome-bounds.ts'

const worked: Outcome = {
  status: 'worked',
  answer: { nonce: 'n', status: 'done' },
  head: oidOf('h'),
  tree: oidOf('t'),
  base: oidOf('b'),
  changed: ['a'],
}

function errorsOf(outcome: Outcome): readonly Said[] {
  const bounded = boundedOutcome(outcome)
  return bounded.status === 'failed' && bounded.failure.tag === 'invalid' ? bounded.failure.errors : []
}

describe('what an attempt brings back', () => {
  it('is a failed attempt that names size and limit when its answer is too large for the journal', () => {
    const findings = Array.from({ length: 200 }, () => ({ severity: 'note', category: 'c', claim: 'x'.repeat(1900) }))
    const [fault] = errorsOf({ status: 'judged', answer: { nonce: 'n', verdict: 'approve', findings } })
    expect(fault).toSay(new RegExp(`^the answer has 3\\d{5} bytes; at most ${answerBytes} are allowed$`))
    expect(boundedOutcome(worked)).toEqual(worked)
  })

  it('is a failed attempt when the paths that it changed are too many or too long together', () => {
    const changed = Array.from({ length: 5000 }, (_, index) => `${'d'.repeat(200)}/${index}`)
    expect(errorsOf({ ...worked, changed })[0]).toSay(
      new RegExp(`with 5000 changed paths, has \\d+ bytes; at most ${outcomeBytes} are allowed`),
    )
    expect(errorsOf({ ...worked, changed: ['x'.repeat(5000)] })[0]).toSay('cannot record')
  })

  it('keeps results of many commands with shorter excerpts', () => {
    const results = Array.from({ length: 80 }, (_, index) => ({
      ...checkResult(`c${index}`, 1),
      excerpt: raw('\u0001'.repeat(12_000)),
    }))
    const bounded = boundedOutcome({ status: 'checked', results })
    expect(bounded.status).toBe('checked')
    expect(JSON.stringify(bounded).length).toBeLessThan(outcomeBytes)
  })

  it('is not recorded where an agent tells of itself what no record can hold', () => {
    expect(boundedReport({ kind: 'session', session: 'a\0b' })).toBeUndefined()
    expect(boundedReport({ kind: 'session', session: 's', model: '' })).toBeUndefined()
    expect(boundedReport({ kind: 'session', session: 's' })).toEqual({ kind: 'session', session: 's' })
  })
})
