/** What a plan binds its units to, over whole runs: told, enforced from what Forge saw, and never quietly dropped. */
import { describe, expect, it } from 'vitest'
import type { OpenAttempt } from '#core/state/state.ts'
import type { Outcome } from '#model/attempt.ts'
import { noUsage } from '#model/usage.ts'
import type { PlannedUnit } from '#model/unit.ts'
import {
  editMessage,
  failures,
  finishedMessage,
  goodOutcome,
  operator,
  planOf,
  unitOf,
} from '#testing/builders/index.ts'
import { failing, settle, startScript, type Script } from './script.ts'
import { deliver, eventsOf, stamp, type World, viewIn } from './world.ts'

/** A run of one unit with these terms. */
function runOf(more: Partial<PlannedUnit>, answer?: Script['answer']): World {
  const plan = planOf([unitOf('a', more)])
  return settle(startScript(), answer === undefined ? { plan } : { plan, answer })
}

function changing(attempt: OpenAttempt, changed: string[]): Outcome {
  return goodOutcome(attempt.task, { salt: attempt.key, plan: planOf([unitOf('a')]), changed })
}

const dispatched = (world: World, path: string): number =>
  eventsOf(world).filter((event) => event.type === 'attempt.intended' && event.path === path).length

describe('declared writes', () => {
  it('U-28 more changes than an outcome can carry prove nothing: the gate does not hold, whatever is declared', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `src/f${index}`)
    const play = (changed: string[]): World =>
      runOf({ writes: ['src/'] }, (attempt) => (attempt.phase === 'implement' ? changing(attempt, changed) : undefined))
    const cut = play(many)
    expect(eventsOf(cut)).toContainEqual(
      expect.objectContaining({
        type: 'verdict.given',
        path: 'a/boundary',
        verdict: 'revise',
        failure: { tag: 'unmet', summary: 'changed more than 5000 paths, which is too many to check', must: 'gate' },
      }),
    )
    expect(dispatched(cut, 'a/merge')).toBe(0)
    expect(play(many.slice(1)).state.outcome).toBe('done')
  })
})

describe('disallowedChanges', () => {
  it('R-39 a change there stops the unit before anything is checked, reviewed or merged, whatever the agent says', () => {
    const world = runOf({ writes: ['src/'], disallowedChanges: ['src/db'] }, (attempt) =>
      attempt.phase === 'implement' ? changing(attempt, ['src/a.ts', 'src/db/x.sql']) : undefined,
    )
    expect(world.state.units['a']).toMatchObject({
      status: 'stopped',
      stop: { reason: 'changed paths that it must not change: src/db/x.sql', remedy: { word: 'reopen' } },
    })
    expect(dispatched(world, 'a/verify') + dispatched(world, 'a/review') + dispatched(world, 'a/merge')).toBe(0)
    expect(world.state.outcome).toBe('failed')
  })

  it('R-39 a reopened unit that took the change back goes on', () => {
    const plan = planOf([unitOf('a', { writes: ['src/'], disallowedChanges: ['src/db'] })])
    const world = settle(startScript(), {
      plan,
      answer: (attempt) => (attempt.phase === 'implement' ? changing(attempt, ['src/db/x.sql']) : undefined),
    })
    deliver(world, { type: 'reopen', ...stamp(world), unit: 'a', by: operator, reason: 'leave the database alone' })
    settle(world, {
      plan,
      answer: (attempt) => (attempt.phase === 'implement' ? changing(attempt, ['src/a.ts']) : undefined),
    })
    expect(world.state.outcome).toBe('done')
  })
})

