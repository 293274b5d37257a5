import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import type { Event } from '#model/event.ts'
import type { Principal } from '#model/question.ts'
import { auditRun } from './audit.ts'
import type { GitFacts } from './facts.ts'

function found(type: Event['type'], by: Principal): readonly string[] {
  const event = { type, v: 1, at: 1, by, unit: 'api', reason: 'x', key: 'k', answer: 'approve', limits: {} }
  const git: GitFacts = {
    commits: [],
    integration: undefined,
    published: undefined,
    userRefs: [],
    moves: [],
    trees: [],
  }
  const violations = auditRun([{ seq: 1, epoch: 1, event: event as unknown as Event }], git)
  return violations.filter(({ detail }) => render(detail, 'en').includes('not by a human')).map(({ id }) => id)
}

const decided: readonly Event['type'][] = [
  'question.answered',
  'run.paused',
  'run.resumed',
  'run.cancelled',
  'run.begun',
  'run.reassigned',
  'run.redacted',
  'run.retrospected',
  'unit.reopened',
]

describe('the auditor', () => {
  it.each(decided)('I-23 finds a %s that no human decided', (type) => {
    expect(found(type, { kind: 'agent', name: 'worker' })).toEqual(['I-23'])
    expect(found(type, { kind: 'operator', name: 'ada' })).toEqual([])
  })

  it('I-23 takes no policy for a human, but where Forge itself takes a unit up again', () => {
    const policy: Principal = { kind: 'policy', name: 'redispatch' }
    expect(found('question.answered', policy)).toEqual(['I-23'])
    expect(found('unit.reopened', policy)).toEqual([])
  })

  it('I-31 finds limits that an agent raised', () => {
    expect(found('limits.raised', { kind: 'agent', name: 'worker' })).toEqual(['I-31'])
  })
})
