/** Limits by provider and account: what they hold back, who takes over, and when an account is left before it is spent. */
import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { runCore } from '#core/next/core.ts'
import type { Failure } from '#model/failure.ts'
import type { Principal } from '#model/question.ts'
import type { Levels, UsedWindow } from '#model/quota.ts'
import type { RunSpec } from '#model/run.ts'
import { finishedMessage, planOf, routingOf, unitOf } from '#testing/builders/index.ts'
import { failing, settle, startScript } from './script.ts'
import { deliver, eventsOf, stamp, type World } from './world.ts'

/** A clock that stands still: waits of these tests are exact. */
function exact(world: World): ReturnType<typeof stamp> {
  world.said += 1
  return { id: `m${world.said}`, at: world.clock }
}

const plan = planOf([unitOf('a')])
const hourMs = 3_600_000
const quotaFor = (world: World, ms: number): Failure => ({ tag: 'quota', resetAt: world.clock + ms })

const payers: RunSpec['payers'] = {
  '': { provider: 'anthropic', accounts: ['work', 'second'] },
  codex: { provider: 'openai', accounts: ['default'] },
}

/** The unit's own work is under way, and nothing else. */
function atWork(settings: Partial<RunSpec> = {}): World {
  const world = startScript({ routing: routingOf(), payers, ...settings })
  return settle(world, { plan, answer: ({ unit }) => (unit === 'a' ? 'hold' : undefined) })
}

function openKey(world: World): string {
  const [open] = Object.values(world.state.openAttempts)
  if (open === undefined) throw new Error('nothing is under way')
  return open.key
}

function ends(world: World, failure: Failure): void {
  deliver(world, finishedMessage(exact(world), { key: openKey(world), outcome: failing(failure) }))
}

function tells(world: World, account: string, windows: UsedWindow[]): void {
  const report = { kind: 'windows' as const, account, windows }
  deliver(world, { type: 'attempt.reported', ...exact(world), key: openKey(world), report })
}

/** Of attempts at the unit's work: who, with which account, and why. */
function intended(world: World) {
  return eventsOf(world).flatMap((event) =>
    event.type === 'attempt.intended' && event.path === 'a/implement' && event.task.do === 'work'
      ? [{ reason: event.reason, ...event.task }]
      : [],
  )
}

const last = (world: World) => intended(world).at(-1)

describe('I-32 one gate per account and provider', () => {
  it('I-32 a limit closes the gate of the account at its provider, and tells the host that one', () => {
    const world = atWork()
    ends(world, quotaFor(world, hourMs))
    expect(Object.keys(world.state.capacity.limits)).toEqual(['anthropic/work'])
    expect(last(world)).toMatchObject({ account: 'second', provider: 'anthropic' })
    expect(last(world)?.reason).toSay(
      /^account second pays instead: anthropic\/work is rate-limited until [-0-9]+ [:0-9]+Z$/,
    )
  })

  it('I-32 an account of the same name at another provider is not held back', () => {
    const routing = routingOf({ overrides: { implement: { agent: 'codex' } } })
    const one = {
      '': { provider: 'anthropic', accounts: ['default'] },
      codex: { provider: 'openai', accounts: ['default'] },
    }
    const world = atWork({ routing, payers: one })
    expect(last(world)).toMatchObject({ account: 'default', provider: 'openai' })
    deliver(world, {
      type: 'grant',
      ...stamp(world),
      serial: world.state.capacity.serial + 1,
      slots: 3,
      contested: [],
      gates: { 'anthropic/default': world.clock + hourMs },
      floor: 'ok',
    })
    ends(world, { tag: 'transport', class: 'network' })
    settle(world, { plan, answer: ({ path }) => (path === 'a/implement' ? 'hold' : undefined) })
    expect(intended(world)).toHaveLength(2)
    expect(last(world)).toMatchObject({ provider: 'openai' })
  })
})

