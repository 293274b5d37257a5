/** Resuming is replay: what the log holds is the whole session, and nothing that is done is done again. */
import { describe, expect, it } from 'vitest'
import { createMemoryLog, createMemoryStore } from '#testing/memory-log/index.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import { catchUp, createActor } from '#engine/actor.ts'
import { runCodec, runStream } from '#engine/streams.ts'
import { canonicalJson } from '#model/canonical.ts'
import { hashText } from '#model/digest.ts'
import type { EventType } from '#model/event.ts'
import { planOf, unitOf } from '#testing/builders/index.ts'
import { settle, startScript } from './script.ts'
import { deliver, eventsOf, stamp, type World } from './world.ts'

describe('resuming', { timeout: 30_000 }, () => {
  const plan = planOf([unitOf('a')])
  const started = (world: World, path: string): number =>
    eventsOf(world).filter((event) => event.type === 'attempt.intended' && event.path === path).length

  it('U-20 a step is skipped only by a completed one with the same input', () => {
    const held = (): World =>
      settle(startScript(), { plan, answer: ({ phase }) => (phase === 'review' ? 'hold' : undefined) })
    const replayed = held()
    // As it comes back from a store.
    const folded = runCore.fold(runCore.initial('toy'), eventsOf(replayed))
    replayed.state = JSON.parse(canonicalJson(folded)) as RunState
    settle(replayed, { plan })
    expect([replayed.state.outcome, started(replayed, 'a/verify')]).toEqual(['done', 1])

    const moved = held()
    deliver(moved, {
      type: 'environment',
      ...stamp(moved),
      environment: hashText('another machine'),
      trust: { ground: 'nothing' },
    })
    settle(moved, { plan })
    expect([moved.state.outcome, started(moved, 'a/verify')]).toEqual(['done', 2])

    let reviews = 0
    const revised = settle(startScript(), {
      plan,
      answer: ({ phase, task }) =>
        phase === 'review' && 'nonce' in task && reviews++ === 0
          ? { status: 'judged', answer: { nonce: task.nonce, verdict: 'revise', summary: 'no' } }
          : undefined,
    })
    expect([revised.state.outcome, started(revised, 'a/verify')]).toEqual(['done', 2])
  })

  it('S3-09 the session is saved when its plan is accepted and after each unit: a process that reads the log goes on from there', async () => {
    const two = planOf([unitOf('a'), unitOf('b', { depends: ['a'] })])
    const log = createMemoryLog(createMemoryStore(), runCodec)
    const writer = await log.claim('toy')
    if (!writer.ok) throw new Error(writer.failure.why)
    const actor = createActor({ stream: runStream, writer: writer.value, state: runCore.initial('toy'), offer() {} })
    const points: EventType[] = []
    for (const { message, events, after } of settle(startScript(), { plan: two }).turns) {
      await actor.post(message)
      const point = events.find(({ type }) => type === 'question.answered' || type === 'unit.merged')
      if (point === undefined) continue
      points.push(point.type)
      const read = await catchUp(runCore, log, 'toy', runCore.initial('toy'))
      expect(read).toEqual({ ok: true, value: after })
      const later = settle({ ...startScript(), state: after, turns: [] }, { plan: two })
      expect(eventsOf(later).filter(({ type }) => type === 'question.asked')).toEqual([])
      expect(later.state.outcome).toBe('done')
    }
    expect(points).toEqual(['question.answered', 'unit.merged', 'unit.merged'])
    await log.close()
  })
})
