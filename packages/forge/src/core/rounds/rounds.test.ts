import { describe, expect, it } from 'vitest'
import { Budget } from '#model/budget.ts'
import { Template } from '#model/run.ts'
import { lastRound, loopOf, mostReturns, roundsOf, type Loop } from './rounds.ts'

const budget = Budget.parse({ revisions: 3, planRounds: 4, repairs: 2, iterations: 6 })
const loop: Loop = { to: 'maker', of: 'work', by: 'judgement', own: undefined }
const nothing = { revisions: 0, repairs: 0, repairsHere: 0, iterations: 0 }

describe('the last round', () => {
  it.each([
    ['what is judged', {}, { counts: 'revisions', last: 3 }],
    ['a plan', { of: 'plan' }, { counts: 'planRounds', last: 4 }],
    ['what must hold, after its repairs', { by: 'evidence' }, { counts: 'repairs', last: 3 }],
    ['the whole', { to: 'planner' }, { counts: 'iterations', last: 6 }],
    ['the whole, by evidence', { to: 'planner', by: 'evidence' }, { counts: 'iterations', last: 6 }],
    ['a phase that says so itself', { own: 9 }, { counts: 'revisions', last: 9 }],
    ['a check that says so itself', { own: 9, by: 'evidence' }, { counts: 'repairs', last: 9 }],
  ] as const)('U-05 of %s', (_, more, expected) => {
    expect(lastRound({ ...loop, ...more }, budget)).toEqual(expected)
    expect(mostReturns({ ...loop, ...more }, budget)).toBe(expected.last - 1)
  })

  it('U-05 is never less than none', () => {
    expect(mostReturns(loop, Budget.parse({ revisions: 0 }))).toBe(0)
  })

  it('U-05 counts by phase, by unit or by run, and everything together where the phase has a limit of its own', () => {
    const counted = { revisions: 1, repairsHere: 2, repairs: 4, iterations: 8 }
    const done = (more: Partial<Loop>): number => roundsOf({ ...loop, ...more }, budget, counted).done
    expect(done({})).toBe(1)
    expect(done({ by: 'evidence' })).toBe(4)
    expect(done({ to: 'planner', own: 3 })).toBe(8)
    expect(done({ own: 9 })).toBe(3)
    expect(done({ own: 9, by: 'evidence' })).toBe(3)
    expect(roundsOf(loop, budget, nothing).done).toBe(0)
  })
})

describe('the loop of a phase', () => {
  const { phases } = Template.parse({
    phases: [
      { name: 'draft', kind: 'agent', role: 'p', yields: 'plan', onRevise: 'draft' },
      { name: 'criticise', kind: 'agent', role: 'r', yields: 'verdict', onRevise: 'draft' },
      { name: 'work', kind: 'agent', role: 'w', yields: 'work' },
      { name: 'verify', kind: 'check', on: 'head', onRevise: 'work' },
      { name: 'judge', kind: 'agent', role: 'r', yields: 'verdict', iterate: 'plan', maxIterations: 2 },
    ],
  })
  const of = (name: string): Loop | undefined => {
    const phase = phases.find((one) => one.name === name)
    return phase === undefined ? undefined : loopOf(phases, phase)
  }

  it('U-05 follows from who works again and who judges', () => {
    expect(of('draft')).toEqual({ ...loop, of: 'plan' })
    expect(of('criticise')).toEqual({ ...loop, of: 'plan' })
    expect(of('work')).toBeUndefined()
    expect(of('verify')).toEqual({ ...loop, by: 'evidence' })
    expect(of('judge')).toEqual({ ...loop, to: 'planner', own: 2 })
  })
})
