/** What is counted, and against what: counters are folds, keyed by the input they were spent on. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenAttempt } from '#core/state/state.ts'
import type { Outcome } from '#model/attempt.ts'
import { Budget } from '#model/budget.ts'
import { failures, oidOf, operator, planOf, unitOf } from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { game, play, wild } from './play.ts'
import { failing, settle, startScript, usual } from './script.ts'
import { deliver, eventsOf, stamp, trail, type World } from './world.ts'

const plan = planOf([unitOf('a')])

function intendedOn(world: World, path: string): number {
  return eventsOf(world).filter((event) => event.type === 'attempt.intended' && event.path === path).length
}

/** A reviewer who always wants more. */
function revising({ phase, task }: OpenAttempt): Outcome | undefined {
  if (phase !== 'review' || task.do !== 'judge') return undefined
  return { status: 'judged', answer: { nonce: task.nonce, verdict: 'revise', summary: 'more' } }
}

describe('counting', { timeout: 120_000 }, () => {
  it('R-48 work that comes back unchanged twice stops, long before the revisions are used up', () => {
    const same = (attempt: OpenAttempt, world: World): Outcome | undefined => {
      if (attempt.phase !== 'implement') return revising(attempt)
      return { ...usual(world, attempt, plan), head: oidOf('same'), tree: oidOf('same') } as Outcome
    }
    const world = settle(startScript({ budget: Budget.parse({ revisions: 30 }) }), { plan, answer: same })
    expect(world.state.units['a']?.stop).toMatchObject({
      reason: 'the work came back unchanged twice',
      remedy: { word: 'reopen' },
    })
    expect(intendedOn(world, 'a/implement')).toBe(3)
    expect(intendedOn(world, 'a/review')).toBe(1)
  })

  it('R-48 (I-25) work that changes each time is judged each time, up to the limit of revisions', () => {
    const world = settle(startScript(), { plan, answer: revising })
    expect(world.state.units['a']?.stop?.reason).toEqual('sent back 3 times, which is the limit')
    expect(intendedOn(world, 'a/review')).toBe(3)
  })

  it('R-48 an answer that came only when asked in other words is an answer: it is not asked for again', () => {
    const answer = ({ phase, task }: OpenAttempt): Outcome | undefined =>
      phase === 'implement' && task.do === 'work' && task.variant === 'plain' ? failing(failures.empty) : undefined
    const world = settle(startScript(), { plan, answer })
    expect(world.state.units['a']?.status).toBe('done')
    expect(intendedOn(world, 'a/implement')).toBe(2)
  })

  it('R-48 D-04 a retry of another input is not held against this one', () => {
    let round = 0
    const answer = (attempt: OpenAttempt): Outcome | undefined => {
      if (attempt.phase !== 'implement') return round < 3 ? revising(attempt) : undefined
      round += 1
      return attempt.task.do === 'work' && attempt.task.variant === 'plain' ? failing(failures.empty) : undefined
    }
    // Each revision is a new input, and each may be answered with nothing once.
    const world = settle(startScript(), { plan, answer })
    expect(world.state.units['a']?.status).toBe('done')
  })

  it('R-48 what was counted stays counted when a unit is retried', () => {
    const world = settle(startScript(), {
      plan,
      answer: ({ phase }) => (phase === 'implement' ? failing(failures.crash) : undefined),
    })
    expect(intendedOn(world, 'a/implement')).toBe(3)
    deliver(world, { type: 'retry', ...stamp(world), unit: 'a', by: operator })
    settle(world, { plan, answer: ({ phase }) => (phase === 'implement' ? failing(failures.crash) : undefined) })
    expect(intendedOn(world, 'a/implement')).toBe(4)
    expect(world.state.units['a']?.phases['implement']?.failedAttempts).toBe(2)
  })

  it('R-44 a unit that is reopened after the end is in the whole that is verified last', () => {
    const two = planOf([unitOf('a'), unitOf('b')])
    const world = settle(startScript(), {
      plan: two,
      answer: ({ unit, phase }) => (unit === 'a' && phase === 'review' ? failing(failures.refused) : undefined),
    })
    expect(world.state).toMatchObject({ outcome: 'failed', units: { final: { status: 'done' } } })
    deliver(world, { type: 'reopen', ...stamp(world), unit: 'a', by: operator, reason: 'another way' })
    settle(world, { plan: two })
    expect(world.state).toMatchObject({
      status: 'finished',
      outcome: 'done',
      units: { a: { status: 'done' }, final: { status: 'done' } },
    })
    expect(intendedOn(world, 'final/verify')).toBe(2)
    const last = eventsOf(world).findLast((event) => event.type === 'attempt.intended' && event.path === 'final/verify')
    expect(last).toMatchObject({ task: { commit: world.state.tip } })
  })

  it('R-44 a run that is done has verified the tip it ends with', () => {
    fc.assert(
      fc.property(
        game(400),
        fc.constantFrom(wild, { ...wild, edit: 0, fail: 12, retry: 12, reopen: 12 }),
        (drawn, habits) => {
          const world = play(drawn, habits)
          const { state } = world
          // A sync verifies before it moves the tip, and is recorded only then.
          const isSynced = eventsOf(world).some((event) => event.type === 'base.synced' && event.tip === state.tip)
          if (state.outcome === 'done' && !isSynced)
            expect(state.units['final']?.phases['verify']?.last).toMatchObject({
              verdict: 'pass',
              judged: { subject: state.tip },
            })
        },
      ),
      { numRuns: runs(150) },
    )
  })

  it('R-44 work that its worker has merged itself is verified and merged by Forge all the same', () => {
    const answer = (attempt: OpenAttempt, at: World): Outcome | undefined =>
      attempt.phase === 'implement' ? ({ ...usual(at, attempt, plan), head: at.state.tip } as Outcome) : undefined
    const world = settle(startScript(), { plan, answer })
    expect(world.state.units['a']).toMatchObject({ status: 'done', merged: { commit: world.state.tip } })
    expect(['a/verify', 'a/integrate', 'a/merge'].map((path) => intendedOn(world, path))).toEqual([1, 1, 1])
  })

  it('R-43 completion is written in the turn that makes its dispatch impossible', () => {
    fc.assert(
      fc.property(game(250), (drawn) => {
        for (const { events, after } of play(drawn, wild).turns) {
          for (const event of events) {
            if (event.type === 'attempt.finished' && event.outcome.status === 'merged')
              expect(events.some(({ type }) => type === 'unit.merged')).toBe(true)
            if (event.type === 'unit.merged') expect(after.openAttempts[`${event.unit}/merge`]).toBeUndefined()
          }
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('R-44 nothing is merged that was not verified and approved as it stands, on the tip it was verified on (I-14, I-19, I-20)', () => {
    fc.assert(
      fc.property(game(300), (drawn) => {
        const passed = new Set<string>()
        for (const { event, before } of trail(play(drawn, wild))) {
          if (event.type === 'attempt.finished') noteHonest(event, before.openAttempts, passed)
          if (event.type === 'unit.finished' && event.unit !== 'plan' && event.unit !== 'final')
            expect(before.units[event.unit]?.merged).toBeDefined()
          if (event.type !== 'attempt.intended') continue
          const { task } = event
          if (task.do === 'integrate') expect(passed).toContain(`${task.unit} reviewed ${task.head}`)
          if (task.do === 'merge') {
            const { head, candidate } = before.units[task.unit] ?? {}
            expect(passed).toContain(`${task.unit} reviewed ${head?.commit}`)
            expect(passed).toContain(`${task.unit} verified ${task.commit}`)
            expect(candidate?.tip).toBe(before.tip)
          }
        }
      }),
      { numRuns: runs(150) },
    )
  })
})

/** Remembers what a reader of the raw outcomes, who knows nothing of the core, would call passed. */
function noteHonest(
  event: { key: string; outcome: Outcome },
  attempts: Record<string, OpenAttempt>,
  passed: Set<string>,
): void {
  const attempt = Object.values(attempts).find(({ key }) => key === event.key)
  if (attempt === undefined) return
  const { outcome } = event
  const { task } = attempt
  if (outcome.status === 'judged' && task.do === 'judge') {
    const { nonce, verdict } = (outcome.answer ?? {}) as { nonce?: string; verdict?: string }
    if (nonce === task.nonce && verdict === 'approve') passed.add(`${task.unit} reviewed ${task.head}`)
  }
  if (outcome.status === 'checked' && task.do === 'check' && outcome.results.length > 0) {
    if (outcome.results.every(({ exitCode }) => exitCode === 0)) passed.add(`${task.unit} verified ${task.commit}`)
  }
}
