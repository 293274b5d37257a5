/**
 * Agents behind the metering proxy. An adapter asks for its attempt's endpoint; what goes through it is booked.
 *
 * 1. With a key of the provider in Forge's environment an attempt gets an endpoint and a throw-away key; without one
 * the agent uses its own login, and its own reports are booked as `reported`.
 * 2. Usage of a metered attempt is `metered`, whatever the agent reports and however it ended (U-21).
 * 3. A run's allowance is shared by its attempts: running ones, and ended ones that are not in the journal yet.
 * 4. Unreported cost is estimated here, once, before anything is recorded: by the user's prices, then by the price
 * book.
 * 5. If an agent hides why it failed, the meter still knows: the provider's last error is the failure.
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
  type MeterEndpoint,
  type MeteringProxy,
  type Tally,
} from '#adapters/meter/index.ts'
import type { PriceBook } from '#adapters/prices/index.ts'
import { pricedUsage } from '#core/cost/price.ts'
import { failedOf, failedOfCutOff } from '#core/provider/failed-of.ts'
import type { AgentEnd, Agents, AgentSession, AgentTask } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'
import type { Price } from '#model/price.ts'
import type { Usage } from '#model/usage.ts'
import type { Environment } from '#forge/place/places.ts'
import { createPricing, type Pricing } from './prices.ts'

export interface MeteringRequest {
  readonly env: Environment
  /** Variables of accounts, by name. */
  readonly accounts?: Readonly<Record<string, Environment>>
  readonly wall: () => number
  /** What one attempt may spend. */
  readonly dollarsPerAttempt?: number | undefined
  readonly reportEveryMs?: number
  /** Whether an agent runs without a model, and so costs only what it reports; absent: none does. */
  readonly isModelless?: (agent: string | undefined) => boolean
  /** Absent: the shipped one. */
  readonly book?: () => Promise<PriceBook>
}

export interface Metering {
  /** The endpoint of an attempt; undefined when Forge holds no key for it. */
  endpointOf(this: void, task: AgentTask, dialect: Dialect, address?: string): Promise<Endpoint | undefined>
  /** The same agents, with their usage booked here. */
  metered(agents: Agents): Agents
  /** Sets the source of the run's ledger. */
  follows(ledger: () => Ledger): void
}

/** The run as its journal has it: its limits, what is spent of them, its open attempts, and its prices. */
export interface Ledger {
  readonly limits: Partial<Record<'tokens' | 'costMicros', number>>
  readonly spent: Record<'tokens' | 'costMicros', number>
  readonly open: ReadonlySet<string>
  readonly prices: readonly Price[]
  /** Whether models without a price may be used although money is limited. */
  readonly unpriced: 'allowed' | 'refused'
}

/** For no run. */
export const emptyLedger: Ledger = {
  limits: {},
  spent: { tokens: 0, costMicros: 0 },
  open: new Set(),
  prices: [],
  unpriced: 'refused',
}

