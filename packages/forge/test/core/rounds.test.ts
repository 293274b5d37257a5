/** Two further counters of the budget vector: rounds that must find less and less, and answers that are corrected. */
import { describe, expect, it } from 'vitest'
import type { Said } from '#messages/said.ts'
import { auditRun } from '#core/audit/audit.ts'
import type { RunSpec } from '#model/run.ts'
import { jsonOf, planOf, specFor, unitOf } from '#testing/builders/index.ts'
import { settle, usual, type Script } from './script.ts'
import { eventsOf, worldOf, type World } from './world.ts'

const plan = planOf([unitOf('a')])

/** The `build` preset with a reviewer whose rounds must find less and less. */
function decreasing(): Partial<RunSpec> {
  const { templates } = specFor('build')
  const phases = templates['module']?.phases.map((phase) =>
    phase.name === 'review' ? { ...phase, rounds: 'decreasing' as const, maxIterations: 10 } : phase,
  )
  return { templates: { ...templates, module: { phases: phases ?? [], onStop: 'continue' } } }
}

/** A reviewer that finds so many things in its rounds, and then approves. */
function finding(...rounds: readonly number[]): NonNullable<Script['answer']> {
  let round = 0
  return ({ phase, task }) => {
    if (phase !== 'review' || task.do !== 'judge') return undefined
    const count = rounds[round]
    round += 1
    if (count === undefined) return undefined
    const findings = Array.from({ length: count }, (_, at) => ({
      severity: 'error',
      category: 'logic',
      claim: `wrong ${round} ${at}`,
    }))
    return {
      status: 'judged',
      answer: jsonOf({ nonce: task.nonce, verdict: 'revise', findings, summary: 'more' }),
    }
  }
}

function reviews(world: World): number {
  return eventsOf(world).filter((event) => event.type === 'attempt.intended' && event.path === 'a/review').length
}

describe('rounds that must find less and less', { timeout: 60_000 }, () => {
  it('U-05 S1-44 go on while each finds less than the one before, beyond any usual number', () => {
    const world = settle(worldOf(1, specFor('build', decreasing())), { plan, answer: finding(5, 4, 3, 2, 1) })
    expect([reviews(world), world.state.units['a']?.status]).toEqual([6, 'done'])
  })

  it('U-05 S1-44 stop at the first that finds no less, and say so', () => {
    for (const rounds of [
      [4, 2, 2],
      [4, 2, 3],
    ]) {
      const world = settle(worldOf(1, specFor('build', decreasing())), { plan, answer: finding(...rounds) })
      expect([reviews(world), world.state.units['a']?.status]).toEqual([3, 'stopped'])
      expect(world.state.units['a']?.stop?.reason).toSay('the work does not get better')
    }
    // Where nobody asked for it, only the number of rounds counts.
    const usualRounds = settle(worldOf(1, specFor('build')), { plan, answer: finding(2, 2) })
    expect(usualRounds.state.units['a']?.status).toBe('done')
  })
})

describe('answers that are corrected', { timeout: 60_000 }, () => {
  const refused = (times: number): NonNullable<Script['answer']> => {
    let said = 0
    return (attempt, world) => {
      const good = usual(world, attempt, plan)
      if (good.status !== 'worked' || said >= times) return undefined
      said += 1
      return { ...good, answer: { nonce: 'x', status: 'fine' } }
    }
  }
  const played = (times: number, corrections?: number): World => {
    const { budget } = specFor('build')
    const settings = corrections === undefined ? {} : { budget: { ...budget, corrections } }
    return settle(worldOf(1, specFor('build', settings)), { plan, answer: refused(times) })
  }

  it('U-05 have a budget of their own: three are mended, a fourth stops; empty answers keep theirs', () => {
    expect(played(3, 3).state.units['a']?.status).toBe('done')
    const lost = played(4, 3)
    expect(lost.state.units['a']?.stop?.reason).toSay(/^no valid answer after 4 attempts: status: .+/)
    const spent = eventsOf(lost).flatMap((event) => (event.type === 'recovery.chosen' ? [event.counts] : []))
    expect(spent).toEqual(['corrections', 'corrections', 'corrections'])
    expect(played(2).state.units['a']?.status).toBe('stopped')
  })
})

describe('the auditor', () => {
  it('I-31 U-05 knows which round is the last: a journal with one more is broken', () => {
    const world = settle(worldOf(1, specFor('build')), { plan, answer: finding(2, 2) })
    const entries = eventsOf(world).map((event, index) => ({ seq: index + 1, epoch: 1, event }))
    const git = { commits: [], integration: undefined, published: undefined, userRefs: [], moves: [], trees: [] }
    const counters = (revisions: number): readonly Said[] => {
      const [created, ...rest] = structuredClone(entries)
      if (created?.event.type !== 'run.created') throw new Error('not created')
      created.event.spec.budget.revisions = revisions
      for (const phase of created.event.spec.templates['module']?.phases ?? []) delete phase.maxIterations
      return auditRun([created, ...rest], git).flatMap(({ id, detail }) => (id === 'I-31' ? [detail] : []))
    }
    expect(counters(3)).toEqual([])
    // The second round would have been the last: nothing was to be sent back after it.
    expect(counters(2)).toEqual(['a/review has 2 revisions, and its budget is 1'])
  })
})
