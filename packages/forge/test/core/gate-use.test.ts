/** What gates were good for: runs, hits and changes, read from the journal of real turns. */
import { describe, expect, it } from 'vitest'
import { gateUseOf, type GateUse } from '#core/views/gate-use.ts'
import { planOf, specFor, unitOf, operator } from '#testing/builders/index.ts'
import { settle, usual, type Script } from './script.ts'
import { deliver, eventsOf, stamp, worldOf, type World } from './world.ts'

const plan = planOf([unitOf('a'), unitOf('b')])

function sprint(answer: NonNullable<Script['answer']>): World {
  const world = settle(worldOf(1, specFor('sprint')), { plan, answer })
  deliver(world, { type: 'begin', ...stamp(world), by: operator })
  return settle(world, { plan, answer })
}

function useOf(world: World, phase: string, gate: GateUse['gate'] = 'phase'): object | undefined {
  const found = gateUseOf(eventsOf(world)).find(
    (use) => use.template === 'task' && use.phase === phase && use.gate === gate,
  )
  return found && { runs: found.runs, hits: found.hits, changes: found.changes }
}

/** A reviewer of one unit that says `revision` as often as told. */
function revising(phase: string, times: number): NonNullable<Script['answer']> {
  let said = 0
  return ({ phase: at, unit, task }) => {
    if (at !== phase || unit !== 'a' || task.do !== 'judge' || said >= times) return undefined
    said += 1
    return { status: 'judged', answer: { nonce: task.nonce, verdict: 'revision', summary: 'more' } }
  }
}

describe('the use of gates', { timeout: 60_000 }, () => {
  it('U-06 is measured: how often each ran, how often it found something, how often that changed the work', () => {
    const world = sprint(revising('review-code', 1))
    expect(useOf(world, 'review-code')).toEqual({ runs: 3, hits: 1, changes: 1 })
    // Everything after it ran and changed nothing: that is what makes it visible.
    expect(useOf(world, 'validate')).toEqual({ runs: 2, hits: 0, changes: 0 })
    expect(useOf(world, 'verify')).toEqual({ runs: 3, hits: 0, changes: 0 })
    expect(useOf(world, 'implement', 'before')).toEqual({ runs: 3, hits: 0, changes: 0 })
    expect(useOf(world, 'plan', 'after')).toEqual({ runs: 2, hits: 0, changes: 0 })
  })

  it('U-06 work that comes back as it was is no change; a unit that does not go on is one', () => {
    const again = revising('review-code', Infinity)
    const same = sprint((attempt, world) => {
      const good = usual(world, attempt, plan)
      if (good.status !== 'worked' || attempt.unit !== 'a') return again(attempt, world)
      return { ...good, head: '1'.repeat(40), tree: '2'.repeat(40) }
    })
    expect(useOf(same, 'review-code')).toMatchObject({ hits: 1, changes: 0 })
    const stopped = sprint(revising('review-code', Infinity))
    expect(useOf(stopped, 'review-code')).toEqual({ runs: 4, hits: 3, changes: 3 })
  })

  it('U-06 directives before and after a phase are gates too', () => {
    const stub = sprint(({ task, unit }) =>
      task.do === 'document' && unit === 'a'
        ? { status: 'documented', answer: { nonce: task.nonce, document: 'a stub' } }
        : undefined,
    )
    expect(useOf(stub, 'plan', 'after')).toEqual({ runs: 2, hits: 1, changes: 1 })
  })

  it('U-06 directives before phases that nobody performs are counted too, with the effect of their phase', () => {
    const never = { kind: 'require', field: 'task.attempts', condition: { op: '==', value: '99' } } as const
    const holds = { kind: 'forbid', field: 'task.attempts', condition: { op: '==', value: '99' } } as const
    const { templates } = specFor('build')
    const phases = (templates['module']?.phases ?? []).map((phase) => {
      if (phase.name === 'changed') return { ...phase, gates: [holds] }
      return phase.name === 'review' ? { ...phase, gates: [never], effect: 'advisory' as const } : phase
    })
    const module = { ...templates['module'], onStop: 'continue' as const, phases }
    const world = settle(worldOf(1, specFor('build', { templates: { ...templates, module } })), { plan })
    const use = gateUseOf(eventsOf(world)).filter(({ gate }) => gate === 'before')
    expect(use).toEqual([
      { template: 'module', phase: 'changed', gate: 'before', effect: 'blocking', runs: 2, hits: 0, changes: 0 },
      { template: 'module', phase: 'review', gate: 'before', effect: 'advisory', runs: 2, hits: 2, changes: 0 },
    ])
  })
})