describe('acceptanceCriteria', () => {
  const acceptanceCriteria = [{ check: 'the old route', expected: 'still answers' }]
  const judging =
    (criteria: object[] | undefined): Script['answer'] =>
    ({ phase, task }) => {
      if (phase !== 'review' || !('nonce' in task)) return undefined
      return {
        status: 'judged',
        answer: {
          nonce: task.nonce,
          verdict: 'approve',
          ...(criteria === undefined ? {} : { criteria: criteria as never }),
        },
      }
    }

  it('R-39 an approval without a word about a blocking criterion is no verdict: it is asked again, then stopped', () => {
    const world = runOf({ acceptanceCriteria }, judging(undefined))
    expect(dispatched(world, 'a/review')).toBe(2)
    expect(world.state.units['a']).toMatchObject({ status: 'stopped', merged: undefined })
    const told = eventsOf(world).find((event) => event.type === 'verdict.given' && event.path === 'a/review')
    expect(told).toMatchObject({
      verdict: 'none',
      failure: { errors: ['the reviewer did not judge the criterion "the old route"'] },
    })
  })

  it('R-39 a blocking criterion that is not met sends the work back with the evidence, though the reviewer approves', () => {
    let reviews = 0
    const world = runOf({ acceptanceCriteria }, (attempt, all) => {
      if (attempt.phase !== 'review') return undefined
      reviews += 1
      return judging([{ check: 'The old route', met: reviews > 1, evidence: 'it is gone' }])?.(attempt, all)
    })
    const back = eventsOf(world).find((event) => event.type === 'recovery.chosen')
    expect(back).toMatchObject({ rung: 'revise', target: 'implement' })
    expect(back?.type === 'recovery.chosen' && back.feedback?.failure).toMatchObject({
      summary: 'not met: the old route → still answers (it is gone)',
    })
    expect(world.state.outcome).toBe('done')
  })

  it('R-39 one that does not block is noted in the report, and the unit is merged', () => {
    const world = runOf(
      { acceptanceCriteria: [{ check: 'the log', expected: 'is short', blocking: false }] },
      judging([{ check: 'the log', met: false }]),
    )
    expect(world.state.outcome).toBe('done')
    expect(viewIn(world).units.find(({ id }) => id === 'a')?.notes).toSay('not met: the log → is short')
  })
})

describe('costBudget', () => {
  /** Runs it with every agent of the unit spending that many tokens. */
  function spendingRun(more: Partial<PlannedUnit>, tokens: number): World {
    const plan = planOf([unitOf('a', more)])
    const world = settle(startScript(), { plan, answer: ({ unit }) => (unit === 'a' ? 'hold' : undefined) })
    for (let said = 0; said < 50; said += 1) {
      const attempt = Object.values(world.state.openAttempts).find(({ unit }) => unit === 'a')
      if (attempt === undefined) break
      const isAgent = attempt.task.do === 'work' || attempt.task.do === 'judge'
      const usage = isAgent ? { ...noUsage, inputTokens: tokens } : noUsage
      const outcome = goodOutcome(attempt.task, { salt: attempt.key, plan, changed: ['src/a.ts'] })
      deliver(world, finishedMessage(stamp(world), { key: attempt.key, outcome, usage }))
    }
    return settle(world, { plan })
  }

  it('R-39 no agent of a unit is asked that has used up its tokens; others go on', () => {
    const world = spendingRun({ costBudget: { maxTokens: 1000 } }, 1000)
    expect(dispatched(world, 'a/implement')).toBe(1)
    expect(dispatched(world, 'a/review')).toBe(0)
    expect(world.state.units['a']?.stop).toMatchObject({
      reason: '1000 tokens used; the budget of the unit is 1000',
      remedy: { word: 'reopen' },
    })
    expect(spendingRun({ costBudget: { maxTokens: 1001 } }, 1000).state.outcome).toBe('done')
  })

  it('R-39 a unit without retries is not tried again after it failed, and one with a retry is tried once more', () => {
    const failures3 = (maxRetries: number): World =>
      runOf({ costBudget: { maxRetries } }, ({ phase }) =>
        phase === 'implement' ? failing(failures.crash) : undefined,
      )
    expect(dispatched(failures3(0), 'a/implement')).toBe(1)
    expect(failures3(0).state.units['a']?.stop?.reason).toEqual(
      'this would be retry 1; the budget of the unit allows 0',
    )
    expect(dispatched(failures3(1), 'a/implement')).toBe(2)
  })

  it('R-39 (R-47) a reopened unit may cost that much once more; nothing that was counted is forgotten', () => {
    const answer: Script['answer'] = ({ phase }) => (phase === 'implement' ? failing(failures.crash) : undefined)
    const world = runOf({ costBudget: { maxRetries: 0 } }, answer)
    const plan = planOf([unitOf('a', { costBudget: { maxRetries: 0 } })])
    deliver(world, { type: 'reopen', ...stamp(world), unit: 'a', by: operator, reason: 'again' })
    settle(world, { plan, answer })
    expect(dispatched(world, 'a/implement')).toBe(2)
    deliver(world, { type: 'reopen', ...stamp(world), unit: 'a', by: operator, reason: 'once more' })
    settle(world, { plan })
    expect(world.state.outcome).toBe('done')
  })

  it('R-39 an interruption is no retry', () => {
    let interrupted = 0
    const world = runOf({ costBudget: { maxRetries: 0 } }, ({ phase }) =>
      phase === 'implement' && interrupted++ < 3 ? failing(failures.interrupted) : undefined,
    )
    expect(world.state.outcome).toBe('done')
  })
})

