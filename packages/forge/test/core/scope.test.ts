/** No silent loss of scope: units are their planner's, and what was approved is done, stopped or dropped by a decision. */
import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { raw } from '#messages/said.ts'
import { auditRun, type AuditedEntry } from '#core/audit/audit.ts'
import type { OpenAttempt } from '#core/state/state.ts'
import type { Outcome } from '#model/attempt.ts'
import { hashText } from '#model/digest.ts'
import type { Question } from '#model/question.ts'
import type { PlannedUnit } from '#model/unit.ts'
import { presetSpec } from '#presets/spec.ts'
import {
  approveMessage,
  editMessage,
  goodOutcome,
  operator,
  plannerPresets,
  planOf,
  unitOf,
} from '#testing/builders/index.ts'
import { inEnglish } from '../in-english.ts'
import { failing, settle, startScript, type Script } from './script.ts'
import { deliver, eventsOf, stamp, worldOf, type World } from './world.ts'

type Plans = Readonly<Record<string, readonly PlannedUnit[]>>

function start(preset: keyof typeof plannerPresets): World {
  const verify = [{ name: 'all', run: 'npm run all', cwd: '.', timeoutMs: 600_000 }]
  const request = { request: 'r', base: hashText('b').slice(0, 40), environment: hashText('e'), verify }
  return worldOf(1, presetSpec(plannerPresets[preset], request, { slots: 4 }))
}

function planning(plans: Plans, attempt: OpenAttempt): Outcome | undefined {
  const units = plans[attempt.unit]
  if (attempt.task.do !== 'plan' || units === undefined) return undefined
  return goodOutcome(attempt.task, { salt: attempt.key, plan: planOf(units), changed: [] })
}

/** Every planner answers with its own units. */
function scriptOf(plans: Plans, more: Partial<Script> = {}): Script {
  const { answer, ...others } = more
  const usual: Script['answer'] = (attempt, world) => answer?.(attempt, world) ?? planning(plans, attempt)
  return { plan: planOf([unitOf('unused')]), ...others, answer: usual }
}

const statuses = ({ state }: World): Record<string, string | undefined> =>
  Object.fromEntries(state.order.map((id) => [id, state.units[id]?.status]))

const dropped = (world: World): string[] =>
  eventsOf(world).flatMap((event) => (event.type === 'graph.changed' ? event.drop : []))

/** What the auditor says of the journal; of git nothing is known here. */
function violated(world: World): string[] {
  const entries = eventsOf(world).map((event, index): AuditedEntry => ({ seq: index + 1, epoch: 1, event }))
  const git = { commits: [], integration: undefined, published: undefined, userRefs: [], moves: [], trees: [] }
  const found = auditRun(entries, git).filter(({ id }) => id !== 'I-26' && id !== 'I-13' && id !== 'I-28')
  return found.map(({ id, detail }) => `${id} ${render(detail, 'en')}`)
}

const slices: Plans = {
  plan: [unitOf('api'), unitOf('shop')],
  api: [unitOf('login'), unitOf('logout')],
  shop: [unitOf('cart')],
}

describe('two planners in one run', () => {
  it('U-02 a planner inside a planned unit takes nothing away from whoever planned that unit', () => {
    const world = settle(start('slices'), scriptOf(slices))
    expect(dropped(world)).toEqual([])
    expect(statuses(world)).toEqual({
      plan: 'done',
      api: 'done',
      shop: 'done',
      login: 'done',
      logout: 'done',
      cart: 'done',
      final: 'done',
    })
    expect(world.state.outcome).toBe('done')
    expect(violated(world)).toEqual([])
  })

  it('U-02 two planners side by side neither interrupt nor drop each other, and what closes the run waits for both', () => {
    const plans: Plans = { plan: [unitOf('a'), unitOf('b')], other: [unitOf('c')] }
    const world = start('twins')
    // The second one thinks while the units of the first are at work.
    settle(
      world,
      scriptOf(plans, { answer: ({ unit, task }) => (unit === 'other' || task.do === 'work' ? 'hold' : undefined) }),
    )
    expect(Object.keys(world.state.openAttempts).toSorted()).toEqual(['a/implement', 'b/implement', 'other/draft'])
    settle(world, scriptOf(plans, { answer: ({ task }) => (task.do === 'work' ? 'hold' : undefined) }))
    expect(Object.keys(world.state.openAttempts).toSorted()).toEqual(['a/implement', 'b/implement', 'c/implement'])
    settle(world, scriptOf(plans))
    expect(eventsOf(world).filter(({ type }) => type === 'stop.intended')).toEqual([])
    expect(dropped(world)).toEqual([])
    expect(new Set(Object.values(statuses(world)))).toEqual(new Set(['done']))
    const begun = eventsOf(world).flatMap((event) => (event.type === 'attempt.intended' ? [event.path] : []))
    expect(begun.indexOf('final/verify')).toBe(begun.length - 1)
    expect(violated(world)).toEqual([])
  })
})

