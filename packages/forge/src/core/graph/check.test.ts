import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import type { PlannedUnit } from '#model/unit.ts'
import { jsonOf, planOf, unitOf } from '#testing/builders/index.ts'
import { checkPlan, findCycle, type KnownUnits } from './check.ts'
import { overlapsIn } from './overlaps.ts'
import { planWarnings } from './warnings.ts'

const known: KnownUnits = { taken: new Set(['plan', 'final']), merged: new Set(['old']) }

function errorsOf(units: readonly PlannedUnit[]): readonly string[] {
  const checked = checkPlan(jsonOf(planOf(units)), known)
  return checked.ok ? [] : checked.failure.map((error) => render(error, 'en'))
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f']

describe('a plan', () => {
  it('S3-06 (I-15) with a circle of dependencies is refused, and the circle is named', () => {
    const edges = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 9 })
    fc.assert(
      fc.property(edges, (drawn) => {
        const units = ids.map((id, index) =>
          unitOf(id, { depends: ids.filter((_, on) => drawn.some(([x, y]) => x === index && y === on)) }),
        )
        const cycle = findCycle(units)
        expect(cycle !== undefined).toBe(!canBeOrdered(units))
        expect(errorsOf(units).some((error) => error.includes('form a cycle'))).toBe(cycle !== undefined)
        if (cycle === undefined) return
        expect(cycle[0]).toBe(cycle.at(-1))
        cycle
          .slice(1)
          .forEach((id, index) => expect(units.find((unit) => unit.id === cycle[index])?.depends).toContain(id))
      }),
    )
  })

  it('S3-06 (I-15) with an id used twice, taken, or a dependency nobody has is refused', () => {
    expect(errorsOf([unitOf('a'), unitOf('a')])).toEqual(['unit id used twice: a'])
    expect(errorsOf([unitOf('final')])).toEqual(['unit id is taken: final (Forge uses plan, final itself)'])
    expect(errorsOf([unitOf('a', { depends: ['b'] })])).toEqual(['unit a depends on b, which does not exist'])
    expect(errorsOf([unitOf('a', { depends: ['old'] })])).toEqual([])
  })

  it('S3-06 (I-30) with a path that leaves the repository is refused', () => {
    expect(errorsOf([unitOf('a', { writes: ['../x'] })])[0]).toMatch(/is outside of the repository/)
  })

  it('S3-06 without a verify command for every unit is refused', () => {
    expect(errorsOf([unitOf('a', { verify: [] })])).toEqual(['unit a has no verify command'])
  })

  it.each([
    ['a plan', 'a plan must be an object with units, not a string'],
    [{ modules: [] }, 'the plan has an unknown key modules: did you mean units?'],
    [{ units: [] }, 'units is empty'],
    [{ units: [{ id: 'a' }] }, 'unit a, title is missing'],
    [{ units: [{ title: 'A' }] }, 'unit number 1, id is missing'],
    [{ units: [written({ files: ['x'] })] }, 'unit a has an unknown key files: did you mean writes?'],
    [
      { units: [written({ verify: ['npm test'] })] },
      /^unit a, verify 1 must be an object with name, run.*not "npm test"$/,
    ],
    [
      { units: [written({ verify: [{ name: 't', cmd: 'x' }] })] },
      /verify 1 has an unknown key cmd.*did you mean run\?/,
    ],
    [{ units: [written({ complexity: 'high' })] }, 'unit a, complexity must be light or standard or heavy, not "high"'],
    [
      { units: [written({ costBudget: { maxTokens: 0 } })] },
      'unit a, costBudget, maxTokens must be more than 0, not 0',
    ],
    [{ units: [written({ title: 'x'.repeat(301) })] }, 'unit a, title is longer than 300 characters'],
    [{ units: [written({ title: 'a\u202Eb' })] }, /^unit a, title must be one printable line, and has U\+202E/],
    [
      { units: [written({ title: 'x\n\nSigned-off-by: y' })] },
      /^unit a, title must be one printable line, and has U\+000A/,
    ],
    [{ units: [written({ expected_trajectory: [] })] }, /did you mean expectedTrajectory\?$/],
  ])('S3-06 that is written wrong is sent back with the place and what belongs there: %j', (plan, words) => {
    const checked = checkPlan(jsonOf(plan), known)
    const lines = checked.ok ? [] : checked.failure.flatMap((error) => render(error, 'en').split('\n'))
    expect(lines).toContainEqual(typeof words === 'string' ? words : expect.stringMatching(words))
  })

  it('S3-06 with two commands of one name, or a command outside of the repository, is refused', () => {
    const twice = unitOf('a', { verify: [...unitOf('a').verify, ...unitOf('a').verify] })
    expect(errorsOf([twice])).toEqual(['unit a has two verify commands called test'])
    const outside = unitOf('a', { verify: [{ name: 'test', run: 'x', cwd: '../..', timeoutMs: 1000 }] })
    expect(errorsOf([outside])).toEqual(['unit a runs test in "../..", which is outside of the repository'])
  })

  it.each(['src/**', '*.ts', 'src/?.ts'])(
    'that declares to write the pattern %s is refused: it covers no file',
    (path) => {
      const words = 'is a pattern: name single files, or a folder with a slash at the end'
      expect(errorsOf([unitOf('a', { writes: [path] })])).toEqual([`unit a writes "${path}", which ${words}`])
      expect(errorsOf([unitOf('a', { writes: ['app/[id]/page.tsx'] })])).toEqual([])
    },
  )

  it('R-39 that contradicts itself is refused: it writes what it must not change, asks the same twice, budgets nothing', () => {
    expect(errorsOf([unitOf('a', { writes: ['db/x.sql'], disallowedChanges: ['db'] })])).toEqual([
      'unit a writes db/x.sql, but db is in its disallowedChanges',
    ])
    expect(errorsOf([unitOf('a', { disallowedChanges: ['../x'] })])[0]).toMatch(
      /must not change.*is outside of the repository/,
    )
    expect(errorsOf([unitOf('a', { expectedTrajectory: ['/x'] })])[0]).toMatch(/is expected to change.*is absolute/)
    const criteria = ['It works', 'it  works'].map((check) => ({ check, expected: 'yes' }))
    expect(errorsOf([unitOf('a', { acceptanceCriteria: criteria })])[0]).toMatch(/two acceptanceCriteria/)
    expect(errorsOf([unitOf('a', { costBudget: {} })])[0]).toMatch(/costBudget with neither/)
  })

  it('C-07 in strict mode is refused when units share a path and neither waits for the other; otherwise it is not', () => {
    const shared = [
      unitOf('a', { writes: ['src/'] }),
      unitOf('b', { writes: ['src/x.ts'] }),
      unitOf('c', { writes: ['src/x.ts'], depends: ['b'] }),
    ]
    const strict = checkPlan(jsonOf(planOf(shared)), { ...known, overlaps: 'refuse' })
    expect(strict.ok ? [] : strict.failure).toEqual([
      'units a and b both write src/x.ts: make one depend on the other, or give them different paths',
      'units a and c both write src/x.ts: make one depend on the other, or give them different paths',
    ])
    expect(errorsOf(shared)).toEqual([])
  })

  it('S3-07 shared paths are found in large plans at once, and told apart by who waits for whom, however far', () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      unitOf(`u${index}`, {
        writes: Array.from({ length: 50 }, (__, file) => `d${index}/f${file}`),
        depends: index === 0 ? [] : [`u${index - 1}`, ...(index > 1 ? [`u${index - 2}`] : [])],
      }),
    )
    const plan = planOf([
      ...many,
      unitOf('early', { writes: ['d0/f1'] }),
      unitOf('last', { writes: ['d0/'], depends: ['u199'] }),
    ])
    expect(overlapsIn(plan)).toEqual([
      { units: ['u0', 'early'], paths: ['d0/f1'], order: 'parallel' },
      { units: ['u0', 'last'], paths: Array.from({ length: 50 }, (_, file) => `d0/f${file}`), order: 'dependent' },
      { units: ['early', 'last'], paths: ['d0/f1'], order: 'parallel' },
    ])
  })

  it('S3-05 of one, or more than seven units, or of units with more than five files is warned about, and allowed', () => {
    const named = (count: number) => Array.from({ length: count }, (_, index) => unitOf(`u${index}`))
    expect(planWarnings(planOf(named(1)))).toEqual(['the plan has only one unit, so nothing can run in parallel'])
    expect(planWarnings(planOf(named(2)))).toEqual([])
    expect(planWarnings(planOf(named(7)))).toEqual([])
    expect(planWarnings(planOf(named(8)))).toEqual(['the plan has 8 units; more than 7 are hard to keep independent'])
    const files = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`)
    expect(planWarnings(planOf([unitOf('a'), unitOf('b', { writes: files(5) })]))).toEqual([])
    const large = planOf([unitOf('a'), unitOf('b', { writes: files(6) })])
    expect(planWarnings(large)).toEqual(['b writes 6 paths; a unit with more than 5 is often two units'])
    expect(checkPlan(jsonOf(large), known).ok).toBe(true)
  })

  it('S3-05 keeps files, dependencies, complexity, checks and expected minutes of every unit, and its risks', () => {
    const unit = unitOf('a', { complexity: 'heavy', expectedMinutes: 20, depends: ['old'] })
    const checked = checkPlan(jsonOf({ ...planOf([unit]), risks: ['the schema may drift'] }), known)
    expect(checked.ok && checked.value).toMatchObject({ units: [unit], risks: ['the schema may drift'] })
  })

  it('S3-06 whose ids are names that every object has is refused, and never mistaken for a unit', () => {
    const plan = { summary: '', units: [{ ...unitOf('a'), id: 'constructor' }] }
    expect(checkPlan(jsonOf(plan), known).ok).toBe(false)
  })

  it('S3-06 that is no plan at all is refused with words, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const checked = checkPlan(jsonOf(value), known)
        expect(checked.ok).toBe(false)
        if (!checked.ok) expect(checked.failure.map((error) => render(error, 'en')).join('')).toMatch(/./)
      }),
    )
  })
})

function written(more: object): object {
  return { id: 'a', title: 'A', writes: ['x'], verify: [{ name: 'test', run: 'npm test' }], ...more }
}

/** Removes units without dependencies until none is left, or none can be removed. */
function canBeOrdered(units: readonly PlannedUnit[]): boolean {
  let left = [...units]
  for (;;) {
    const names = new Set(left.map(({ id }) => id))
    const next = left.filter(({ depends }) => depends.some((id) => names.has(id)))
    if (next.length === left.length) return left.length === 0
    left = next
  }
}
