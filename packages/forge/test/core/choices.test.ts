/** Where seeds disagreed, the preset decides: how many tries, whether a review blocks, whether anybody is asked (C-01 … C-03). */
import { describe, expect, it } from 'vitest'
import { decodeEvent } from '#core/state/upcast.ts'
import type { Outcome } from '#model/attempt.ts'
import { Event } from '#model/event.ts'
import { Budget } from '#model/budget.ts'
import type { RunSpec } from '#model/run.ts'
import { finishedMessage, planOf, specOf, unitOf } from '#testing/builders/index.ts'
import { settle, startScript } from './script.ts'
import { deliver, eventsOf, stamp, type World } from './world.ts'

const plan = planOf([unitOf('a')])

/** Every review sends the work back, and every time the work is another. */
function reviseForEver(settings: Partial<RunSpec>): World {
  return settle(startScript(settings), {
    plan,
    answer: ({ task }) =>
      task.do === 'judge' ? { status: 'judged', answer: { nonce: task.nonce, verdict: 'revise' } } : undefined,
  })
}

function reviewsIn(world: World): number {
  return eventsOf(world).filter((event) => event.type === 'verdict.given' && event.path === 'a/review').length
}

function withReview(effect: 'advisory' | 'blocking'): RunSpec['templates'] {
  const { templates } = specOf()
  const phases = (templates['module']?.phases ?? []).map((phase) =>
    phase.name === 'review' ? { ...phase, effect } : phase,
  )
  return { ...templates, module: { phases, onStop: 'continue' } }
}

describe('the preset decides', () => {
  it('C-01 U-05 how many tries there are: its numbers, one counter for each trouble', () => {
    const budget = (revisions: number): Budget => Budget.parse({ revisions })
    expect(reviewsIn(reviseForEver({ budget: budget(2) }))).toBe(2)
    expect(reviewsIn(reviseForEver({ budget: budget(4) }))).toBe(4)
  })

  it('C-02 U-06 whether a review blocks: the same findings stop the unit, or are recorded and passed by', () => {
    const blocking = reviseForEver({ templates: withReview('blocking') })
    expect(blocking.state.units['a']).toMatchObject({ status: 'stopped', merged: undefined })
    const advisory = reviseForEver({ templates: withReview('advisory') })
    expect(advisory.state.units['a']?.merged).toBeDefined()
    const verdicts = eventsOf(advisory).filter((event) => event.type === 'verdict.given' && event.verdict === 'revise')
    expect(verdicts.length).toBeGreaterThan(0)
  })

  it('C-03 U-07 whether anybody is asked before work starts: an ask phase waits, without one it goes on', () => {
    const waiting = settle(startScript(), { plan, approves: 'no' })
    expect(Object.values(waiting.state.questions)).toHaveLength(1)
    expect(waiting.state.units['a']).toBeUndefined()
    const { templates } = specOf()
    const phases = (templates['plan']?.phases ?? []).filter(({ kind }) => kind !== 'ask')
    const alone = settle(startScript({ templates: { ...templates, plan: { phases, onStop: 'halt' } } }), {
      plan,
      approves: 'no',
    })
    expect(alone.state.units['a']?.merged).toBeDefined()
  })
})

describe('what can be recorded', () => {
  it('S0-18 is a closed set: every action of a task has its event, and nothing else can be read', () => {
    const world = reviseForEver({})
    const seen = new Set(eventsOf(world).map(({ type }) => type))
    for (const type of ['attempt.intended', 'attempt.finished', 'verdict.given', 'recovery.chosen', 'unit.stopped'])
      expect(seen).toContain(type)
    for (const event of eventsOf(world)) expect(Event.safeParse(event).success).toBe(true)
    expect(decodeEvent('{"type":"task.improvised","v":1,"at":1}').ok).toBe(false)
    expect(decodeEvent('{"type":"unit.finished","v":1,"at":1,"unit":"a","mood":"fine"}').ok).toBe(false)
  })

  it('R-16 is of the phase alone: a judge that brings work is not heard, and changes nothing', () => {
    const world = settle(startScript(), { plan, answer: ({ phase }) => (phase === 'review' ? 'hold' : undefined) })
    const review = Object.values(world.state.openAttempts)[0]
    const before = world.state.units['a']
    const oid = '1'.repeat(40)
    const nonce = review !== undefined && 'nonce' in review.task ? review.task.nonce : ''
    const answer = { nonce, status: 'done' }
    const outcome: Outcome = { status: 'worked', answer, head: oid, tree: oid, base: oid, changed: ['src/a.ts'] }
    const { events } = deliver(world, finishedMessage(stamp(world), { key: review?.key ?? '', outcome }))
    expect(events).toMatchObject([{ type: 'attempt.stale', why: 'a judge attempt cannot end as worked' }])
    expect(world.state.units['a']?.head).toEqual(before?.head)
  })

  it('S0-41 U-28 R-16 an answer that does not fit its schema is refused by field, and nothing of it is taken', () => {
    const world = settle(startScript(), {
      plan,
      answer(attempt) {
        if (attempt.task.do !== 'work') return undefined
        const { nonce, base } = attempt.task
        const oid = '1'.repeat(40)
        // A worker that would like to approve itself and to move its unit on.
        const answer = { nonce, status: 'approved', verdict: 'approve', unit: { status: 'done' } }
        return { status: 'worked', answer, head: oid, tree: oid, base, changed: ['src/a.ts'] }
      },
    })
    const refused = eventsOf(world).find((event) => event.type === 'verdict.given' && event.path === 'a/implement')
    const errors = refused?.type === 'verdict.given' && refused.failure?.tag === 'invalid' ? refused.failure.errors : []
    expect(errors).toContainEqual(expect.saying('status: '))
    expect(errors).toContainEqual(expect.saying(/verdict/))
    expect(world.state.units['a']).toMatchObject({ status: 'stopped', merged: undefined })
  })
})
