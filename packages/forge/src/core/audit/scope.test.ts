import { describe, expect, it } from 'vitest'
import { raw, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event, EventOf } from '#model/event.ts'
import { hashText } from '#model/digest.ts'
import { UnitSpec, type PlannedUnit } from '#model/unit.ts'
import { oidOf, planOf, unitOf } from '#testing/builders/index.ts'
import { createScope } from './scope.ts'

const at = { at: 1, v: 1 } as const
const hashOf = (planner: string, round: number): string => hashText(`${planner} ${round}`)
const specOf = (unit: PlannedUnit, plannedBy?: string): UnitSpec =>
  UnitSpec.parse({ ...unit, template: 'work', ...defined({ plannedBy }) })

function proposed(unit: string, units: readonly PlannedUnit[], round = 1): Event {
  return { ...at, type: 'plan.proposed', unit, plan: planOf(units), hash: hashOf(unit, round), by: 'agent' }
}

type Change = Pick<Partial<EventOf<'graph.changed'>>, 'add' | 'drop' | 'replace'>

function changed(unit: string, change: Change, round = 1): EventOf<'graph.changed'> {
  const nothing = { iteration: 0, add: [], drop: [], replace: [], reason: raw('a plan') }
  return { ...at, type: 'graph.changed', ...nothing, unit, plan: hashOf(unit, round), ...change }
}

const merged = (unit: string): Event => ({ ...at, type: 'unit.merged', unit, commit: oidOf(unit), trailer: unit })
const finished = (unit: string): Event => ({ ...at, type: 'unit.finished', unit })
const ended: Event = { ...at, type: 'run.finished', outcome: 'done', reason: raw('all ended') }

/** Two planners, `plan` with `api` and `other` with `web`. */
const twoPlanners: readonly Event[] = [
  changed('start', { add: [specOf(unitOf('plan')), specOf(unitOf('other'))] }),
  proposed('plan', [unitOf('api')]),
  changed('plan', { add: [specOf(unitOf('api'), 'plan')] }),
  proposed('other', [unitOf('web')]),
  changed('other', { add: [specOf(unitOf('web'), 'other')] }),
]

function lost(...events: readonly Event[]): readonly Said[] {
  const scope = createScope()
  return events.flatMap((event) => scope.take(event))
}

describe('I-41 what the auditor says of the scope of a run', () => {
  it('nothing of two planners whose units all end', () => {
    expect(lost(...twoPlanners, ...['plan', 'other', 'api', 'web'].map(finished), ended)).toEqual([])
  })

  it('a plan that drops or changes what another planned', () => {
    const again = proposed('other', [unitOf('web')], 2)
    const drops = changed('other', { drop: ['api'] }, 2)
    expect(lost(...twoPlanners, again, drops)).toEqual(['the plan of other dropped api, which plan planned'])
    const changes = changed('other', { replace: [specOf(unitOf('api', { writes: ['x'] }), 'plan')] }, 2)
    expect(lost(...twoPlanners, again, changes)).toEqual(['the plan of other changed api, which plan planned'])
  })

  it('a plan that uses the id of merged work', () => {
    const again = proposed('plan', [unitOf('api', { title: 'Another' })], 2)
    expect(lost(...twoPlanners, merged('api'), again)).toEqual([
      'the plan of plan contains api, which is already merged',
    ])
    const replaced = changed('plan', { replace: [specOf(unitOf('api', { title: 'Another' }), 'plan')] }, 2)
    expect(lost(...twoPlanners, merged('api'), replaced)).toContainEqual('a plan replaced api, which is already merged')
  })

  it('a unit of a plan that became none, is open at the end, or is dropped at the end', () => {
    const without = [proposed('plan', [unitOf('api'), unitOf('cart')], 2), changed('plan', {}, 2)]
    expect(lost(...twoPlanners, ...without)).toEqual([
      'the plan of plan contains cart, but the run never had this unit',
    ])
    const ends = ['plan', 'other', 'web'].map(finished)
    expect(lost(...twoPlanners, ...ends, ended)).toEqual(['the run is done, but api is open'])
    const { plan, ...dropped } = changed('plan', { drop: ['api'] })
    expect(plan).toBe(hashOf('plan', 1))
    expect(lost(...twoPlanners, ...ends, dropped, ended)).toEqual([
      'plan planned api, and it is dropped at the end of the run',
    ])
  })
})
