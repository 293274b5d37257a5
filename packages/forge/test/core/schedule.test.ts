/** The scheduler as the core runs it, against an oracle of its own. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { positionOf, type Position } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { planOf, specOf, unitOf } from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { exclude, moments, plainlyReady, slotsUsed, type InWork } from './oracle.ts'
import { game, kind, play, wild } from './play.ts'
import { failing, settle, startScript } from './script.ts'
import { eventsOf } from './world.ts'

/** Much is replanned, stopped and reopened, so that units start more than once. */
const busy = {
  ...kind,
  finish: 40,
  fail: 4,
  mislead: 3,
  edit: 2,
  retry: 6,
  reopen: 6,
  approve: 12,
  grantOddly: 2,
  resume: 4,
  raise: 2,
}
const habits = fc.constantFrom(busy, wild, kind)

describe('the scheduler', { timeout: 120_000 }, () => {
  it('U-09 C-07 (I-17) never has two units in work that declare to write the same path, and runs undeclared ones alone', () => {
    fc.assert(
      fc.property(game(300), habits, (drawn, chosen) => {
        for (const { event, after, inWork } of moments(play(drawn, chosen))) {
          if (event.type !== 'attempt.intended') continue
          const [unit = ''] = event.path.split('/')
          if (inWork.has(unit)) expect([...inWork].filter((other) => exclude(after, unit, other))).toEqual([])
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('U-09 (I-13) starts no unit before its dependencies are merged, and none that comes after others before they have ended', () => {
    fc.assert(
      fc.property(game(300), habits, (drawn, chosen) => {
        for (const { event, before } of moments(play(drawn, chosen))) {
          if (event.type !== 'attempt.intended') continue
          const { depends = [], after = [] } = before.units[event.path.split('/')[0] as string]?.spec ?? {}
          expect(depends.filter((id) => before.units[id]?.merged === undefined)).toEqual([])
          expect(after.filter((id) => Object.values(before.openAttempts).some(({ unit }) => unit === id))).toEqual([])
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('U-09 (I-11) has at most one open attempt of a unit at a time', () => {
    fc.assert(
      fc.property(game(300), habits, (drawn, chosen) => {
        for (const { after } of moments(play(drawn, chosen))) {
          const units = Object.values(after.openAttempts).map(({ unit }) => unit)
          expect(new Set(units).size).toBe(units.length)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('U-09 (I-16) never uses more slots than it was granted, and none below the floor', () => {
    fc.assert(
      fc.property(game(200), habits, (drawn, chosen) => {
        for (const { event, before, after } of moments(play(drawn, chosen))) {
          if (event.type !== 'attempt.intended' || slotsUsed(after) === slotsUsed(before)) continue
          expect(slotsUsed(after)).toBeLessThanOrEqual(before.capacity.granted)
          expect(before.capacity.floor).toBe('ok')
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('U-09 never idles a slot that a ready unit could use', () => {
    fc.assert(
      fc.property(game(250), habits, (drawn, chosen) => {
        const world = play(drawn, chosen)
        const ends = new Map(world.turns.map(({ after }) => [after.seq, after]))
        for (const { after, inWork } of moments(world)) {
          const state = ends.get(after.seq)
          if (state !== undefined && hasFreeSlot(state)) expect(idle(state, inWork)).toEqual([])
        }
      }),
      { numRuns: runs(150) },
    )
  })

  it('U-09 C-09 a stopped unit holds back its dependants and nobody else', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const edges = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 6 })
    fc.assert(
      fc.property(edges, fc.nat(4), (drawn, bad) => {
        const units = ids.map((id, index) =>
          unitOf(id, { depends: ids.filter((_, to) => to < index && drawn.some(([x, y]) => x === to && y === index)) }),
        )
        const answer = ({ unit, phase }: { unit: string; phase: string }) =>
          unit === ids[bad] && phase === 'implement' ? failing({ tag: 'blocked', text: raw('no') }) : undefined
        const { state } = settle(startScript(), { plan: planOf(units), answer })
        const lost = new Set([ids[bad] as string])
        for (const unit of units) if (unit.depends.some((on) => lost.has(on))) lost.add(unit.id)
        for (const id of ids)
          expect([id, state.units[id]?.status, (state.units[id]?.dispatches ?? 0) > 0]).toEqual(
            id === ids[bad] ? [id, 'stopped', true] : [id, lost.has(id) ? 'open' : 'done', !lost.has(id)],
          )
      }),
      { numRuns: runs(40) },
    )
  })

  it('C-09 a stopped unit stops the whole run where its template says halt, and nobody else where it says continue', () => {
    const plan = planOf([unitOf('a'), unitOf('b')])
    const after = (onStop: 'halt' | 'continue') => {
      const { templates } = specOf()
      const module = { phases: templates['module']?.phases ?? [], onStop }
      return settle(startScript({ slots: 1, templates: { ...templates, module } }), {
        plan,
        answer: ({ unit, phase }) =>
          unit === 'a' && phase === 'implement' ? failing({ tag: 'blocked', text: raw('no') }) : undefined,
      }).state
    }
    expect(after('halt')).toMatchObject({
      status: 'stopped',
      units: { a: { status: 'stopped' }, b: { status: 'open', dispatches: 0 } },
    })
    expect(after('continue')).toMatchObject({ units: { a: { status: 'stopped' }, b: { status: 'done' } } })
  })

  it('U-09 starts the unit with the longest chain behind it first, then the oldest', () => {
    const plan = planOf([
      unitOf('short', { expectedMinutes: 8 }),
      unitOf('head', { expectedMinutes: 1 }),
      unitOf('tail', { expectedMinutes: 9, depends: ['head'] }),
      unitOf('twin', { expectedMinutes: 8 }),
    ])
    const world = settle(startScript({ slots: 1 }), { plan })
    const started = eventsOf(world).flatMap((event) =>
      event.type === 'attempt.intended' && event.path.endsWith('/implement') ? [event.path] : [],
    )
    // While `head` is being merged the slot is free, and `tail` may not start yet: `short` does not wait for it.
    expect(started).toEqual(['head/implement', 'short/implement', 'tail/implement', 'twin/implement'])
  })

  it('U-09 the strategy sequential has one unit in work at a time', () => {
    const world = settle(startScript({ strategy: 'sequential' }), {
      plan: planOf([unitOf('a'), unitOf('b'), unitOf('c')]),
    })
    for (const { inWork } of moments(world)) expect(inWork.size).toBeLessThanOrEqual(1)
    expect(world.state.outcome).toBe('done')
  })
})

function hasFreeSlot(state: RunState): boolean {
  const { floor, granted, limits: gates } = state.capacity
  const hasRoom = state.status === 'running' && floor === 'ok' && slotsUsed(state) < granted
  // A plan that waits to replace running units holds the graph; until it has, nobody is plainly ready.
  const isChanging = Object.values(state.units).some(
    (unit) => unit.status === 'open' && unit.plan !== undefined && !unit.plan.expanded,
  )
  return hasRoom && Object.keys(gates).length === 0 && !isChanging
}

function needsSlot(position: Position | undefined): boolean {
  return position?.phase.kind === 'agent' || position?.phase.kind === 'check'
}

/** Units that could use a slot now: ready to begin, or in work and about to ask an agent or run a check. */
function idle(state: RunState, inWork: InWork): string[] {
  const between = [...inWork].filter((id) => {
    const unit = state.units[id] as UnitState
    const isBusy = Object.values(state.openAttempts).some((attempt) => attempt.unit === id)
    return !isBusy && unit.wakeAt === undefined && needsSlot(positionOf(state, unit))
  })
  // A unit that was reopened may stand at its merge, which needs a turn and no slot.
  const ready = plainlyReady(state, inWork).filter((id) => needsSlot(positionOf(state, state.units[id] as UnitState)))
  return [...ready, ...between]
}
