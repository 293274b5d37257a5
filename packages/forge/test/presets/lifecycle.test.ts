/** How a sprint, its tasks and a bug change by the production core: state machines, strategies, routes. */
import { describe, expect, it } from 'vitest'
import { gateFactsOf } from '#core/gates/preflight.ts'
import { runFacts, unitFacts } from '#core/gates/standing.ts'
import { statusIn } from '#core/gates/status.ts'
import { readField } from '#core/gates/fields.ts'
import { bug } from '#presets/statuses/bug.ts'
import { sprint as sprintTable } from '#presets/statuses/sprint.ts'
import { task } from '#presets/statuses/task.ts'
import type { RunSpec } from '#model/run.ts'
import { editMessage, failures, operator, planOf, specFor, unitOf } from '#testing/builders/index.ts'
import { failing, settle } from '../core/script.ts'
import { deliver, eventsOf, stamp, trail, worldOf, type World } from '../core/world.ts'
import {
  a,
  bugState,
  planned,
  saying,
  sprint,
  sprintState,
  startedOf,
  taskState,
  unitIn,
  type Answer,
} from './sprinting.ts'

type Moves = Readonly<Record<string, readonly string[]>>

/** `c` builds on `a`, and has nothing to do with `b`. */
const dependent = [a, unitOf('b'), unitOf('c', { depends: ['a'] })]

