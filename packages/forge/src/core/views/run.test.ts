/** The one view of a run: it fits its schema, its units are a tree, and it equals its sources. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defined } from '#model/defined.ts'
import { livingIn, unitsIn } from '#model/unit-tree.ts'
import { RunView, type UnitView } from '#model/view.ts'
import { failures, planOf, unitOf } from '#testing/builders/index.ts'
import { game, kind, play, wild } from '../../../test/core/play.ts'
import { failing, settle, startScript } from '../../../test/core/script.ts'
import { eventsOf, viewIn } from '../../../test/core/world.ts'
import { runs } from '../../../test/runs.ts'
import { summaryOf } from './summary.ts'
import { viewOf } from './run.ts'

describe('the view of a run', { timeout: 60_000 }, () => {
  it('U-11 is what its schema says, whole, whatever happened', () => {
    fc.assert(
      fc.property(game(150, 'build', 'sprint'), fc.constantFrom(wild, kind), (drawn, chosen) => {
        const view = viewIn(play(drawn, chosen))
        const read = RunView.safeParse(JSON.parse(JSON.stringify(view)))
        expect(read.error).toBeUndefined()
        expect(read.data).toEqual(JSON.parse(JSON.stringify(view)))
      }),
      { numRuns: runs(30) },
    )
  })

  it('U-11 has all that the summary has; only money and tokens are those of the whole journal', () => {
    const { state } = settle(startScript(), { plan: planOf([unitOf('a')]) })
    const { run, seq } = state
    expect(viewOf(state, [], { driver: 'none' })).toMatchObject({ ...summaryOf(state), run, seq })
  })

  it('has units as a tree, each with its path; walked, every unit is there once', () => {
    const { units } = viewIn(settle(startScript(), { plan: planOf([unitOf('a'), unitOf('b')]) }))
    expect(units.map(({ id, path, level, children }) => [id, path, level, children])).toEqual(
      ['plan', 'a', 'b', 'final'].map((id) => [id, id, 0, []]),
    )
    const [first, ...others] = units
    const nested: readonly UnitView[] = first === undefined ? [] : [{ ...first, children: others }]
    expect(unitsIn(nested).map(({ id }) => id)).toEqual(['plan', 'a', 'b', 'final'])
    expect(livingIn(nested)).toHaveLength(4)
  })

  it('says how it ended, and whether that needs a diagnosis', () => {
    const plan = planOf([unitOf('a')])
    const ended = (answer?: Parameters<typeof settle>[1]['answer']) => {
      const { end, hasHalted, landable } = viewIn(settle(startScript(), { plan, ...defined({ answer }) }))
      return { end, hasHalted, landable }
    }
    expect(ended()).toEqual({ end: 'done', hasHalted: false, landable: 'whole' })
    expect(ended(({ phase }) => (phase === 'implement' ? 'hold' : undefined))).toMatchObject({ end: 'open' })
    const blocked = ended(({ phase }) => (phase === 'implement' ? failing(failures.blocked) : undefined))
    expect(blocked).toEqual({ end: 'unsuccessful', hasHalted: true, landable: 'nothing' })
  })

  it('U-31 has every attempt at a unit, in order, with what became of it', () => {
    const world = settle(startScript(), { plan: planOf([unitOf('a')]) })
    const tries = unitsIn(viewIn(world).units).flatMap((unit) => unit.tries)
    const intended = eventsOf(world).filter(({ type }) => type === 'attempt.intended')
    expect(tries).toHaveLength(intended.length)
    expect(tries.every(({ outcome, state }) => outcome !== undefined && state !== 'running')).toBe(true)
    const numbers = eventsOf(world).flatMap(({ type }, index) => (type === 'attempt.intended' ? [index + 1] : []))
    expect(tries.map(({ seq }) => seq).toSorted((one, other) => one - other)).toEqual(numbers)
  })
})