describe('S1-66 when no account of an agent has anything left', () => {
  const fallback = [{ agent: 'codex' }]

  it('S1-66 the next agent of the configuration takes over, recorded with its reason, without the model of the first', () => {
    const routing = routingOf({ overrides: { implement: { model: 'claude-x', effort: 'low' } } })
    const world = atWork({ routing, fallback })
    expect(last(world)?.route).toMatchObject({ model: 'claude-x' })
    ends(world, quotaFor(world, hourMs))
    ends(world, quotaFor(world, 2 * hourMs))
    expect(last(world)).toMatchObject({
      account: 'default',
      provider: 'openai',
      route: { agent: 'codex', effort: 'low' },
    })
    expect(last(world)?.route?.model).toBeUndefined()
    expect(last(world)?.route?.reasons[0]).toMatch(
      /^agent=codex by fallback, anthropic\/work is rate-limited until [-0-9]+ [:0-9]+Z, anthropic\/second/,
    )
    expect(last(world)?.reason).toSay(/^codex works instead: anthropic\/work is rate-limited until/)
    expect(world.state.units['a']?.phases['implement']).toMatchObject({ failedAttempts: 0 })
  })

  it('S1-66 a short wait is waited for instead', () => {
    const world = atWork({ fallback })
    ends(world, quotaFor(world, hourMs))
    ends(world, { tag: 'transport', class: 'rate-limit', retryAfterMs: 60_000 })
    expect(Object.keys(world.state.openAttempts)).toEqual([])
    expect(intended(world)).toHaveLength(2)
  })

  it('S1-66 without one it waits, and with the next ones limited as well', () => {
    const world = atWork({ fallback })
    for (const hours of [1, 2, 3]) ends(world, quotaFor(world, hours * hourMs))
    expect(Object.keys(world.state.openAttempts)).toEqual([])
    expect(Object.keys(world.state.capacity.limits)).toEqual(['anthropic/work', 'anthropic/second', 'openai/default'])
  })
})

describe('S1-66 whoever resumes a run names somebody else', () => {
  const payer = { '': { provider: 'openai', accounts: ['default'] } }
  const parked = (): World => {
    const world = atWork({ agent: 'claude-code' })
    for (const hours of [1, 2]) ends(world, quotaFor(world, hours * hourMs))
    expect(Object.keys(world.state.openAttempts)).toEqual([])
    return world
  }
  const reassign = (world: World, by: Principal) =>
    deliver(world, {
      type: 'reassign',
      ...exact(world),
      by,
      lanes: {
        account: 'default',
        accounts: [],
        payers: payer,
        agent: 'codex',
        routing: { cluster: { kind: 'unknown' }, canonical: { standard: 'gpt' } },
      },
    })

  it('S1-66 goes on at once with that one and its models, no attempt is counted, and what was waited for is on record', () => {
    const world = parked()
    const { events } = reassign(world, { kind: 'operator', name: 'ada' })
    expect(events[0]).toMatchObject({
      type: 'run.reassigned',
      reason: expect.saying(
        /^from now on: codex instead of claude-code, accounts default; anthropic\/work is rate-limited until .*Z, anthropic\/second is rate-limited/,
      ),
    })
    expect(last(world)).toMatchObject({ account: 'default', provider: 'openai', route: { model: 'gpt' } })
    expect(world.state.units['a']?.phases['implement']).toMatchObject({ failedAttempts: 0 })
    expect(world.state.spec).toMatchObject({ agent: 'codex', request: expect.any(String) })
    expect(world.state.spec?.leaveAt).toBeUndefined()
  })

  it('S1-66 an agent may not', () => {
    const world = parked()
    expect(reassign(world, { kind: 'agent', name: 'worker' }).events).toMatchObject([{ type: 'command.refused' }])
    expect(Object.keys(world.state.openAttempts)).toEqual([])
  })
})

