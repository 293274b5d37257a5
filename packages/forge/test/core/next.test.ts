/** What a user is told to do next, over random runs: the core accepts it, and every surface says the same. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import { nextSteps, type Step } from '#core/views/next.ts'
import type { Forge } from '#forge.ts'
import type { Message } from '#model/message.ts'
import { success } from '#model/result.ts'
import report from '#surfaces/operations/report.ts'
import { commandOf, nextCommands } from '#surfaces/operations/run-words.ts'
import { status as sprintStatus } from '#surfaces/operations/sprint-words.ts'
import { run as status } from '#surfaces/operations/status-run.ts'
import { failures, operator, planOf, specOf, unitOf } from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { cursed, game, kind, play, wild } from './play.ts'
import { failing, settle, startScript, type Script } from './script.ts'
import { deliver, eventsOf, stamp, type World } from './world.ts'

const habits = fc.constantFrom(wild, cursed, kind)
const games = game(200, 'build', 'sprint')

/** The message that a step stands for; undefined where it only looks or drives. */
function messageOf(step: Step, state: RunState): Message | undefined {
  const stamp = { id: 'next', at: state.now, by: { kind: 'operator', name: 'ada' } } as const
  switch (step.do) {
    case 'approve':
    case 'reject': {
      const { subject = '' } = state.questions[step.question] ?? {}
      const answer = { ...stamp, question: step.question, subject }
      return step.do === 'approve' ? { type: 'approve', ...answer } : { type: 'reject', ...answer, note: 'no' }
    }
    case 'begin':
      return { type: 'begin', ...stamp }
    case 'unpause':
      return { type: 'resume', ...stamp }
    case 'raise':
      return { type: 'raise', ...stamp, limits: { ...state.limits, [step.limit ?? 'dispatches']: 1e9 } }
    case 'retry':
      return { type: 'retry', ...stamp, unit: step.unit }
    case 'reopen':
      return { type: 'reopen', ...stamp, unit: step.unit, reason: 'once more' }
    case 'retrospect':
      return { type: 'retrospect', ...stamp, note: 'smaller' }
    case 'look-at-plan':
    case 'look-at-unit':
    case 'look-at-branch':
    case 'edit-plan':
    case 'explain':
    case 'resume':
    case 'watch':
    case 'land':
    case 'report':
    case 'status':
      return undefined
  }
}

describe('the next steps', { timeout: 120_000 }, () => {
  it('U-31 are never none, and none that says something to the run is refused by it', () => {
    const seen = new Set<Step['do']>()
    // As many as any property, and then as many as it takes to see each of these.
    const wanted = ['approve', 'reopen', 'retry', 'unpause', 'raise', 'resume', 'report', 'begin'] as const
    let left = runs(40)
    fc.assert(
      fc.property(games, habits, (drawn, chosen) => {
        left -= 1
        if (left < 0 && wanted.every((step) => seen.has(step))) return
        for (const { after } of play(drawn, chosen).turns) {
          const steps = nextSteps(after, { driver: 'none' })
          expect(steps).not.toEqual([])
          for (const step of steps) {
            seen.add(step.do)
            const message = messageOf(step, after)
            const events = message === undefined ? [] : runCore.step(after, message)
            const refused = events.flatMap((event) => (event.type === 'word.refused' ? [event.why] : []))
            expect(refused, `${step.do} while the run is ${after.status}`).toEqual([])
          }
        }
      }),
      { numRuns: 40, seed: 7 },
    )
    for (const step of wanted) expect([...seen]).toContain(step)
  })

  it('U-31 of a run that waits: look, answer; in the order of what the user has seen', () => {
    const { state } = settle(startScript(), { plan: planOf([unitOf('a')]), approves: 'no' })
    const first = (asked: 'unseen' | 'shown' | 'declined'): string | undefined =>
      nextSteps(state, { driver: 'none', asked })[0]?.do
    expect([first('unseen'), first('shown'), first('declined')]).toEqual(['look-at-plan', 'approve', 'reject'])
    expect(nextSteps(state, { driver: 'none', unread: 1 })).toEqual([{ do: 'resume' }])
    expect(nextSteps(state, { driver: 'interrupted' })).toEqual([{ do: 'resume' }])
  })

  it('U-31 of a run that is done: the branch, landing it, the report', () => {
    const { state } = settle(startScript(), { plan: planOf([unitOf('a')]) })
    expect(nextSteps(state, { driver: 'none', branch: 'forge/toy' }).map((step) => step.do)).toEqual([
      'look-at-branch',
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
      const step = steps.find((one) => one.do === 'resume' || messageOf(one, world.state) !== undefined)
      if (step === undefined) break
      typed.push(commandOf('toy', step))
      const message = messageOf(step, world.state)
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

describe('surfaces', { timeout: 120_000 }, () => {
  /** A Forge that has this one run, and nobody who drives it. */
  function forgeWith(world: World): Forge {
    const { state } = world
    const entries = eventsOf(world).map((event, index) => ({ seq: index + 1, epoch: 1, event }))
    const row = {
      run: state.run,
      at: 0,
      seq: state.seq,
      status: state.status,
      questions: 0,
      unitsTotal: 1,
      preset: 'sprint',
    }
    const forge = {
      surroundings: { now: () => 0 },
      runs: () => Promise.resolve(success([row])),
      chooseRun: () => Promise.resolve(success(row)),
      readRun: () => Promise.resolve(success({ state, entries })),
      driverOf: () => Promise.resolve({ alive: false }),
      leftFor: () => Promise.resolve(0),
    }
    return forge as unknown as Forge
  }

  it('U-31 say the same about the same run, but for what they have just shown', async () => {
    await fc.assert(
      fc.asyncProperty(games, habits, async (drawn, chosen) => {
        const world = play(drawn, chosen)
        const forge = forgeWith(world)
        const all = nextCommands(world.state, { driver: 'none' })
        const without = (word: string): string[] =>
          all.filter((command) => command !== `forge ${word} ${world.state.run}`)
        const talk = { signal: new AbortController().signal } as never
        const told = async (found: Promise<{ ok: boolean; value?: unknown }>): Promise<unknown> =>
          ((await found).value as { value: { next: string[] } }).value.next
        expect(await told(status(forge, { run: 'toy' }))).toEqual(without('status'))
        expect(await told(report.run(forge, { run: 'toy' }, talk) as never)).toEqual(without('report'))
        if (world.state.spec?.opens === 'planning')
          expect(await told(sprintStatus.run(forge, { run: 'toy' }, talk) as never)).toEqual(all)
      }),
      { numRuns: runs(40) },
    )
  })
})
