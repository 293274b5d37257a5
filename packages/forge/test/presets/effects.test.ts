/** The effect of a gate decides what its verdict does (U-06). */
import { describe, expect, it } from 'vitest'
import { openPoints } from '#core/views/closing.ts'
import type { RunSpec } from '#model/run.ts'
import { operator, planOf, specFor } from '#testing/builders/index.ts'
import { settle } from '../core/script.ts'
import { deliver, eventsOf, stamp, worldOf, type World } from '../core/world.ts'
import { a, saying, startedOf, unitIn } from './sprinting.ts'

describe('effects', { timeout: 60_000 }, () => {
  function withEffect(effect: 'ask' | 'defer' | 'advisory'): Partial<RunSpec> {
    const spec = specFor('build')
    const phases = spec.templates['module']?.phases.map((phase) =>
      phase.name === 'review' ? { ...phase, effect } : phase,
    )
    return { templates: { ...spec.templates, module: { phases: phases ?? [], onStop: 'continue' } } }
  }
  const revising = saying('review', 'revise')
  const build = (effect: 'ask' | 'defer' | 'advisory'): World => worldOf(1, specFor('build', withEffect(effect)))

  it('U-06 ask: a verdict that is not pass becomes a question about exactly that verdict; a yes goes on', () => {
    const world = settle(build('ask'), { plan: planOf([a]), answer: revising })
    const asked = eventsOf(world).find((event) => event.type === 'question.asked' && event.question.about === 'verdict')
    expect(asked).toMatchObject({ question: { path: 'a/review', text: expect.saying('more') } })
    expect(unitIn(world, 'a').merged).toBeDefined()
  })

  it('U-06 ask: a no sends the work back as if the gate were blocking', () => {
    const world = build('ask')
    let isRejected = false
    settle(world, {
      plan: planOf([a]),
      answer(attempt, at) {
        const question = Object.values(at.state.questions).find(({ about }) => about === 'verdict')
        if (question !== undefined) throw new Error('the script answers questions first')
        return revising(attempt, at)
      },
      approves: 'no',
    })
    for (let round = 0; round < 5; round += 1) {
      const [question] = Object.values(world.state.questions)
      if (question === undefined) break
      const isVerdict = question.about === 'verdict'
      isRejected ||= isVerdict
      const { key, subject } = question
      deliver(
        world,
        isVerdict
          ? { type: 'reject', ...stamp(world), question: key, subject, by: operator, note: 'no' }
          : { type: 'approve', ...stamp(world), question: key, subject, by: operator },
      )
      settle(world, { plan: planOf([a]), answer: revising, approves: 'no' })
    }
    expect(isRejected).toBe(true)
    expect(startedOf(world, 'a').filter((name) => name === 'implement').length).toBeGreaterThan(1)
    expect(unitIn(world, 'a').merged).toBeUndefined()
  })

  it('U-06 defer: recorded, gone on with, and left as an open point of the run', () => {
    const world = settle(build('defer'), { plan: planOf([a]), answer: revising })
    expect(unitIn(world, 'a').merged).toBeDefined()
    expect(openPoints(world.state)).toEqual([{ unit: 'a', phase: 'review', text: 'more' }])
  })
})