describe('S1-65 an account that is nearly spent', () => {
  const again: Failure = { tag: 'interrupted' }
  const five = (percent: number): UsedWindow => ({ window: '5h', percent })
  const seven = (percent: number): UsedWindow => ({ window: '7d', percent })

  function next(settings: Partial<RunSpec>, windows: UsedWindow[], waitMs = 0) {
    const world = atWork(settings)
    tells(world, 'work', windows)
    world.clock += waitMs
    ends(world, again)
    return last(world)
  }

  it.each([
    [[five(90)], 'second', 'its 5h window'],
    [[five(89.9), seven(10)], 'work', undefined],
    [[five(20), seven(97)], 'second', '97 % of its 7d window'],
    [[five(93), seven(91)], 'second', '93 % of its 5h window'],
  ] as const)('S1-65 told %j the next attempt uses %s', (windows, account, why) => {
    const attempt = next({ leaveAt: 90 }, [...windows])
    expect(attempt?.account).toBe(account)
    if (why !== undefined) expect(attempt?.reason).toSay(why)
  })

  it('S1-65 what was told more than two minutes ago says nothing', () => {
    expect(next({ leaveAt: 90 }, [five(99)], 100_000)?.account).toBe('second')
    expect(next({ leaveAt: 90 }, [five(99)], 130_000)?.account).toBe('work')
  })

  it('S1-65 the threshold is the one of the run, and it can be off', () => {
    expect(next({ leaveAt: 50 }, [five(60)])?.account).toBe('second')
    expect(next({}, [five(100)])?.account).toBe('work')
  })

  it('S1-65 what another run was told counts for this one from its first attempt, and what is told later counts more', () => {
    const hears = (used: Record<string, Levels>, settings: Partial<RunSpec> = { leaveAt: 90 }): World => {
      const world = startScript({ routing: routingOf(), payers, ...settings })
      const claim = runCore.open(world.state).find(({ kind }) => kind === 'claim')
      const grant = { serial: 1, slots: 3, contested: [], gates: {}, floor: 'ok' as const, used }
      deliver(world, { type: 'grant', ...exact(world), ...grant, answers: claim?.key ?? '' })
      return settle(world, { plan, answer: ({ unit }) => (unit === 'a' ? 'hold' : undefined) })
    }
    const at = startScript({}).clock
    const full = { 'anthropic/work': { '7d': { percent: 96, at } } }
    expect(last(hears(full))).toMatchObject({ account: 'second' })
    expect(last(hears(full))?.reason).toSay('has used 96 % of its 7d window')
    expect(last(hears(full, {}))).toMatchObject({ account: 'work' })
    expect(last(hears({ 'openai/work': { '7d': { percent: 96, at } } }))).toMatchObject({ account: 'work' })
    const later = hears(full)
    tells(later, 'work', [seven(20)])
    ends(later, again)
    expect(last(later)).toMatchObject({ account: 'work' })
  })

  it('S1-65 what its own attempts are told it tells the host, for as long as that is of use', () => {
    const world = atWork({ leaveAt: 90 })
    tells(world, 'work', [five(93), seven(40)])
    const told = () => runCore.open(world.state).flatMap((command) => (command.kind === 'fill' ? [command] : []))
    const level = (percent: number) => ({ percent, at: world.clock })
    expect(told()).toMatchObject([{ account: 'anthropic/work', levels: { '5h': level(93), '7d': level(40) } }])
    world.clock += 130_000
    ends(world, again)
    expect(told()).toEqual([])
  })

  it('S1-65 with nobody else there it is used to its end', () => {
    const own = { '': { provider: 'anthropic', accounts: ['work'] } }
    expect(next({ leaveAt: 90, payers: own, fallback: [{ agent: 'codex' }] }, [five(99)])?.account).toBe('work')
  })
})

describe('an answer that does not fit', () => {
  const wrong = { status: 'worked' as const, answer: { status: 'perhaps' }, changed: [] }

  function afterWrong(world: World): string | undefined {
    const [open] = Object.values(world.state.openAttempts)
    if (open?.task.do !== 'work') throw new Error('no work is under way')
    const { base, start } = open.task
    const outcome = { ...wrong, head: start, tree: start, base }
    deliver(world, finishedMessage(exact(world), { key: open.key, outcome }))
    return world.state.units['a']?.status
  }

  it('is asked for by a new attempt, told what was wrong, where its conversation is over', () => {
    const world = atWork()
    expect(afterWrong(world)).toBe('open')
    expect(last(world)).toMatchObject({
      variant: 'corrected',
      errors: expect.arrayContaining([expect.saying('status')]),
    })
  })

  it('ends as none when it was asked for again in the same conversation already', () => {
    const world = atWork()
    const report = { kind: 'asked-again' as const, errors: [raw('status')] }
    deliver(world, { type: 'attempt.reported', ...exact(world), key: openKey(world), report })
    expect(afterWrong(world)).toBe('stopped')
    expect(intended(world)).toHaveLength(1)
    expect(world.state.units['a']?.stop?.reason).toSay('even after asking again')
  })
})

