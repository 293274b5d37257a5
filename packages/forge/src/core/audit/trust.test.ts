import { describe, expect, it } from 'vitest'
import type { Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { Trust } from '#model/trust.ts'
import { auditRun } from './audit.ts'

const nothing = { commits: [], integration: undefined, published: undefined, userRefs: [], moves: [], trees: [] }

function found(...events: readonly object[]): readonly Said[] {
  const entries = events.map((event, index) => ({ seq: index + 1, epoch: 1, event: event as Event }))
  return auditRun(entries, nothing)
    .filter(({ id }) => id === 'I-42')
    .map(({ detail }) => detail)
}

const spec = { limits: {}, budget: {}, units: [], templates: {} }
const created = (trust: Trust): object => ({ type: 'run.created', v: 1, at: 1, run: 'r', spec, trust })
const moved = (trust: Trust): object => ({ type: 'environment.changed', v: 1, at: 2, environment: 'x', trust })
const approval = (kind: 'operator' | 'agent' | 'policy'): Trust => ({
  ground: 'approval',
  name: 'a'.repeat(32),
  by: { kind, name: 'ada' },
  at: 1,
})

describe('what the auditor says of trust', () => {
  it('I-42 nothing where a human or a folder of the user stands for it, or where there is nothing to trust', () => {
    for (const trust of [
      approval('operator'),
      { ground: 'nothing' },
      { ground: 'folder', name: 'b'.repeat(32) },
    ] as const)
      expect(found(created(trust), moved(trust))).toEqual([])
  })

  it('I-42 who trusted it, when that is no human: at the beginning and later', () => {
    expect(found(created(approval('agent')))).toEqual([
      `run.created: the agent ada, not a human, trusted the settings of the repository (${'a'.repeat(32)})`,
    ])
    expect(found(created({ ground: 'nothing' }), moved(approval('policy')))[0]).toSay(
      /^environment\.changed: the policy ada, not a human/u,
    )
  })

  it('I-42 that something was started, and nothing says on whose trust', () => {
    const task = { do: 'work', unit: 'a' }
    const attempt = {
      type: 'attempt.intended',
      v: 1,
      at: 1,
      path: 'a/implement',
      key: 'r/0/a/implement#1',
      attempt: 1,
      task,
    }
    expect(found(attempt)).toEqual(['a/implement was started, and no event says who trusted the repository'])
  })
})