describe('an id that is not free', () => {
  it('U-02 of a unit of another planner is sent back by name, also while that plan is only proposed', () => {
    const world = settle(start('twins'), scriptOf({ plan: [unitOf('a')], other: [unitOf('a')] }, { approves: 'no' }))
    const told = eventsOf(world).flatMap((event) => (event.type === 'recovery.chosen' ? [event] : []))
    expect(inEnglish(told[0])).toContain('unit id is taken: a (plan planned it)')
    expect(told[0]?.path).toBe('other/draft')
  })

  it('S3-06 of a merged unit is refused by name in an edited plan, and nothing is changed', () => {
    const world = settle(startScript(), {
      plan: planOf([unitOf('a'), unitOf('b', { depends: ['a'] })]),
      answer: ({ unit }) => (unit === 'b' ? 'hold' : undefined),
    })
    expect(world.state.units['a']?.merged).toBeDefined()
    const edit = (ids: PlannedUnit[]) => deliver(world, editMessage(stamp(world), 'plan', planOf(ids))).events
    const [refused] = edit([unitOf('a', { brief: 'more of it' }), unitOf('b', { depends: ['a'] })])
    expect(refused).toMatchObject({ type: 'command.refused' })
    expect(inEnglish(refused)).toContain('unit a is already merged and cannot change')
    expect(edit([unitOf('b', { depends: ['a'], brief: 'more' })])[0]).toMatchObject({ type: 'plan.proposed' })
  })

  it('S3-06 of a merged unit in the plan of an agent goes back to it by name', () => {
    let isRed = true
    const world = settle(startScript(), {
      plan: planOf([unitOf('a')]),
      answer: (attempt) => {
        const { path, task } = attempt
        if (path === 'final/verify' && isRed && task.do === 'check') {
          isRed = false
          const results = task.commands.map(({ name }) => ({
            name,
            exitCode: 1,
            timedOut: false,
            durationMs: 1,
            outputHash: hashText(name),
            excerpt: raw('red'),
          }))
          return { status: 'checked', results }
        }
        const told = task.do === 'plan' ? inEnglish(task.feedback ?? '') : ''
        const units = told.includes('unit a is already merged')
          ? [unitOf('mend', { writes: ['src/a.ts'] })]
          : [unitOf('a')]
        return task.do === 'plan'
          ? goodOutcome(task, { salt: attempt.key, plan: planOf(units), changed: [] })
          : undefined
      },
    })
    expect(statuses(world)).toMatchObject({ a: 'done', mend: 'done', final: 'done' })
    expect(violated(world)).toEqual([])
  })

  it('S3-06 of a unit that is merged while its new form waits for an answer sends the plan back', () => {
    const plan = planOf([unitOf('a'), unitOf('b')])
    const world = settle(startScript(), { plan, answer: ({ path }) => (path === 'a/merge' ? 'hold' : undefined) })
    const wider = planOf([unitOf('a', { writes: ['src/a.ts', 'docs/a.md'] }), unitOf('b')])
    // b is merged by now, so only a can be planned again.
    deliver(world, editMessage(stamp(world), 'plan', planOf(wider.units.slice(0, 1))))
    settle(world, { plan, approves: 'no' })
    expect(world.state.units['a']?.merged).toBeDefined()
    const next = planOf([unitOf('docs', { writes: ['docs/a.md'] })])
    settle(world, { plan: next })
    const told = eventsOf(world).filter((event) => event.type === 'recovery.chosen' && event.path === 'plan/draft')
    expect(inEnglish(told)).toContain('unit a is already merged and cannot change')
    expect(statuses(world)).toMatchObject({ a: 'done', b: 'done', docs: 'done', final: 'done' })
  })

  it('S3-06 of what a person added is refused in a plan, and an added unit may not take one of a plan that waits', () => {
    const world = settle(startScript(), { plan: planOf([unitOf('a')]), approves: 'no' })
    const add = (unit: PlannedUnit) =>
      deliver(world, { type: 'add', ...stamp(world), unit: JSON.parse(JSON.stringify(unit)), by: operator }).events
    expect(add(unitOf('a'))[0]).toMatchObject({ type: 'command.refused', why: 'unit id is taken: a' })
    expect(add(unitOf('x'))[0]).toMatchObject({ type: 'graph.changed' })
    const [refused] = deliver(world, editMessage(stamp(world), 'plan', planOf([unitOf('x')]))).events
    expect(inEnglish(refused)).toContain('unit id is taken: x (added by a user)')
  })

  it('U-02 the plan of a unit that was dropped cannot be edited', () => {
    const world = settle(
      start('slices'),
      scriptOf(slices, { answer: ({ task }) => (task.do === 'work' ? 'hold' : undefined) }),
    )
    deliver(world, editMessage(stamp(world), 'plan', planOf([unitOf('shop')])))
    settle(world, scriptOf(slices))
    expect(statuses(world)).toMatchObject({ api: 'dropped', login: 'dropped', logout: 'dropped', cart: 'done' })
    const [refused] = deliver(world, editMessage(stamp(world), 'api', planOf([unitOf('login')]))).events
    expect(refused).toMatchObject({ type: 'command.refused' })
  })
})