export function createMetering(request: MeteringRequest): Metering {
  const doors = new Map<string, Metered>()
  let proxy: Promise<MeteringProxy> | undefined
  let ledger: () => Ledger = () => emptyLedger
  /** The journal books an ended attempt as soon as the attempt is no longer open. */
  const unbooked = (): readonly Metered[] => {
    const { open } = ledger()
    for (const [key, metered] of doors) if (metered.isOver() && !open.has(key)) doors.delete(key)
    return [...doors.values()]
  }
  const outward = outwardBy(request.env)
  const dollarsOf = ({ task }: AgentTask): number | undefined => task.route?.dollars ?? request.dollarsPerAttempt
  const pricing = createPricing(request, () => ledger().prices)
  return {
    async endpointOf(task, dialect, address) {
      const layers = [request.accounts?.[task.task.account] ?? {}, request.env]
      const provider = address === undefined ? providerOf(layers, dialect) : placeOf(layers, address)
      const open = doors.get(task.key)
      if (provider === undefined || open === undefined) return undefined
      proxy ??= startProxy()
      const priceOf = await pricing(address)
      const dollars = dollarsOf(task)
      const door = (await proxy).open({
        ...provider,
        outward,
        // By the model that answered, not the requested one: agents also use smaller ones, for titles and summaries.
        costOf: (model, tokens) => priceOf({ model, tokens, of: 'request' }),
        unpriced: () => ledger().unpriced,
        allowance: () => ({ ...allowanceOf(ledger(), unbooked()), ...ownAllowance(open, dollars) }),
        onTally: (tally) => open.tell(tally),
      })
      open.doors.push(door)
      return endpointAt(door)
    },
    metered: (agents) => ({
      async start(task, reports) {
        const metered = meteredOf(request, task, { reports, priceOf: await pricing() })
        doors.set(task.key, metered)
        const dollars = dollarsOf(task)
        const settle = async (end: AgentEnd): Promise<AgentEnd> => {
          const tallies = await metered.close()
          return settled({ ...end, usage: metered.priced(end.usage) }, tallies, {
            now: request.wall(),
            limits: ledger().limits,
            dollars,
          })
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

function endpointAt(door: MeterEndpoint): Endpoint {
  return {
    baseUrl: door.baseUrl,
    key: door.key,
    isRefused: () => door.tally().trouble !== undefined || door.tally().cutOff > 0,
    isLimited: () => isLimit(door.tally()),
  }
}

/** One attempt as the meter sees it. */
interface Metered {
  readonly doors: MeterEndpoint[]
  /** The agent's reported usage, with its cost. */
  priced(usage: Usage): Usage
  tell(tally: Tally): void
  report(this: void, report: Report): void
  close(): Promise<readonly Tally[]>
  isOver(): boolean
}

const seenHere: ReadonlySet<Report['kind']> = new Set(['usage', 'rate-limited', 'windows'])

interface Hearing {
  readonly reports: (report: Report) => void
  readonly priceOf: Pricing
}

function meteredOf(
  { wall, reportEveryMs = 10_000, isModelless }: MeteringRequest,
  { task }: AgentTask,
  { reports, priceOf }: Hearing,
): Metered {
  const pace = createPace(reports, reportEveryMs)
  const doors: MeterEndpoint[] = []
  const { route } = task
  let isOver = false
  let model = route?.resolved ?? route?.model
  const priced = (usage: Usage): Usage =>
    model === undefined && isModelless?.(route?.agent) === true
      ? usage
      : pricedUsage(usage, model, (name, tokens) => priceOf({ model: name, tokens, of: 'sum' }))
  return {
    doors,
    priced,
    isOver: () => isOver,
    tell({ trouble, windows = [] }) {
      if (windows.length > 0) pace.send({ kind: 'windows', account: task.account, windows: [...windows] })
      pace.send({ kind: 'usage', usage: usageOf(doors.map((door) => door.tally())) })
      if (trouble?.kind !== 'refused' || trouble.limit === undefined) return
      const { retryAfterMs } = trouble
      const until = retryAfterMs === undefined ? {} : { until: Math.round(wall() + retryAfterMs) }
      pace.send({ kind: 'rate-limited', account: task.account, ...until })
    },
    // The meter already saw the usage that the agent reports, and more exactly.
    report(report) {
      if (report.kind === 'session' && report.model !== undefined) model = report.model
      if (doors.length > 0 && seenHere.has(report.kind)) return
      reports(report.kind === 'usage' ? { ...report, usage: priced(report.usage) } : report)
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
  const { cutOffBy, cutOffUnpriced: unpriced } = tallies.find((tally) => tally.cutOffBy !== undefined) ?? {}
  const failure =
    cutOffBy === undefined
      ? tallies.reduce((found, { trouble }) => failedOf(found, trouble, at.now), end.failure)
      : failedOfCutOff(cutOffBy, { ...at, unpriced })
  return { ...end, failure, usage }
}

/** Where a model has no price here, the agent's own figure for money is better than none. */
function usageOf(tallies: readonly Tally[], own?: Usage): Usage {
  const sum = (pick: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + pick(tally), 0)
  const [metered, unpriced] = [sum((tally) => tally.costMicros), sum(({ unpricedTokens }) => unpricedTokens)]
  const ownMicros = own?.estimatedMicros === undefined ? (own?.costMicros ?? 0) : 0
  const isOwn = unpriced > 0 && ownMicros > metered
  const models = [...new Set(tallies.flatMap(({ unpricedModels }) => unpricedModels))]
  return {
    inputTokens: sum(({ tokens }) => tokens.inputTokens),
    outputTokens: sum(({ tokens }) => tokens.outputTokens),
    cacheReadTokens: sum(({ tokens }) => tokens.cacheReadTokens),
    cacheWriteTokens: sum(({ tokens }) => tokens.cacheWriteTokens),
    costMicros: isOwn ? ownMicros : metered,
    estimatedMicros: isOwn ? 0 : metered,
    unpricedTokens: isOwn ? 0 : unpriced,
    ...(isOwn || models.length === 0 ? {} : { unpriced: models.slice(0, 20).map((model) => model.slice(0, 200)) }),
    requests: sum(({ requests }) => requests),
    source: 'metered',
  }
}

/** What is left of the run's limits, minus the usage of its attempts that is not in the journal yet. */
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

interface Upstream {
  readonly upstream: string
  readonly secret?: { readonly key: string; readonly header: KeyHeader }
}

/** The account's own variables win over those of the environment, whatever their names. */
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

/** Whether an attempt would get an endpoint for this wire format. */
export function holdsKey(layers: readonly Environment[], dialect: Dialect): boolean {
  return providerOf(layers, dialect) !== undefined
}

/** An endpoint of another party never gets the key of a provider. */
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
