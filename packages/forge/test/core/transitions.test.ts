/** What may follow what: the tables are written out here, not taken from the code they hold to account. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunStatus, UnitState } from '#core/state/state.ts'
import type { EventType } from '#model/event.ts'
import { runs } from '../runs.ts'
import { cursed, game, play, wild } from './play.ts'
import { trail, type World } from './world.ts'

/** From → to → the events that may lead there. Staying is always allowed. */
const runMoves: Record<RunStatus, Partial<Record<RunStatus, readonly EventType[]>>> = {
  absent: { running: ['run.created'] },
  running: {
    paused: ['run.paused'],
    stopped: ['run.stopped'],
    cancelling: ['run.cancelled'],
    finished: ['run.finished'],
  },
  paused: { running: ['run.resumed', 'limits.raised', 'unit.reopened'], cancelling: ['run.cancelled'] },
  stopped: { running: ['run.resumed', 'limits.raised', 'unit.reopened'], cancelling: ['run.cancelled'] },
  cancelling: { finished: ['run.finished'] },
  // Its branch was shown over a commit of somebody else.
  finished: { running: ['unit.reopened'], stopped: ['run.stopped'] },
}

type UnitStatus = UnitState['status']

const unitMoves: Record<UnitStatus, Partial<Record<UnitStatus, readonly EventType[]>>> = {
  open: { done: ['unit.finished'], stopped: ['unit.stopped'], dropped: ['graph.changed'] },
  stopped: { open: ['unit.reopened', 'plan.proposed', 'graph.changed'], dropped: ['graph.changed'] },
  done: { open: ['unit.reopened', 'plan.proposed', 'graph.changed', 'recovery.chosen'], dropped: ['graph.changed'] },
  dropped: { open: ['graph.changed'] },
}

function illegalMoves(world: World): string[] {
  const found: string[] = []
  for (const { event, before, after } of trail(world)) {
    const isRunMove = before.status !== after.status
    if (
      before.status === 'finished' &&
      after.status === 'stopped' &&
      (before.foreignTip === undefined || before.outcome !== 'done')
    )
      found.push(`run ${before.outcome} → stopped without a foreign ref`)
    if (isRunMove && !runMoves[before.status][after.status]?.includes(event.type)) {
      found.push(`run ${before.status} → ${after.status} by ${event.type}`)
    }
    for (const id of before.order) {
      const from = before.units[id]?.status as UnitStatus
      const to = after.units[id]?.status as UnitStatus
      if (from !== to && !unitMoves[from][to]?.includes(event.type)) found.push(`unit ${from} → ${to} by ${event.type}`)
    }
  }
  return found
}

/** Facts that a run which does not go on must never bring about. */
const starts: readonly EventType[] = [
  'attempt.intended',
  'question.asked',
  'graph.changed',
  'unit.finished',
  'unit.merged',
]

describe('transitions', { timeout: 120_000 }, () => {
  it('U-01 no sequence of messages yields an illegal transition of a run or a unit', () => {
    fc.assert(
      fc.property(game(250), (drawn) => {
        expect(illegalMoves(play(drawn, wild))).toEqual([])
      }),
      { numRuns: runs(150) },
    )
  })

  it('U-01 after a run has finished nothing is started until a unit is reopened', () => {
    fc.assert(
      fc.property(game(250), fc.constantFrom(wild, cursed), (drawn, habits) => {
        for (const { event, before } of trail(play(drawn, habits))) {
          if (before.status === 'finished') expect(starts).not.toContain(event.type)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('U-01 a paused, stopped or cancelled run dispatches nothing', () => {
    fc.assert(
      fc.property(game(250), (drawn) => {
        for (const { event, before } of trail(play(drawn, wild))) {
          if (event.type === 'attempt.intended') expect(before.status).toBe('running')
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('U-01 what is merged stays merged, and once', () => {
    fc.assert(
      fc.property(game(300), (drawn) => {
        for (const { event, before, after } of trail(play(drawn, wild))) {
          if (event.type === 'unit.merged') expect(before.units[event.unit]?.merged).toBeUndefined()
          for (const id of before.order) {
            const merged = before.units[id]?.merged
            if (merged !== undefined) expect(after.units[id]?.merged).toEqual(merged)
          }
        }
      }),
      { numRuns: runs(100) },
    )
  })
})