const criteria = [{ check: 'an empty name', expected: 'a friend' }]

/** Everything but the plan waits, until it is stopped. */
const holding: NonNullable<Script['answer']> = ({ task, key }, { state }) => {
  if (state.stops[`${key}:stop`] !== undefined) return failing({ tag: 'interrupted' })
  return task.do === 'plan' ? undefined : 'hold'
}

function edited(before: PlannedUnit[], after: PlannedUnit[]): { world: World; question: Question | undefined } {
  const world = settle(startScript(), { plan: planOf(before), answer: holding })
  deliver(world, editMessage(stamp(world), 'plan', planOf(after)))
  return { world, question: Object.values(world.state.questions)[0] }
}

describe('a plan that leaves out what was approved', () => {
  const a = unitOf('a', {
    writes: ['src/a.ts', 'docs/'],
    acceptanceCriteria: criteria,
    verify: [
      { name: 'test', run: 'npm test', cwd: '.', timeoutMs: 1000 },
      { name: 'lint', run: 'npm run lint', cwd: '.', timeoutMs: 1000 },
    ],
  })

  it.each([
    ['a unit', [a, unitOf('b')], [a], 'unit b (Unit b)'],
    ['a path', [a], [{ ...a, writes: ['src/a.ts'] }], 'a no longer writes docs/'],
    ['a command', [a], [{ ...a, verify: a.verify.slice(0, 1) }], 'a no longer runs npm run lint'],
    ['a criterion', [a], [{ ...a, acceptanceCriteria: [] }], 'a no longer has to show an empty name → a friend'],
    [
      'what made a criterion block',
      [a],
      [{ ...a, acceptanceCriteria: [{ ...criteria[0], blocking: false }] }],
      'a no longer has to show an empty name → a friend',
    ],
  ] as [string, PlannedUnit[], PlannedUnit[], string][])(
    'U-07 %s asks again, and the question says what is dropped',
    (_, before, after, said) => {
      const { world, question } = edited(before, after)
      expect(question?.text).toSay(said)
      expect(question?.drops).toEqual([said])
      expect(dropped(world)).toEqual([])
    },
  )

  it('U-07 what is added inside the envelope, and what is only narrowed, is free', () => {
    const wide = unitOf('a', { writes: ['src/'] })
    expect(edited([wide], [{ ...wide, writes: ['src/deep/x.ts'] }]).question).toBeUndefined()
    const { world, question } = edited(
      [wide, unitOf('b', { writes: ['src/b.ts'] })],
      [
        { ...wide, acceptanceCriteria: criteria, brief: 'in other words' },
        unitOf('b', { writes: ['src/b.ts', 'src/c.ts'] }),
      ],
    )
    expect(question).toBeUndefined()
    settle(world, { plan: planOf([wide]), answer: holding })
    expect(world.state.units['b']?.spec.writes).toEqual(['src/b.ts', 'src/c.ts'])
  })

  it('U-07 a drop that a human has approved happens, and the audit finds nothing', () => {
    const { world } = edited([a, unitOf('b')], [a])
    settle(world, { plan: planOf([a]) })
    expect(statuses(world)).toMatchObject({ a: 'done', b: 'dropped', final: 'done' })
    expect(world.state.outcome).toBe('done')
    expect(violated(world)).toEqual([])
  })

  it('U-07 an older approval without a unit does not drop it once it was approved again', () => {
    const both = [unitOf('a'), unitOf('b')]
    const { world } = edited(both, [unitOf('a')])
    settle(world, { plan: planOf(both), answer: holding })
    expect(statuses(world)).toMatchObject({ b: 'dropped' })
    deliver(world, editMessage(stamp(world), 'plan', planOf(both)))
    settle(world, { plan: planOf(both), answer: holding })
    expect(statuses(world)).toMatchObject({ b: 'open' })
    deliver(world, editMessage(stamp(world), 'plan', planOf([unitOf('a')])))
    expect(Object.values(world.state.questions)[0]?.drops).toEqual(['unit b (Unit b)'])
  })

  it('U-07 the yes to one planner is no yes to another one', () => {
    const world = start('twins')
    const script = scriptOf({ plan: [unitOf('a', { writes: ['src/'] })], other: [unitOf('c')] }, { approves: 'no' })
    settle(world, script)
    const [first] = Object.values(world.state.questions).filter(({ path }) => path === 'plan/approve')
    if (first === undefined) throw new Error('nothing is asked')
    deliver(world, approveMessage(stamp(world), first))
    settle(world, script)
    expect(Object.values(world.state.questions).map(({ path }) => path)).toContain('other/approve')
    expect(world.state.units['c']).toBeUndefined()
  })
})