describe('I-32 who is told to wait while another account is free', () => {
  const limited = (world: World, account: string, waitMs?: number): void => {
    const until = waitMs === undefined ? {} : { until: world.clock + waitMs }
    const report = { kind: 'rate-limited' as const, account, ...until }
    deliver(world, { type: 'attempt.reported', ...exact(world), key: openKey(world), report })
  }
  const stops = (world: World) => eventsOf(world).flatMap((event) => (event.type === 'stop.intended' ? [event] : []))

  // How an agent is reached does not matter: by a key at a provider, by a login of its own, as a command or by ACP.
  it.each([
    ['claude-code', 'anthropic'],
    ['codex', 'openai'],
    ['gemini', 'google'],
    ['opencode', 'openai'],
    ['copilot', 'github'],
    ['goose', 'openai'],
    ['qwen', 'openai'],
    ['builtin', 'anthropic'],
    ['acp:my-agent', 'my-agent'],
    ['command:my-agent', 'my-agent'],
  ])('I-32 %s ends, and the free account takes over at once, without an attempt spent', (agent, provider) => {
    const payer = { provider, accounts: ['first', 'second'] }
    const routing = routingOf({ overrides: { implement: { agent } } })
    const world = atWork({ routing, payers: { '': payer, [agent]: payer } })
    const key = openKey(world)
    limited(world, 'first', 20_000)
    expect(stops(world)).toMatchObject([{ target: key, rule: 'move-to-free-account' }])
    expect(stops(world)[0]?.reason).toSay(
      new RegExp(
        `^${provider}/first is rate-limited until [-0-9]+ [:0-9]+Z; ${provider}/second is free and takes over$`,
      ),
    )
    ends(world, { tag: 'interrupted' })
    expect(last(world)).toMatchObject({ account: 'second', provider })
    expect(world.state.units['a']?.phases['implement']?.failedAttempts).toBe(0)
    // Where it is, it stays: the first one is closed.
    expect(stops(world)).toHaveLength(1)
  })

  it('I-32 a wait without a time is long enough, a few seconds are not', () => {
    const unsaid = atWork()
    limited(unsaid, 'work')
    expect(stops(unsaid)).toHaveLength(1)
    const short = atWork()
    limited(short, 'work', 5000)
    expect(stops(short)).toEqual([])
  })

  it('I-32 nobody ends while there is no other, and whoever waits moves when one opens', () => {
    const one = atWork({ payers: { '': { provider: 'anthropic', accounts: ['work'] } } })
    limited(one, 'work', 20_000)
    expect(stops(one)).toEqual([])

    const world = atWork()
    deliver(world, {
      type: 'grant',
      ...exact(world),
      serial: world.state.capacity.serial + 1,
      slots: 3,
      contested: [],
      gates: { 'anthropic/second': world.clock + 8000 },
      floor: 'ok',
    })
    limited(world, 'work', 60_000)
    expect(stops(world)).toEqual([])
    const until = world.clock + 8000
    world.clock = until
    deliver(world, { type: 'timer', ...exact(world), key: `${world.state.run}/gate/anthropic/second@${until}` })
    expect(stops(world)).toHaveLength(1)
  })
})

describe('I-32 the conversation that a limit ended', () => {
  const begins = (world: World, session: string): void => {
    const report = { kind: 'session' as const, session, lasts: 'yes' as const }
    deliver(world, { type: 'attempt.reported', ...exact(world), key: openKey(world), report })
  }
  /** The account opens again. */
  const opens = (world: World): void => {
    const [[account, until] = ['', 0]] = Object.entries(world.state.capacity.limits)
    world.clock = until
    deliver(world, { type: 'timer', ...exact(world), key: `${world.state.run}/gate/${account}@${until}` })
  }
  const alone = { payers: { '': { provider: 'anthropic', accounts: ['work'] } } }
  const limits: Failure[] = [{ tag: 'quota' }, { tag: 'transport', class: 'rate-limit', retryAfterMs: 9000 }]

  it.each(limits)('I-32 is gone on with by the next attempt with the same account: $tag', (failure) => {
    const world = atWork(alone)
    begins(world, 's-1')
    ends(world, failure)
    opens(world)
    expect(last(world)).toMatchObject({ account: 'work', resumes: 's-1' })
    expect(last(world)?.reason).toEqual('continues after a limit, in the same conversation if the agent supports it')
    expect(world.state.units['a']?.phases['implement']?.failedAttempts).toBe(0)
    // Limited again before it said a word: it is still the same conversation.
    ends(world, { tag: 'quota' })
    opens(world)
    expect(last(world)).toMatchObject({ resumes: 's-1' })
    begins(world, 's-2')
    ends(world, { tag: 'quota' })
    opens(world)
    expect(last(world)).toMatchObject({ resumes: 's-2' })
  })

  it('I-32 stays with its account: another one begins anew, and that is on record', () => {
    const world = atWork()
    begins(world, 's-1')
    ends(world, quotaFor(world, hourMs))
    expect(last(world)).toMatchObject({ account: 'second' })
    expect(last(world)?.resumes).toBeUndefined()
    expect(last(world)?.reason).toSay(
      /^account second pays instead: .*Z; starts a new conversation, because the old one cannot be continued$/,
    )
    ends(world, { tag: 'transport', class: 'network' })
    settle(world, { plan, answer: ({ path }) => (path === 'a/implement' ? 'hold' : undefined) })
    expect(last(world)?.reason).not.toSay('anew')
  })

  it.each<[string, string | undefined, Failure]>([
    ['its agent cannot', undefined, { tag: 'quota' }],
    ['something else ended it', 's-1', { tag: 'transport', class: 'network' }],
  ])('I-32 is not gone on with where %s', (_, session, failure) => {
    const world = atWork(alone)
    if (session !== undefined) begins(world, session)
    const report = { kind: 'session' as const, session: 's-1' }
    deliver(world, { type: 'attempt.reported', ...exact(world), key: openKey(world), report })
    ends(world, failure)
    if (failure.tag === 'quota') opens(world)
    else settle(world, { plan, answer: ({ path }) => (path === 'a/implement' ? 'hold' : undefined) })
    expect(intended(world)).toHaveLength(2)
    expect(last(world)?.resumes).toBeUndefined()
  })
})
