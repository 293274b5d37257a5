/** Friction: told by agents with their answers, met by Forge itself, and one record for each. */
import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { frictionOf } from '#core/views/friction.ts'
import { defined } from '#model/defined.ts'
import { FrictionSignal } from '#model/friction.ts'
import type { Json } from '#model/json.ts'
import { operator, planOf, routingOf, unitOf } from '#testing/builders/index.ts'
import { failing, settle, startScript, usual } from './script.ts'
import { deliver, eventsOf, stamp, type World } from './world.ts'

const plan = planOf([unitOf('a')])

function playWith(friction: Json, nonce?: string): World {
  const badges = { worker: { noun: 'engineer' } }
  return settle(startScript({ routing: routingOf(), badges }), {
    plan,
    answer(attempt, world) {
      const outcome = usual(world, attempt, plan)
      if (attempt.task.do !== 'work' || !('answer' in outcome)) return undefined
      const more = defined({ nonce })
      return { ...outcome, answer: { ...(outcome.answer as object), ...more, friction } }
    },
  })
}

describe('friction', () => {
  it('S0-43 S0-44 told with an answer becomes one fact per signal, in the same turn, stamped by Forge', () => {
    const world = playWith([
      { issue: 'skill_missing', evidence: 'nothing about dates' },
      { issue: 'skill_stale', subkind: 'x_old_api' },
    ])
    const noted = eventsOf(world).filter((event) => event.type === 'friction.noted')
    expect(noted).toMatchObject([
      {
        key: 'toy/0/a/implement#1',
        workflow: 'module/implement',
        persona: 'engineer',
        issue: 'skill_missing',
        evidence: 'nothing about dates',
      },
      { key: 'toy/0/a/implement#1', issue: 'skill_stale', subkind: 'x_old_api' },
    ])
    const turn = world.turns.find(({ events }) => events.some(({ type }) => type === 'friction.noted'))
    expect(turn?.events.map(({ type }) => type).slice(0, 4)).toEqual([
      'attempt.finished',
      'verdict.given',
      'friction.noted',
      'friction.noted',
    ])
    const told = frictionOf(eventsOf(world)).filter(({ source }) => source === 'agent')
    expect(told).toMatchObject([{ model: 'middle-1', persona: 'engineer' }, { model: 'middle-1' }])
    expect(world.state.outcome).toBe('done')
  })

  it('S0-43 knows five words and experimental ones; anything else makes the answer not fit', () => {
    for (const issue of ['skill_unused', 'skill_failed', 'skill_missing', 'skill_stale', 'skill_redundant', 'x_mine'])
      expect(FrictionSignal.safeParse({ issue }).success).toBe(true)
    for (const issue of ['skill_bad', 'x_', 'X_mine', 'x_Mine', ''])
      expect(FrictionSignal.safeParse({ issue }).success).toBe(false)
    expect(FrictionSignal.safeParse({ subkind: 'skill_stale' }).success).toBe(false)
    const world = playWith([{ issue: 'skill_bad' }])
    expect(eventsOf(world).some(({ type }) => type === 'friction.noted')).toBe(false)
    expect(world.state.units['a']?.status).toBe('stopped')
  })

  it('S0-44 of an answer that is not of this attempt is not recorded', () => {
    const world = playWith([{ issue: 'skill_missing' }], 'forged')
    expect(eventsOf(world).some(({ type }) => type === 'friction.noted')).toBe(false)
  })

  it('S0-39 S0-44 of Forge itself is read from what is recorded: spawn failures, malformed answers, refused words, usage nobody told', () => {
    const world = settle(startScript({ routing: routingOf() }), {
      plan,
      answer: ({ task, key }) => {
        if (task.do === 'work' && key.endsWith('#1'))
          return failing({ tag: 'unavailable', what: raw('no such program') })
        if (task.do === 'judge') return { status: 'judged', answer: { nonce: task.nonce, verdict: 'LGTM' } }
        return undefined
      },
    })
    deliver(world, { type: 'resume', ...stamp(world), by: operator })
    const found = frictionOf(eventsOf(world))
    expect(new Set(found.map(({ issue }) => issue))).toEqual(
      new Set(['x_spawn_failed', 'x_verdict_malformed', 'x_word_refused', 'x_usage_missing']),
    )
    for (const one of found)
      expect(one).toMatchObject({ source: 'forge', persona: 'orchestrator', workflow: 'orchestrate' })
    expect(found.find(({ issue }) => issue === 'x_verdict_malformed')?.evidence).toSay('"LGTM" is not a verdict')
  })
})
