/** What checks run in may change while a run waits: what they said of it counts no longer, and nothing else is asked again. */
import { describe, expect, it } from 'vitest'
import { hashText } from '#model/digest.ts'
import { planOf, unitOf } from '#testing/builders/index.ts'
import { settle, startScript } from './script.ts'
import { deliver, eventsOf, stamp, type World } from './world.ts'

const plan = planOf([unitOf('a')])

function startedOf(world: World): string[] {
  return eventsOf(world).flatMap((event) =>
    event.type === 'attempt.intended' && event.task.unit === 'a' ? [event.path.split('/')[1] ?? ''] : [],
  )
}

describe('another environment', () => {
  it('I-21 U-04 makes exactly the checks stale: they run again, and neither the work nor the review is done twice', () => {
    const world = startScript()
    settle(world, { plan, answer: ({ phase }) => (phase === 'review' ? 'hold' : undefined) })
    expect(startedOf(world)).toEqual(['implement', 'verify', 'review'])
    deliver(world, {
      type: 'environment',
      ...stamp(world),
      environment: hashText('another machine'),
      trust: { ground: 'nothing' },
    })
    settle(world, { plan })
    expect(startedOf(world).slice(0, 5)).toEqual(['implement', 'verify', 'review', 'verify', 'integrate'])
    expect(world.state.outcome).toBe('done')
  })

  it('I-21 U-04 what is merged stays merged, and the same environment is no news', () => {
    const world = startScript()
    settle(world, { plan })
    const before = startedOf(world)
    const environment = hashText('another machine')
    deliver(world, { type: 'environment', ...stamp(world), environment, trust: { ground: 'nothing' } })
    deliver(world, { type: 'environment', ...stamp(world), environment, trust: { ground: 'nothing' } })
    settle(world, { plan })
    expect(startedOf(world)).toEqual(before)
    expect(eventsOf(world).filter(({ type }) => type === 'environment.changed')).toHaveLength(1)
  })
})
