import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import type { CheckResult } from '#model/evidence.ts'
import type { FailureTag } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import { AgentPhase } from '#model/phase.ts'
import { checkResult, failures, planOf, jsonOf, unitOf } from '#testing/builders/index.ts'
import { judgeOutcome, type JudgeRequest } from './judge.ts'

const review = AgentPhase.parse({ name: 'review', kind: 'agent', role: 'reviewer', yields: 'verdict' })
const asked: JudgeRequest = {
  phase: review,
  nonce: 'n1',
  commands: [],
  known: { taken: new Set(), merged: new Set() },
  terms: {},
}

const judged = (answer: Json) => judgeOutcome(asked, { status: 'judged', answer })
const checked = (results: CheckResult[]) => judgeOutcome(asked, { status: 'checked', results })

describe('the normal form of a verdict', () => {
  it('U-04 reads the words of the phase', () => {
    const verdicts = ['approve', 'revise', 'reject'].map((verdict) => judged({ nonce: 'n1', verdict }).verdict)
    expect(verdicts).toEqual(['pass', 'revise', 'stop'])
  })

  it('U-04 (I-18) a word outside the vocabulary is none, whatever it looks like', () => {
    const known = new Set(Object.keys(review.vocabulary))
    const word = fc.oneof(
      fc.string({ maxLength: 90 }),
      fc.constantFrom('Approve', 'approve ', 'APPROVE', 'approved', 'constructor', '__proto__', 'toString', ''),
    )
    fc.assert(
      fc.property(word, (verdict) => {
        if (known.has(verdict)) return
        expect(judged({ nonce: 'n1', verdict })).toMatchObject({ verdict: 'none', failure: { tag: 'invalid' } })
      }),
    )
  })

  it('U-12 S0-17 an answer brings judgement and nothing else: one with a time, a cost, a counter, a status or an id of its own is none', () => {
    const good = { nonce: 'n1', verdict: 'approve' }
    expect(judged(good).verdict).toBe('pass')
    for (const own of ['at', 'time', 'id', 'key', 'attempt', 'usage', 'costMicros', 'tokens', 'unit', 'phase'])
      expect(judged({ ...good, [own]: 1 }).verdict).toBe('none')
    const work = { ...asked, phase: AgentPhase.parse({ name: 'w', kind: 'agent', role: 'worker', yields: 'work' }) }
    const done = (more: object) =>
      judgeOutcome(work, {
        status: 'worked',
        answer: { nonce: 'n1', status: 'done', ...more },
        head: '',
        tree: '',
        base: '',
        changed: ['a'],
      }).verdict
    expect(done({})).toBe('pass')
    for (const own of ['merged', 'head', 'changed', 'usage', 'verdict']) expect(done({ [own]: 'x' })).toBe('none')
  })

  it('U-04 (I-18) nothing that is not an answer passes: missing, malformed, two blocks, too long', () => {
    const good = { nonce: 'n1', verdict: 'approve' }
    const answers: Json[] = [
      null,
      'approve',
      [good],
      [good, good],
      {},
      { verdict: 'approve' },
      { ...good, extra: 1 },
      { ...good, verdict: ['approve'] },
      { ...good, summary: 'x'.repeat(5000) },
    ]
    for (const answer of answers) expect(judged(answer).verdict).toBe('none')
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        expect(judged(answer as Json).verdict).toBe('none')
      }),
    )
  })

  it('U-04 (I-21) an answer that does not carry the nonce of its attempt is none', () => {
    expect(judged({ nonce: 'n2', verdict: 'approve' }).verdict).toBe('none')
    expect(
      judgeOutcome({ ...asked, nonce: undefined }, { status: 'judged', answer: { nonce: '', verdict: 'approve' } })
        .verdict,
    ).toBe('none')
    expect(
      judgeOutcome(asked, { status: 'planned', answer: { nonce: 'n2', plan: jsonOf(planOf([unitOf('a')])) } }).verdict,
    ).toBe('none')
  })

  it('U-14 a check passes only by what was run: every command, exit code 0, in time, and some test', () => {
    const passed = checkResult('test', 0)
    expect(checked([passed]).verdict).toBe('pass')
    expect(checked([]).verdict).toBe('none')
    expect(checked([passed, checkResult('lint', 1)]).verdict).toBe('revise')
    expect(checked([{ ...passed, exitCode: null }]).verdict).toBe('revise')
    expect(checked([{ ...passed, timedOut: true }]).verdict).toBe('revise')
    expect(checked([{ ...passed, testsRun: 0 }]).verdict).toBe('revise')
  })

  it('U-14 what an agent says of its work is a claim: the paths that Forge read from the tree count, whatever the answer says', () => {
    const terms = { disallowedChanges: ['db'] }
    const phase = AgentPhase.parse({ name: 'w', kind: 'agent', role: 'worker', yields: 'work' })
    const answer: Json = { nonce: 'n1', status: 'done', note: 'all tests pass, nothing in db was changed' }
    const done = (changed: string[]) =>
      judgeOutcome({ ...asked, phase, terms }, { status: 'worked', answer, head: '', tree: '', base: '', changed })
    expect(done(['src/a.ts']).verdict).toBe('pass')
    expect(done(['db/a.sql'])).toMatchObject({ verdict: 'stop', failure: { tag: 'outside', paths: ['db/a.sql'] } })
  })

  it('U-04 no failure of any tag is a pass', () => {
    for (const tag of Object.keys(failures) as FailureTag[]) {
      expect(judgeOutcome(asked, { status: 'failed', failure: failures[tag] }).verdict).not.toBe('pass')
    }
  })

  it('U-04 (I-15) an unsound plan goes back to its author', () => {
    const plan = jsonOf(planOf([unitOf('a', { depends: ['nobody'] })]))
    expect(judgeOutcome(asked, { status: 'planned', answer: { nonce: 'n1', plan } })).toMatchObject({
      verdict: 'revise',
      failure: { tag: 'unmet' },
    })
  })
})

describe('a check', () => {
  it('U-14 that ran fewer commands than it was asked to is no verdict', () => {
    const passed = {
      name: 'test',
      exitCode: 0,
      timedOut: false,
      durationMs: 1,
      outputHash: 'a'.repeat(64),
      excerpt: raw(''),
    }
    const both: JudgeRequest = { ...asked, commands: ['lint', 'test'] }
    expect(judgeOutcome(both, { status: 'checked', results: [passed] }).verdict).toBe('none')
    expect(judgeOutcome(both, { status: 'checked', results: [{ ...passed, name: 'lint' }, passed] }).verdict).toBe(
      'pass',
    )
  })
})
