/**
 * Agents behind the metering proxy. An adapter asks for its attempt's endpoint; what then goes through is what is booked.
 *
 * 1. With a key of the provider in Forge's environment an attempt gets a door and a throw-away key; without one the agent's
 *    own login is used, and its own reports are booked as `reported`.
 * 2. Usage of a metered attempt is `metered`, whatever the agent says of itself and however it ended (U-21).
 * 3. What a run may spend is shared by its attempts: those under way, and those that have ended and are not in the journal yet.
 * 4. An agent that hides why it failed does not hide it from here: the provider's last word is the failure.
 */
import { createPace } from '#adapters/agents/session/pace.ts'
import type { Endpoint } from '#adapters/agents/session/index.ts'
import {
  outwardBy,
  providers,
  startMeteringProxy,
  type Allowance,
  sumOf,
  upstreamOf,
  type Dialect,
  type KeyHeader,
  type Door,
  type MeteringProxy,
  type Tally,
  type Tokens,
} from '#adapters/meter/index.ts'
import { pricedUsage, priceOf } from '#core/cost/price.ts'
import { failedOf, failedOfCutOff } from '#core/provider/failed-of.ts'
import type { AgentEnd, Agents, AgentSession, AgentTask } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'
import type { Price } from '#model/price.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import type { Environment } from './places.ts'

export interface MeteringRequest {
  readonly env: Environment
  /** What accounts have instead, by name. */
  readonly accounts?: Readonly<Record<string, Environment>>
  readonly wall: () => number
  /** What one attempt may spend. */
  readonly dollarsPerAttempt?: number | undefined
  readonly reportEveryMs?: number
}

export interface Metering {
  /** The door of an attempt; undefined when nobody holds a key for it. */
  endpointOf(this: void, task: AgentTask, dialect: Dialect, address?: string): Promise<Endpoint | undefined>
  /** The same agents, their books kept here. */
  metered(agents: Agents): Agents
  /** Tells how the run stands whose agents these are. */
  follows(ledger: () => Ledger): void
}

/** The run as its journal has it: its ceilings, what is spent of them, who is under way, and what it pays. */
export interface Ledger {
  readonly limits: Partial<Record<'tokens' | 'costMicros', number>>
  readonly spent: Record<'tokens' | 'costMicros', number>
  readonly open: ReadonlySet<string>
  readonly prices: readonly Price[]
}

/** Of no run. */
export const emptyLedger: Ledger = { limits: {}, spent: { tokens: 0, costMicros: 0 }, open: new Set(), prices: [] }

export function createMetering(request: MeteringRequest): Metering {
  const doors = new Map<string, Metered>()
  let proxy: Promise<MeteringProxy> | undefined
  let ledger: () => Ledger = () => emptyLedger
  /** What has ended is booked by the journal as soon as the attempt is open no more. */
  const unbooked = (): readonly Metered[] => {
    const { open } = ledger()
    for (const [key, metered] of doors) if (metered.isOver() && !open.has(key)) doors.delete(key)
    return [...doors.values()]
  }
  const outward = outwardBy(request.env)
  return {
    async endpointOf(task, dialect, address) {
      const layers = [request.accounts?.[task.task.account] ?? {}, request.env]
      const provider = address === undefined ? providerOf(layers, dialect) : placeOf(layers, address)
      const open = doors.get(task.key)
      if (provider === undefined || open === undefined) return undefined
      proxy ??= startProxy()
      const door = (await proxy).open({
        ...provider,
        outward,
        costOf: (model, tokens) => costOf(ledger().prices, model, tokens),
        allowance: () => ({
          ...allowanceOf(ledger(), unbooked()),
          ...ownAllowance(open, task.task.route?.dollars ?? request.dollarsPerAttempt),
        }),
        onTally: (tally) => open.tell(tally),
      })
      open.doors.push(door)
      return {
        baseUrl: door.baseUrl,
        key: door.key,
        isRefused: () => door.tally().trouble !== undefined || door.tally().cutOff > 0,
        isLimited: () => isLimit(door.tally()),
      }
    },
    metered: (agents) => ({
      async start(task, reports) {
        const metered = meteredOf(request, task, reports)
        doors.set(task.key, metered)
        const dollars = task.task.route?.dollars ?? request.dollarsPerAttempt
        const settle = async (end: AgentEnd): Promise<AgentEnd> => {
          const tallies = await metered.close()
          return settled(end, tallies, { now: request.wall(), limits: ledger().limits, dollars })
        }
        try {
          return watched(await agents.start(task, metered.report), metered, settle)
        } catch (error) {
          doors.delete(task.key)
          await metered.close()
          throw error
        }
      },
    }),
    follows(told) {
      ledger = told
    },
  }
}

function isLimit({ trouble }: Tally): boolean {
  return trouble?.kind === 'refused' && trouble.limit !== undefined
}

/** One attempt as it is seen here. */
interface Metered {
  readonly doors: Door[]
  tell(tally: Tally): void
  report(this: void, report: Report): void
  close(): Promise<readonly Tally[]>
  isOver(): boolean
}

const seenHere: ReadonlySet<Report['kind']> = new Set(['usage', 'rate-limited', 'windows'])

