import { describe, expect, it } from 'vitest'
import { chooseRung } from '#core/recover/ladder.ts'
import type { AgentEnd, Agents, AgentTask } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'
import { Budget } from '#model/budget.ts'
import type { Failure } from '#model/failure.ts'
import { noUsage } from '#model/usage.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import { createMetering, emptyLedger, type Metering } from '../../src/forge/world/meter.ts'
import { ask, withFake } from './fake.ts'

const tools = [{ name: 'bash', properties: ['command'] }]
const directive = (steps: readonly object[]): string => `FAKE:${JSON.stringify({ id: 'x', steps })}ENDFAKE`
const crash: AgentEnd = { end: 'failed', failure: { tag: 'crash', exitCode: 1, signal: null }, usage: noUsage }
const answered: AgentEnd = { end: 'answered', answer: {}, usage: { ...noUsage, inputTokens: 999, costMicros: 5 } }

/** An agent in this process: asks through its door, then ends as it is told, and says wrong things about its usage. */
function agentOf(metering: Metering, steps: readonly object[], end: AgentEnd): Agents {
  return metering.metered({
    async start(task, reports) {
      const endpoint = await metering.endpointOf(task, 'anthropic')
      const ended = (async (): Promise<AgentEnd> => {
        reports({ kind: 'usage', usage: { ...noUsage, inputTokens: 7777 } })
        reports({ kind: 'session', session: 's-1' })
        if (endpoint === undefined) return end
        const talk = { prompt: directive(steps), tools }
        for (const before of steps.keys())
          await ask(endpoint.baseUrl, 'anthropic', { ...talk, before }, { 'x-api-key': endpoint.key }).catch(
            () => undefined,
          )
        return end
      })()
      return { ended, lastSign: () => 0, interrupt: () => Promise.resolve(), kill: () => Promise.resolve() }
    },
  })
}

async function attempt(agents: Agents, task: AgentTask = agentTaskOf()): Promise<{ end: AgentEnd; reports: Report[] }> {
  const reports: Report[] = []
  const session = await agents.start(task, (report) => reports.push(report))
  return { end: await session.ended, reports }
}

/** After so many failures of the line on the same input, with the budget that nobody changed. */
const troubleWith = (failure: Failure, transport: number) => ({
  failure,
  spent: { transport, empty: 0, unchanged: 0, attempts: 0, revisions: 0 },
  budget: Budget.parse({}),
  now: 0,
  sendsBack: { to: 'maker', of: 'work', own: undefined } as const,
  phase: 'implement',
  onFailure: 'again' as const,
})

const envOf = (url: string) => ({ ANTHROPIC_API_KEY: 'real-secret', ANTHROPIC_BASE_URL: url })
const step = { text: 'ok', usage: { input: 40, output: 2, cacheRead: 5, cacheWrite: 3 } }

