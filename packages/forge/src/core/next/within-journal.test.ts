import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { raw } from '#messages/said.ts'
import { journalBytes } from '#model/bounds.ts'
import { defined } from '#model/defined.ts'
import type { Event, EventOf } from '#model/event.ts'
import { finishedMessage, startMessage, specOf } from '#testing/builders/index.ts'
import { runCore } from './core.ts'
import { tooLarge, withinJournal } from './within-journal.ts'

const large = 'x'.repeat(journalBytes)

function intended(): Extract<Event, { type: 'attempt.intended' }> {
  const state = runCore.fold(
    runCore.initial('run-1'),
    runCore.step(runCore.initial('run-1'), startMessage({ id: 'a', at: 1 }, specOf())),
  )
  const open = state.capacity.open
  const granted = runCore.step(state, {
    type: 'grant',
    id: 'b',
    at: 2,
    serial: 1,
    slots: 3,
    contested: [],
    gates: {},
    floor: 'ok',
    ...defined({ answers: open?.key }),
  })
  const found = granted.find((event) => event.type === 'attempt.intended')
  if (found?.type !== 'attempt.intended') throw new Error('nothing was dispatched')
  return found
}

describe('an event that the journal cannot hold', () => {
  it('of an attempt stops its unit, with size, limit and a way forward', () => {
    const event = intended()
    const stop = withinJournal({ ...event, task: { ...event.task, brief: large } as typeof event.task })
    expect(stop).toMatchObject({ type: 'unit.stopped', unit: event.path.split('/')[0], remedy: { word: 'edit' } })
    expect((stop as EventOf<'unit.stopped'>).reason).toSay(/attempt\.intended has \d+ bytes; at most \d+ are allowed/)
    expect(withinJournal(event)).toBe(event)
  })

  it('of anything else stops the run, and reasons are cut', () => {
    const paused: Event = {
      type: 'run.stopped',
      v: 1,
      at: 1,
      reason: raw('r'.repeat(3000)),
      remedy: { word: 'retry', hint: raw('') },
    }
    expect(render((withinJournal(paused) as EventOf<'run.stopped'>).reason, 'en')).toHaveLength(2000)
    const asked: Event = { type: 'capacity.asked', v: 1, at: 1, key: 'k/1', slots: 1, writes: [large] }
    expect(withinJournal(asked)).toMatchObject({ type: 'run.stopped' })
  })

  it('of an outcome makes it a failed attempt', () => {
    const outcome = { status: 'planned', answer: 'x' } as const
    expect(tooLarge(finishedMessage({ id: 'm', at: 1 }, { key: 'k/1', outcome }), raw('too large'))).toMatchObject({
      outcome: { status: 'failed', failure: { tag: 'invalid', errors: ['too large'] } },
    })
  })
})