describe('expectedTrajectory', () => {
  it('R-39 more than half apart is recorded with the verdict and shown in the report; the unit goes on', () => {
    const world = runOf({ writes: ['src/'], expectedTrajectory: ['src/a.ts', 'src/b.ts'] }, (attempt) =>
      attempt.phase === 'implement' ? changing(attempt, ['src/x.ts', 'src/y.ts']) : undefined,
    )
    expect(world.state.outcome).toBe('done')
    const given = eventsOf(world).find((event) => event.type === 'verdict.given' && event.path === 'a/implement')
    expect(given).toMatchObject({ verdict: 'pass', findings: [{ severity: 'warning', category: 'trajectory' }] })
    expect(viewIn(world).units.find(({ id }) => id === 'a')?.notes).toSay(
      'the changed paths differ from the planned ones',
    )
  })
})

describe('the terms of an approved plan', () => {
  it('R-39 (I-23) an edit that drops one is asked about again; one that keeps them is not', () => {
    const plan = planOf([unitOf('a', { writes: ['src/'], disallowedChanges: ['src/db'] })])
    const world = settle(startScript(), { plan, answer: ({ unit }) => (unit === 'a' ? 'hold' : undefined) })
    const edit = (more: Partial<PlannedUnit>) =>
      deliver(world, editMessage(stamp(world), 'plan', planOf([unitOf('a', { writes: ['src/x.ts'], ...more })])))
    edit({ disallowedChanges: ['src/db', 'src/y'] })
    expect(world.state.questions).toEqual({})
    edit({})
    expect(Object.values(world.state.questions)).toHaveLength(1)
  })

  it('R-39 are told to the worker and the reviewer in their briefs', () => {
    const unit = unitOf('a', {
      brief: 'Do it.',
      disallowedChanges: ['db/'],
      acceptanceCriteria: [{ check: 'the old route', expected: 'still answers' }],
      successEvidence: ['a test for it'],
    })
    const world = settle(startScript(), { plan: planOf([unit]) })
    const briefs = eventsOf(world).flatMap((event) =>
      event.type === 'attempt.intended' && event.task.unit === 'a' && 'brief' in event.task ? [event.task.brief] : [],
    )
    expect(briefs).toHaveLength(2)
    for (const brief of briefs) {
      expect(brief).toMatch(/^Do it\.\n/)
      for (const part of ['- db/', 'the old route → still answers', 'a test for it']) expect(brief).toContain(part)
    }
  })
})
