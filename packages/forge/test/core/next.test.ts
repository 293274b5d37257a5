/** What a user is told to do next, over random runs: the core accepts it, and every surface says the same. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { english } from '#surfaces/operations/text/message.ts'
import { canonicalJson } from '#model/canonical.ts'
import { render } from '#messages/render.ts'
import { raw, say, containsMessage } from '#messages/said.ts'
import { isStep, limitFields, step, type NextStep, type Step } from '#model/next.ts'
import { commandOf } from '#surfaces/cli/command.ts'
import { understand } from '#surfaces/cli/understand.ts'
import { operations } from '#surfaces/operations/list.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import { nextSteps } from '#core/views/next.ts'
import type { Forge } from '#forge.ts'
import type { Message } from '#model/message.ts'
import { success } from '#model/result.ts'
import report from '#surfaces/operations/report.ts'
import { status as sprintStatus } from '#surfaces/operations/sprint-tasks.ts'
import { run as status } from '#surfaces/operations/status-run.ts'
import { failures, operator, planOf, specOf, unitOf } from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { cursed, game, kind, play, wild } from './play.ts'
import { failing, settle, startScript, type Script } from './script.ts'
import { deliver, stamp, viewIn, type World } from './world.ts'

const habits = fc.constantFrom(wild, cursed, kind)
const games = game(200, 'build', 'sprint')

/** The message that a step stands for; undefined where it only looks or drives. */
function messageOf(next: NextStep, state: RunState): Message | undefined {
  if (!isStep(next)) return undefined
  const stamp = { id: 'next', at: state.now, by: { kind: 'operator', name: 'ada' } } as const
  const unit = String(next.input['unit'])
  switch (next.operation) {
    case 'approve':
    case 'reject': {
      const [question] = Object.values(state.questions)
      const answer = { ...stamp, question: question?.key ?? '', subject: question?.subject ?? '' }
      return next.operation === 'approve' ? { type: 'approve', ...answer } : { type: 'reject', ...answer, note: 'no' }
    }
    case 'sprint run':
      return { type: 'begin', ...stamp }
    case 'unpause':
      return { type: 'resume', ...stamp }
    case 'raise': {
      const raised = Object.entries(limitFields).find(([, field]) => next.asks?.[field] !== undefined)?.[0]
      return { type: 'raise', ...stamp, limits: { ...state.limits, [raised ?? 'dispatches']: 1e9 } }
    }
    case 'retry':
      return { type: 'retry', ...stamp, unit }
    case 'reopen':
      return { type: 'reopen', ...stamp, unit, reason: 'once more' }
    case 'sprint retro':
      return { type: 'retrospect', ...stamp, note: 'smaller' }
    default:
      return undefined
  }
}

const nameOf = (next: NextStep): string => (isStep(next) ? next.operation : render(next, 'en'))

/** What a user would type in the place of what stands for it. */
function filledIn({ input, asks = {} }: Step): Record<string, unknown> {
  const typed = Object.entries(asks).map(([name, place]) => [
    name,
    containsMessage(place, 'placeholder.number') ? 7 : 'typed',
  ])
  return { ...input, ...Object.fromEntries(typed) }
}

/** What the command line makes of a command. */
async function understood(command: string): Promise<{ name: string; input: object } | undefined> {
  const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  const order = await understand(words.slice(1), { out: () => undefined, speech: english })
  return order.ok && order.value !== undefined ? { name: order.value.deed.name, input: order.value.input } : undefined
}

describe('the next steps', { timeout: 120_000 }, () => {
  it('U-31 are never none, and none that says something to the run is refused by it', () => {
    const seen = new Set<string>()
    // As many as any property, and then as many as it takes to see each of these.
    const wanted = ['approve', 'reopen', 'retry', 'unpause', 'raise', 'resume', 'report', 'sprint run'] as const
    let left = runs(40)
    fc.assert(
      fc.property(games, habits, (drawn, chosen) => {
        left -= 1
        if (left < 0 && wanted.every((name) => seen.has(name))) return
        for (const { after } of play(drawn, chosen).turns) {
          const steps = nextSteps(after, { driver: 'none' })
          expect(steps).not.toEqual([])
          for (const one of steps) {
            seen.add(nameOf(one))
            const message = messageOf(one, after)
            const events = message === undefined ? [] : runCore.step(after, message)
            const refused = events.flatMap((event) => (event.type === 'command.refused' ? [event.why] : []))
            expect(refused, `${nameOf(one)} while the run is ${after.status}`).toEqual([])
          }
        }
      }),
      { numRuns: 40, seed: 7 },
    )
    for (const name of wanted) expect([...seen]).toContain(name)
  })

  it('U-31 of a run that waits: look, answer; in the order of what the user has seen', () => {
    const { state } = settle(startScript(), { plan: planOf([unitOf('a')]), approves: 'no' })
    const first = (asked: 'unseen' | 'shown' | 'declined'): string | undefined =>
      nextSteps(state, { driver: 'none', asked }).map(nameOf)[0]
    expect([first('unseen'), first('shown'), first('declined')]).toEqual(['plan show', 'approve', 'reject'])
    const resume = [step('resume', { run: 'toy' })]
    expect(nextSteps(state, { driver: 'none', unread: 1 })).toEqual(resume)
    expect(nextSteps(state, { driver: 'interrupted' })).toEqual(resume)
  })

  it('U-31 of a run that is done: the branch, landing it, the report', () => {
    const { state } = settle(startScript(), { plan: planOf([unitOf('a')]) })
    expect(nextSteps(state, { driver: 'none', branch: 'forge/toy' }).map(nameOf)).toEqual([
      'git log --oneline --graph forge/toy',
      'land',
      'report',
      'status',
    ])
  })
})