function meteredOf(
  { wall, reportEveryMs = 10_000 }: MeteringRequest,
  { task }: AgentTask,
  reports: (report: Report) => void,
): Metered {
  const pace = createPace(reports, reportEveryMs)
  const doors: Door[] = []
  let isOver = false
  return {
    doors,
    isOver: () => isOver,
    tell({ trouble, windows = [] }) {
      if (windows.length > 0) pace.send({ kind: 'windows', account: task.account, windows: [...windows] })
      pace.send({ kind: 'usage', usage: usageOf(doors.map((door) => door.tally())) })
      if (trouble?.kind !== 'refused' || trouble.limit === undefined) return
      const { retryAfterMs } = trouble
      const until = retryAfterMs === undefined ? {} : { until: Math.round(wall() + retryAfterMs) }
      pace.send({ kind: 'rate-limited', account: task.account, ...until })
    },
    // What the agent says of these was seen here already, and better.
    report(report) {
      if (doors.length === 0 || !seenHere.has(report.kind)) reports(report)
    },
    async close() {
      const tallies = await Promise.all(doors.map((door) => door.close()))
      pace.finish()
      isOver = true
      return tallies
    },
  }
}

function watched(
  session: AgentSession,
  { doors }: Metered,
  settle: (end: AgentEnd) => Promise<AgentEnd>,
): AgentSession {
  return {
    ended: session.ended.then(settle),
    lastSign: () => Math.max(session.lastSign(), ...doors.map((door) => door.lastSign())),
    interrupt: () => session.interrupt(),
    kill: () => session.kill(),
  }
}

interface Settling {
  readonly now: number
  readonly limits: Ledger['limits']
  readonly dollars: number | undefined
}

function settled(end: AgentEnd, tallies: readonly Tally[], at: Settling): AgentEnd {
  if (tallies.every(({ requests, cutOff }) => requests + cutOff === 0)) return end
  const usage = usageOf(tallies, end.usage)
  if (end.end === 'answered') return { ...end, usage }
  const cutOffBy = tallies.find((tally) => tally.cutOffBy !== undefined)?.cutOffBy
  const failure =
    cutOffBy === undefined
      ? tallies.reduce((found, { trouble }) => failedOf(found, trouble, at.now), end.failure)
      : failedOfCutOff(cutOffBy, at)
  return { ...end, failure, usage }
}

/** Where a model has no price here, the agent's own figure for money is better than none. */
function usageOf(tallies: readonly Tally[], own?: Usage): Usage {
  const sum = (pick: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + pick(tally), 0)
  const costMicros = sum((tally) => tally.costMicros)
  return {
    inputTokens: sum(({ tokens }) => tokens.inputTokens),
    outputTokens: sum(({ tokens }) => tokens.outputTokens),
    cacheReadTokens: sum(({ tokens }) => tokens.cacheReadTokens),
    cacheWriteTokens: sum(({ tokens }) => tokens.cacheWriteTokens),
    costMicros: sum(({ unpriced }) => unpriced) === 0 ? costMicros : Math.max(costMicros, own?.costMicros ?? 0),
    requests: sum(({ requests }) => requests),
    source: 'metered',
  }
}

/** What is left of the run without what its attempts have used that is not in the journal yet. */
function allowanceOf({ limits, spent }: Ledger, unbooked: readonly Metered[]): Allowance {
  const tallies = unbooked.flatMap(talliesOf)
  const used = {
    tokens: tallies.reduce((sum, tally) => sum + sumOf(tally.tokens), spent.tokens),
    costMicros: tallies.reduce((sum, tally) => sum + tally.costMicros, spent.costMicros),
  }
  return {
    ...(limits.tokens === undefined ? {} : { tokens: limits.tokens - used.tokens }),
    ...(limits.costMicros === undefined ? {} : { costMicros: limits.costMicros - used.costMicros }),
  }
}

/** What one attempt may spend by itself (`agents.cost`). */
function ownAllowance(metered: Metered, dollars: number | undefined): Allowance {
  if (dollars === undefined) return {}
  const used = talliesOf(metered).reduce((sum, tally) => sum + tally.costMicros, 0)
  return { attempt: Math.round(dollars * 1_000_000) - used }
}

function talliesOf({ doors }: Metered): readonly Tally[] {
  return doors.map((door) => door.tally())
}

/** By the model that answered, not by the one that was asked for: agents also ask smaller ones, for titles and summaries. */
function costOf(prices: readonly Price[], model: string, tokens: Tokens): number | undefined {
  if (priceOf(model, prices) === undefined) return undefined
  return pricedUsage({ ...noUsage, ...tokens }, model, prices).costMicros
}

interface Upstream {
  readonly upstream: string
  readonly secret?: { readonly key: string; readonly header: KeyHeader }
}

/** The account's own variables go before those of the environment, whatever their names. */
function providerOf(layers: readonly Environment[], dialect: Dialect): Upstream | undefined {
  const { keys, addresses } = providers[dialect]
  const found = layers
    .flatMap((layer) => keys.map(({ name, header }) => ({ key: layer[name], header })))
    .find(({ key }) => key !== undefined && key !== '')
  if (found?.key === undefined) return undefined
  const address = layers
    .flatMap((layer) => addresses.map((name) => layer[name]))
    .find((value) => value !== undefined && value !== '')
  return { secret: { key: found.key, header: found.header }, upstream: upstreamOf(dialect, address) }
}

/** Whether an attempt would get a door for this wire format. */
export function holdsKey(layers: readonly Environment[], dialect: Dialect): boolean {
  return providerOf(layers, dialect) !== undefined
}

/** An endpoint of somebody else's never gets the key of a provider. */
function placeOf(layers: readonly Environment[], address: string): Upstream {
  const key = layers.map((layer) => layer['OPENAI_COMPATIBLE_API_KEY']).find((value) => value !== undefined)
  const secret = key === undefined ? {} : { secret: { key, header: 'authorization' as const } }
  return { upstream: upstreamOf('openai', address), ...secret }
}

async function startProxy(): Promise<MeteringProxy> {
  const started = await startMeteringProxy()
  if (!started.ok) throw new Error(`the metering proxy cannot listen on ${started.failure}`)
  return started.value
}