describe('agents behind the meter', () => {
  it('U-21 what was served is booked as metered, whatever the agent says', () =>
    withFake({ key: 'real-secret' }, async ({ url, served }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0 })
      const { end, reports } = await attempt(agentOf(metering, [step, step], answered))
      const { tokens } = served().total
      expect(end).toMatchObject({ end: 'answered', usage: { ...tokens, requests: 2, source: 'metered' } })
      expect(tokens).toEqual({ inputTokens: 80, outputTokens: 4, cacheReadTokens: 10, cacheWriteTokens: 6 })
      expect(reports.map(({ kind }) => kind)).toEqual(['session', 'usage'])
      expect(reports[1]).toMatchObject({ usage: { inputTokens: 40, source: 'metered' } })
    }))

  it('U-21 an attempt that failed is booked too', () =>
    withFake({ key: 'real-secret' }, async ({ url, served }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0 })
      metering.follows(() => ({
        ...emptyLedger,
        prices: [{ model: 'm-1', input: 2, output: 0, cacheRead: 0, cacheWrite: 0 }],
      }))
      const { end } = await attempt(agentOf(metering, [step], crash))
      expect(end).toEqual({
        ...crash,
        usage: {
          ...served().total.tokens,
          costMicros: 80,
          estimatedMicros: 80,
          unpricedTokens: 0,
          requests: 1,
          source: 'metered',
        },
      })
    }))

  it('U-21 without a key the agent uses its own login, and its own reports are marked as such', async () => {
    const metering = createMetering({ env: {}, wall: () => 0 })
    const { end, reports } = await attempt(agentOf(metering, [step], answered))
    expect(end).toEqual(answered)
    expect(reports[0]).toMatchObject({ kind: 'usage', usage: { inputTokens: 7777, source: 'reported' } })
  })

  it('R-15 U-21 what an agent tells of its own login is priced by the model that it runs on, as an estimate; or has no price', async () => {
    const metering = createMetering({ env: {}, wall: () => 0 })
    const routed = (model: string) => agentTaskOf({ route: { tier: 'light', reasons: [], model } })
    const told = { ...answered, usage: { ...noUsage, inputTokens: 999 } }
    const known = await attempt(agentOf(metering, [], told), routed('gpt-5.5'))
    expect(known.end.usage).toMatchObject({
      costMicros: 4995,
      estimatedMicros: 4995,
      unpricedTokens: 0,
      source: 'estimated',
    })
    expect(known.reports[0]).toMatchObject({ kind: 'usage', usage: { costMicros: 38_885, estimatedMicros: 38_885 } })
    const { end } = await attempt(agentOf(metering, [], told), routed('gpt-5.5-nobody-knows'))
    expect(end.usage).toMatchObject({ costMicros: 0, unpricedTokens: 999, unpriced: ['gpt-5.5-nobody-knows'] })
    const silent = await attempt(agentOf(metering, [], told))
    expect(silent.end.usage).toMatchObject({ costMicros: 0, unpricedTokens: 999 })
    const script = createMetering({ env: {}, wall: () => 0, isModelless: () => true })
    expect((await attempt(agentOf(script, [], told))).end.usage).toBe(told.usage)
  })

  it('R-15 U-05 a model without a price gets nothing where money is limited, and everything where tokens hold it', () =>
    withFake({ key: 'real-secret' }, async ({ url, served }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0 })
      const limited = { ...emptyLedger, limits: { costMicros: 5_000_000, tokens: 10_000 } }
      metering.follows(() => limited)
      const refused = await attempt(agentOf(metering, [step, step], crash))
      expect(served().total.requests).toBe(0)
      const failure = { tag: 'ceiling', limit: 'costMicros', at: 5_000_000, unpriced: 'm-1' }
      expect(refused.end).toMatchObject({ end: 'failed', failure })
      metering.follows(() => ({ ...limited, unpriced: 'allowed' }))
      const { end } = await attempt(agentOf(metering, [step, step], answered))
      expect(end.usage).toMatchObject({ requests: 2, costMicros: 5, estimatedMicros: 0, unpricedTokens: 0 })
      const untold = { ...answered, usage: noUsage }
      const { end: counted } = await attempt(agentOf(metering, [step], untold))
      expect(counted.usage).toMatchObject({ costMicros: 0, unpricedTokens: 50, unpriced: ['m-1'] })
    }))

  it.each([
    [
      'a limit',
      { status: 429, headers: { 'retry-after': '9' } },
      { tag: 'transport', class: 'rate-limit', retryAfterMs: 9000 },
    ],
    ['an overload', { status: 529 }, { tag: 'transport', class: 'rate-limit' }],
    ['no credit', { status: 402 }, { tag: 'quota' }],
    ['a broken server', { status: 500 }, { tag: 'transport', class: 'server' }],
    ['a refused key', { status: 401 }, { tag: 'unavailable', what: expect.saying('401') }],
    ['a cut stream', { truncate: true }, { tag: 'transport', class: 'stream' }],
    ['a page of somebody else', { garbage: true }, { tag: 'transport', class: 'stream' }],
    ['a dropped line', { drop: true }, { tag: 'transport', class: 'connection' }],
  ])('I-32 an agent that dies of %s does not hide it', (_, fault, failure) =>
    withFake({ key: 'real-secret' }, async ({ url }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0, reportEveryMs: 1 })
      const { end } = await attempt(agentOf(metering, [{ ...step, fail: [fault] }], crash))
      expect(end).toMatchObject({ end: 'failed', failure })
    }),
  )

  it.each([
    ['server', { status: 503 }],
    ['stream', { truncate: true }],
    ['connection', { drop: true }],
  ])('S1-54 a %s failure is classified, and tried again three times, each time later than before', (kind, fault) =>
    withFake({ key: 'real-secret' }, async ({ url }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0 })
      const { end } = await attempt(agentOf(metering, [{ ...step, fail: [fault] }], crash))
      if (end.end !== 'failed') throw new Error('it was to fail')
      expect(end.failure).toEqual({ tag: 'transport', class: kind })
      const rungs = [0, 1, 2, 3].map((transport) => chooseRung(troubleWith(end.failure, transport)))
      expect(rungs.map((rung) => rung.do)).toEqual(['retry', 'retry', 'retry', 'stop'])
      const waits = rungs.flatMap((rung) => (rung.do === 'retry' ? [rung.wakeAt ?? 0] : []))
      expect(waits).toEqual([2000, 4000, 8000])
    }),
  )

  it('S1-65 how full the windows of a subscription are is told as its provider tells it', () =>
    withFake({ key: 'real-secret' }, async ({ url }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0 })
      const headers = {
        'anthropic-ratelimit-unified-5h-utilization': '0.93',
        'anthropic-ratelimit-unified-5h-reset': '1700000000',
        'anthropic-ratelimit-unified-7d-utilization': '0.2',
      }
      const told = await attempt(agentOf(metering, [{ ...step, headers }], answered))
      const windows = [
        { window: '5h', percent: 93, resetsAt: 1_700_000_000_000 },
        { window: '7d', percent: 20 },
      ]
      expect(told.reports).toContainEqual({ kind: 'windows', account: 'main', windows })
      const silent = await attempt(agentOf(metering, [step], answered))
      expect(silent.reports.map(({ kind }) => kind)).not.toContain('windows')
    }))

  it('S1-66 a subscription that has nothing left is a quota with the time of its reset', () =>
    withFake({ key: 'real-secret' }, async ({ url }) => {
      const reset = Math.ceil(Date.now() / 1000) + 7200
      const headers = {
        'anthropic-ratelimit-unified-status': 'rejected',
        'anthropic-ratelimit-unified-reset': String(reset),
      }
      const metering = createMetering({ env: envOf(url), wall: () => Date.now() })
      const { end } = await attempt(agentOf(metering, [{ ...step, fail: [{ status: 429, headers }] }], crash))
      if (end.end !== 'failed' || end.failure.tag !== 'quota') throw new Error(JSON.stringify(end))
      expect(Math.abs((end.failure.resetAt ?? 0) - reset * 1000)).toBeLessThan(60_000)
    }))

  it('U-05 one attempt spends no more than it may, whatever is left of the run', () =>
    withFake({ key: 'real-secret' }, async ({ url, served }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0, dollarsPerAttempt: 0.0001 })
      const prices = [{ model: 'm-1', input: 2, output: 0, cacheRead: 0, cacheWrite: 0 }]
      metering.follows(() => ({ ...emptyLedger, prices }))
      const { end } = await attempt(agentOf(metering, [step, step, step, step], crash))
      expect(served().total.requests).toBe(2)
      expect(end).toMatchObject({ failure: { tag: 'blocked', text: expect.saying('agents.cost') } })
      const dear = agentTaskOf({ route: { tier: 'light', reasons: [], dollars: 0.0003 } })
      await attempt(agentOf(metering, [step, step, step, step], crash), dear)
      expect(served().total.requests).toBe(6)
    }))

  it('I-32 a limit is told at once, with the time to wait until', () =>
    withFake({ key: 'real-secret' }, async ({ url }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 1000 })
      const fail = [{ status: 429, headers: { 'retry-after': '9' } }]
      const { reports } = await attempt(agentOf(metering, [{ ...step, fail }], answered))
      expect(reports).toContainEqual({ kind: 'rate-limited', account: 'main', until: 10_000 })
    }))

  const ledger = { ...emptyLedger, limits: { tokens: 160 } }

  it('U-05 an attempt that takes the run to its ceiling is cut off there, which is no failure of its unit', () =>
    withFake({ key: 'real-secret' }, async ({ url, served }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0 })
      metering.follows(() => ledger)
      const { end } = await attempt(agentOf(metering, [step, step, step, step], crash))
      expect(end).toMatchObject({
        end: 'failed',
        failure: { tag: 'ceiling', limit: 'tokens', at: 160 },
        usage: { inputTokens: 80 },
      })
      expect(served().total.requests).toBe(2)
    }))

  it('U-05 attempts under way share what is left of the run, and each that is cut off waits for a higher limit', () =>
    withFake({ key: 'real-secret' }, async ({ url, served }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0 })
      const keys = ['a/1/m1/work#1', 'a/1/m2/work#1', 'a/1/m3/work#1']
      metering.follows(() => ({ ...ledger, open: new Set(keys) }))
      const agents = agentOf(metering, [step, step, step, step, step], crash)
      const ended = await Promise.all(keys.map((key) => attempt(agents, agentTaskOf({}, { key }))))
      // Requests go out one after the other where not all of them can be paid for: 50 of 160, 50 of 110, none of 60.
      expect(served().total.requests).toBe(2)
      for (const { end } of ended) expect(end).toMatchObject({ failure: { tag: 'ceiling', limit: 'tokens', at: 160 } })
      const booked = ended.reduce((sum, { end }) => sum + end.usage.inputTokens, 0)
      expect(booked).toBe(served().total.tokens.inputTokens)
    }))

  it('U-05 what an attempt has used counts until the journal has it, also when the attempt is over', () =>
    withFake({ key: 'real-secret' }, async ({ url, served }) => {
      const metering = createMetering({ env: envOf(url), wall: () => 0 })
      const [first, second] = ['a/1/m1/work#1', 'a/1/m2/work#1'] as const
      const open = new Set<string>([first, second])
      metering.follows(() => ({ ...ledger, open }))
      await attempt(agentOf(metering, [step, step], answered), agentTaskOf({}, { key: first }))
      await attempt(agentOf(metering, [step], crash), agentTaskOf({}, { key: second }))
      expect(served().total.requests).toBe(2)
      open.delete(first)
      await attempt(agentOf(metering, [step], crash), agentTaskOf({}, { key: second }))
      expect(served().total.requests).toBe(3)
    }))
})