describe('the printed command', { timeout: 30_000 }, () => {
  const plan = planOf([unitOf('a')])
  const until = (answer: NonNullable<Script['answer']>, world = startScript()): World => settle(world, { plan, answer })
  const atWork = (outcome: ReturnType<NonNullable<Script['answer']>>): NonNullable<Script['answer']> => {
    return ({ phase }) => (phase === 'implement' ? outcome : undefined)
  }
  const paused = (): World => {
    const world = until(atWork('hold'))
    deliver(world, { type: 'pause', ...stamp(world), by: operator, reason: raw('lunch') })
    return world
  }
  const limited = { ...specOf().limits, unitDispatches: 3 }

  /** Types what is printed first until the run is done, at most four times. */
  function follow(world: World): string[] {
    const typed: string[] = []
    while (world.state.outcome !== 'done' && typed.length < 4) {
      const steps = nextSteps(world.state, { driver: 'none' })
      const first = steps.find((one) => nameOf(one) === 'resume' || messageOf(one, world.state) !== undefined)
      if (first === undefined) break
      typed.push(commandOf(first))
      const message = messageOf(first, world.state)
      if (message !== undefined) deliver(world, { ...message, ...stamp(world) })
      settle(world, { plan })
    }
    return typed
  }

  it.each([
    ['nobody drives any more', () => until(atWork('hold')), ['forge resume toy']],
    ['was paused', paused, ['forge unpause toy']],
    ['gave a unit up', () => until(atWork(failing(failures.blocked))), ['forge reopen a --run toy --reason "<why>"']],
    [
      'gave a unit up at its limit',
      () => until(atWork(failing(failures.crash)), startScript({ limits: limited })),
      ['forge raise toy --max-unit-attempts <number>', 'forge retry a --run toy'],
    ],
  ] as const)('D-02 really resumes a run that %s', (_what, make, printed) => {
    const world = make()
    expect(world.state.outcome).not.toBe('done')
    expect([follow(world), world.state.outcome]).toEqual([printed, 'done'])
  })
})

describe('a step as data', { timeout: 120_000 }, () => {
  it('U-31 names an operation, its input parses by the schema of that operation, and the command line reads its command as just that', async () => {
    const steps = new Map<string, Step>()
    const branch = 'forge/toy'
    fc.assert(
      fc.property(games, habits, (drawn, chosen) => {
        for (const { after } of play(drawn, chosen).turns)
          for (const driver of ['none', 'alive', 'interrupted'] as const)
            for (const one of nextSteps(after, { driver, branch })) if (isStep(one)) steps.set(canonicalJson(one), one)
      }),
      { numRuns: 40, seed: 7 },
    )
    expect(new Set([...steps.values()].map(nameOf)).size).toBeGreaterThan(10)
    for (const one of steps.values()) {
      const listed = operations.find(({ name }) => name === one.operation)
      const input = filledIn(one)
      const { success: fits, data } = (await listed?.load())?.input.safeParse(input) ?? {}
      expect(fits, canonicalJson(one)).toBe(true)
      const command = commandOf(one).replaceAll(/"?<[a-z ]+>"?/g, (place) => (place === '<number>' ? '7' : 'typed'))
      expect(await understood(command), command).toEqual({ name: one.operation, input: data })
    }
  })

  it('is quoted as a shell reads it, with arguments first', () => {
    expect(commandOf(step('answer', { option: "it's", question: 'a b' }))).toBe(
      String.raw`forge answer 'a b' 'it'\''s'`,
    )
    expect(commandOf(step('approve', { drive: false, run: 'x' }))).toBe('forge approve x --no-drive')
    expect(commandOf(say('hint.tryAgain'))).toBe('try again')
  })
})

describe('surfaces', { timeout: 120_000 }, () => {
  it('U-31 say the same about the same run, but for what they have just shown', async () => {
    await fc.assert(
      fc.asyncProperty(games, habits, async (drawn, chosen) => {
        const world = play(drawn, chosen)
        const view = viewIn(world)
        const forge = {
          surroundings: { now: () => 0 },
          runs: () => Promise.resolve(success([view])),
          chooseRun: () => Promise.resolve(success(view)),
          view: () => Promise.resolve(success(view)),
        } as unknown as Forge
        const all = view.next
        const without = (name: string): readonly NextStep[] => all.filter((one) => nameOf(one) !== name)
        const talk = { signal: new AbortController().signal } as never
        const told = async (found: Promise<{ ok: boolean; value?: unknown }>): Promise<unknown> =>
          ((await found).value as { value: { next: unknown } }).value.next
        expect(await told(status(forge, { run: 'toy' }))).toEqual(without('status'))
        expect(await told(report.run(forge, { run: 'toy' }, talk) as never)).toEqual(without('report'))
        if (world.state.spec?.opens === 'planning')
          expect(await told(sprintStatus.run(forge, { run: 'toy' }, talk) as never)).toEqual(all)
      }),
      { numRuns: runs(40) },
    )
  })
})