describe('the state machines', { timeout: 60_000 }, () => {
  it('R-01 a sprint opens in planning; nothing of it begins before somebody says so; a note closes it', () => {
    const world = planned([a])
    expect(sprintState(world.state)).toBe('planning')
    expect(startedOf(world, 'a')).toEqual([])
    deliver(world, { type: 'begin', ...stamp(world), by: operator })
    expect(sprintState(world.state)).toBe('active')
    settle(world, { plan: planOf([a]) })
    expect(sprintState(world.state)).toBe('completed')
    deliver(world, { type: 'retrospect', ...stamp(world), by: operator, note: 'well' })
    expect(sprintState(world.state)).toBe('retrospective-done')
  })

  it('R-01 every change of a task is one of the table', () => {
    const [plan, code] = [saying('review-plan', 'revision', 1), saying('review-code', 'revision', 4)]
    const answer: Answer = (attempt, at) => plan(attempt, at) ?? code(attempt, at)
    const world = sprint([a], answer)
    deliver(world, { type: 'reopen', ...stamp(world), unit: 'a', by: operator, reason: 'again' })
    settle(world, { plan: planOf([a]), answer: saying('validate', 'revision', 1) })
    const seen: string[] = []
    for (const { before, after } of trail(world)) {
      const [from, to] = [before.units['a'], after.units['a']]
      if (from === undefined || to === undefined) continue
      const [one, other] = [taskState(before, from), taskState(after, to)]
      if (one === other) continue
      seen.push(other)
      expect([one, (task.moves as Moves)[one]]).toEqual([one, expect.arrayContaining([other])])
    }
    expect(seen).toEqual(
      expect.arrayContaining(['plan-revision-required', 'code-revision-required', 'escalated', 'committed']),
    )
  })

  it('R-01 the ends have no way out; only a new plan may bring back a task that another had taken out', () => {
    expect(task.moves.committed).toEqual([])
    expect(task.moves.abandoned).toEqual(['draft'])
    for (const end of ['blocked', 'escalated'] as const) expect(task.moves[end]).not.toContain('committed')
    expect([sprintTable.moves.abandoned, bug.moves.abandoned]).toEqual([[], []])
    const world = planned([a, unitOf('b')])
    const planAs = (...ids: string[]): void => {
      const plan = planOf(ids.map((id) => unitOf(id)))
      deliver(world, editMessage(stamp(world), 'sprint-plan', plan))
      // What the plan takes out is asked about.
      settle(world, { plan })
    }
    planAs('a')
    const reopened = deliver(world, { type: 'reopen', ...stamp(world), unit: 'b', by: operator, reason: 'again' })
    expect(reopened.events).toMatchObject([{ type: 'command.refused' }])
    expect(taskState(world.state, unitIn(world, 'b'))).toBe('abandoned')
    planAs('a', 'b')
    expect(taskState(world.state, unitIn(world, 'b'))).toBe('draft')
  })

  it('R-01 every change of a sprint and of a bug is one of its table', () => {
    const runs = [
      { world: sprint([a], saying('review-code', 'revision')), stateOf: sprintState, moves: sprintTable.moves },
      {
        world: settle(worldOf(1, specFor('bug')), { plan: planOf([a]), answer: saying('approve', 'revision') }),
        stateOf: bugState,
        moves: bug.moves,
      },
    ]
    for (const { world, stateOf, moves } of runs) {
      deliver(world, { type: 'reopen', ...stamp(world), unit: 'a', by: operator, reason: 'again' })
      settle(world, { plan: planOf([a]) })
      const seen = new Set<string>()
      for (const { before, after } of trail(world)) {
        const [from, to] = [stateOf(before), stateOf(after)]
        const allowed = (moves as Moves)[from]
        if (before.status !== 'absent' && from !== to)
          expect([from, allowed]).toEqual([from, expect.arrayContaining([to])])
        seen.add(to)
      }
      expect(seen.size).toBeGreaterThan(3)
    }
  })

  it('R-01 a table gives every moment a word: it reads facts that exist, and its last line always holds', () => {
    const world = sprint([a], saying('review-code', 'revision'))
    const facts = { ...runFacts(world.state), ...unitFacts(world.state, unitIn(world, 'a')) }
    for (const { lines, moves } of [task, sprintTable, bug]) {
      expect(Object.keys(moves).toSorted()).toEqual([...new Set(lines.map(({ is }) => is))].toSorted())
      expect(lines.at(-1)?.when).toEqual([])
      const fields = lines.flatMap(({ when }) => when.map(({ field }) => field))
      expect(fields.filter((field) => !field.startsWith('phase.') && !readField(field, facts).ok)).toEqual([])
    }
    const open = planned([a]).state
    const { phase } = unitFacts(open, unitIn({ state: open }, 'a'))
    const ofPhase = task.lines.flatMap(({ when }) =>
      when.map(({ field }) => field).filter((f) => f.startsWith('phase.')),
    )
    expect(ofPhase.filter((field) => !readField(field, { phase: phase ?? {} }).ok)).toEqual([])
  })

  it('U-03 a status is the first line that holds, and a record of a gate is what the preset says it is', () => {
    const when = (value: string) => [{ field: 'unit.state', condition: { op: '==' as const, value } }]
    const table = [
      { is: 'red', when: when('stopped') },
      { is: 'green', when: [...when('open'), ...when('done')] },
      { is: 'blue', when: when('open') },
      { is: 'grey', when: [{ field: 'unit.colour', condition: { op: '!=' as const, value: 'x' } }] },
    ]
    const facts = (state: string) => ({ unit: { state } })
    expect(['stopped', 'open', 'done'].map((state) => statusIn(table, facts(state))?.is)).toEqual([
      'red',
      'blue',
      undefined,
    ])
    const { state } = planned([a])
    const spec = state.spec as RunSpec
    const own: RunSpec = {
      ...spec,
      vocabulary: {
        placeholders: { epic: 'e-{run}', story: '{unit}' },
        documents: 'docs/{epic}/{story}-{PHASE}.md',
        statuses: { mood: table },
        records: { story: { called: 'unit.title', mood: 'status.mood' } },
        shown: { run: 'mood', unit: 'mood' },
      },
    }
    const seen = gateFactsOf({ ...state, spec: own }, unitIn({ state }, 'a'))
    expect(seen.record).toEqual({ story: { called: a.title, mood: 'blue' } })
    expect(seen.values).toEqual({ epic: `e-${state.run}`, story: 'a' })
    expect(Object.keys(seen.artifacts)).toContain(`docs/e-${state.run}/a-PLAN.md`)
  })

  it('R-03 a task that failed without being judged is dispatched once more, then the sprint goes on without it', () => {
    const broken = (times: number): Answer => {
      let failed = 0
      return ({ unit, phase }) => {
        if (unit !== 'a' || phase !== 'implement' || failed >= times) return undefined
        failed += 1
        return failing(failures.transport)
      }
    }
    const tries = (world: World): number => startedOf(world, 'a').filter((name) => name === 'implement').length
    const lost = sprint([a, unitOf('b')], broken(Infinity))
    // One try, three retries of the line, and one dispatch more.
    expect([tries(lost), taskState(lost.state, unitIn(lost, 'a'))]).toEqual([5, 'escalated'])
    expect(taskState(lost.state, unitIn(lost, 'b'))).toBe('committed')
    const again = eventsOf(lost).filter((event) => event.type === 'unit.reopened')
    expect(again).toEqual([
      expect.objectContaining({ unit: 'a', rule: 'redispatch', by: { kind: 'policy', name: 'redispatch' } }),
    ])
    const saved = sprint([a], broken(4))
    expect([tries(saved), taskState(saved.state, unitIn(saved, 'a'))]).toEqual([5, 'committed'])
  })

  it('R-03 one after the other; and tasks that wait for each other halt the sprint before anything is done', () => {
    const world = sprint([a, unitOf('b'), unitOf('c')], undefined, { strategy: 'sequential', slots: 3 })
    const begun = eventsOf(world).flatMap((event) =>
      event.type === 'attempt.intended' && event.path.endsWith('/plan') ? [`${event.task.unit} begins`] : [],
    )
    const ends = eventsOf(world).flatMap((event) => (event.type === 'unit.finished' ? [event.unit] : []))
    expect(begun).toEqual(['a begins', 'b begins', 'c begins'])
    expect(ends.filter((id) => id.length === 1)).toEqual(['a', 'b', 'c'])
    const circle = planned([unitOf('a', { depends: ['b'] }), unitOf('b', { depends: ['a'] })])
    expect(circle.state.outcome).toBe('failed')
    expect(Object.keys(circle.state.units)).toEqual(['sprint-plan'])
    expect(circle.state.units['sprint-plan']?.stop?.failure).toMatchObject({
      summary: expect.saying('form a cycle'),
    })
  })

  it('R-03 in waves a task waits for everything of the wave before, even what it does not depend on', () => {
    const world = sprint(dependent, undefined, { strategy: 'wave', slots: 3 })
    const order = eventsOf(world).flatMap((event) =>
      event.type === 'unit.merged' || (event.type === 'attempt.intended' && event.path === 'c/plan')
        ? [event.type === 'unit.merged' ? event.unit : 'c begins']
        : [],
    )
    expect(order).toEqual(['a', 'b', 'c begins', 'c'])
  })

  it('R-03 in full a task waits for what it depends on and for nothing else', () => {
    const whileBIsSlow = (strategy: 'wave' | 'full'): string => {
      const slow: Answer = ({ unit }) => (unit === 'b' ? 'hold' : undefined)
      const world = sprint(dependent, slow, { strategy, slots: 3 })
      return taskState(world.state, unitIn(world, 'c'))
    }
    expect([whileBIsSlow('wave'), whileBIsSlow('full')]).toEqual(['draft', 'committed'])
  })

  it('R-04 triage chooses the route: A fixes at once, B plans first and has the plan reviewed', () => {
    const routed = (pipeline: string): string[] => {
      const plan = planOf([unitOf('fix', { pipeline })])
      return startedOf(settle(worldOf(1, specFor('bug')), { plan }), 'fix')
    }
    expect(routed('route-a').slice(0, 2)).toEqual(['implement', 'verify'])
    expect(routed('route-b').slice(0, 3)).toEqual(['plan-fix', 'review-plan', 'implement'])
    expect(routed('route-a')).toEqual(expect.arrayContaining(['review-code', 'approve', 'commit', 'finalize']))
  })
})
