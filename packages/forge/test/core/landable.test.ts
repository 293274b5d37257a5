/** What can be landed, over states that the fold makes. */
import { describe, expect, it } from 'vitest'
import { landableOf, whyNotLandable } from '#core/landing/landable.ts'
import { runCore } from '#core/next/core.ts'
import { landedOf } from '#core/views/landing.ts'
import { nextSteps } from '#core/views/next.ts'
import { viewOf } from '#core/views/run.ts'
import { isStep, step, type NextStep } from '#model/next.ts'
import { oidOf } from '#testing/builders/index.ts'
import type { Event } from '#model/event.ts'
import type { RunState } from '#core/state/state.ts'
import { kind, play } from './play.ts'

const { turns } = play({ seed: 11, steps: 200, settings: {} }, { ...kind, handOver: 5 })
const [start, ...states] = turns.map(({ after }) => after)
const merged = states.find(({ units, order }) => order.some((id) => units[id]?.merged !== undefined)) as RunState
const done = states.find(({ outcome }) => outcome === 'done') as RunState

function landed(state: RunState): RunState {
  const plan = { key: 'toy/land@1', branch: 'main', from: oidOf('from'), to: oidOf('to'), tip: state.tip as string }
  const by = { kind: 'operator', name: 'ada' } as const
  const events: Event[] = [
    { type: 'landing.asked', v: 1, at: 7, ...plan, by },
    { type: 'landing.intended', v: 1, at: 8, ...plan },
    { type: 'landing.finished', v: 1, at: 9_000_000, key: plan.key, end: { status: 'landed' } },
  ]
  return runCore.fold(state, events)
}

describe('what can be landed', () => {
  it('I-27 is nothing before anything is merged, a part while the run goes on, and all of it when it is done', () => {
    expect(landableOf(start as RunState)).toEqual({ can: 'nothing', why: 'nothing-merged' })
    expect(landableOf(merged)).toEqual({ can: 'partial', tip: merged.tip })
    expect(landableOf(done)).toEqual({ can: 'whole', tip: done.tip })
    expect(whyNotLandable(start as RunState, 'merged')).toBe('nothing-merged')
    expect(whyNotLandable(merged, 'done')).toBe('not-done')
    expect(whyNotLandable(merged, 'merged')).toBeUndefined()
    expect(whyNotLandable(done, 'done')).toBeUndefined()
  })

  it('I-27 is nothing once it is landed, until more is merged', () => {
    expect(landableOf(landed(done))).toEqual({ can: 'nothing', why: 'landed' })
    const more = runCore.fold(landed(done), [
      {
        type: 'base.synced',
        v: 1,
        at: 10,
        tip: oidOf('more'),
        base: oidOf('base'),
        by: { kind: 'operator', name: 'ada' },
      },
    ])
    expect(landableOf(more)).toEqual({ can: 'whole', tip: oidOf('more') })
    expect(landedOf(more)).toBeUndefined()
  })

  it('I-27 is what every proposal of the command says', () => {
    const proposed = (state: RunState): readonly NextStep[] =>
      nextSteps(state, { driver: 'none' }).filter((one) => isStep(one) && one.operation === 'land')
    expect(proposed(start as RunState)).toEqual([])
    expect(proposed(done)).toEqual([step('land', { run: 'toy' })])
    expect(proposed(landed(done))).toEqual([])
    expect(viewOf(merged, [], { driver: 'none' }).landable).toBe('partial')
    expect(landedOf(landed(done))).toEqual({ branch: 'main', commit: oidOf('to'), at: 9_000_000 })
  })
})
