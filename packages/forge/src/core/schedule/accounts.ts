/**
 * Which account and which agent the next attempt uses (S1-65, S1-66, I-32): the accounts of the agent that its route
 * wants, in order; and only when all of these are limited for long, those of the agents that the configuration names as
 * a fallback.
 */
import { say, several, type Said } from '#messages/said.ts'
import { isoTime } from '#model/iso-time.ts'
import type { RouteSetting } from '#model/route.ts'
import { accountLimitKey } from '#core/state/apply-capacity.ts'
import { freshIn, newsIn } from '#core/state/levels.ts'
import type { RunState } from '#core/state/state.ts'

/** An agent, and an account at its provider. */
export interface Lane {
  readonly provider?: string
  readonly account: string
  /** The agent that replaces the wanted one, and why. */
  readonly instead?: { readonly setting: RouteSetting; readonly why: Said }
}

type Fallback = NonNullable<NonNullable<RunState['spec']>['fallback']>[number]

/** Shorter limits are waited for: another agent knows nothing of what the first one saw. */
const longWaitMs = 5 * 60_000

/** In order of preference. `agent`: as its route names it; undefined: the run's own. */
function lanesOf({ spec }: RunState, agent: string | undefined): readonly Lane[] {
  const payer = spec?.payers?.[agent ?? '']
  if (payer !== undefined) return payer.accounts.map((account) => ({ provider: payer.provider, account }))
  return [...new Set([spec?.account ?? 'default', ...(spec?.accounts ?? [])])].map((account) => ({ account }))
}

/** Undefined while every possible account is limited. */
export function openLane(state: RunState, agent: string | undefined): Lane | undefined {
  const own = lanesOf(state, agent)
  const open = firstOpen(state, own)
  if (open !== undefined || !isLong(state, own)) return open
  for (const setting of fallbackOf(state, agent)) {
    const lane = firstOpen(state, lanesOf(state, setting.agent))
    if (lane !== undefined) return { ...lane, instead: { setting, why: whyMoved(state, own) } }
  }
  return undefined
}

/** An account whose windows are nearly full gives way to one with more left; when all are, it is used to its end. */
function firstOpen(state: RunState, lanes: readonly Lane[]): Lane | undefined {
  const open = lanes.filter((lane) => state.capacity.limits[accountLimitKey(lane)] === undefined)
  return open.find((lane) => nearlyFull(state, lane) === undefined) ?? open[0]
}

/**
 * The tightest window of an account at or over the threshold, as reported recently to this run or another; no data
 * means not full (S1-65).
 */
function nearlyFull(state: RunState, lane: Lane): { readonly window: string; readonly percent: number } | undefined {
  const { spec, now, capacity } = state
  if (spec?.leaveAt === undefined) return undefined
  const known = [capacity.used, capacity.reportedElsewhere].map((used) =>
    freshIn(used?.[accountLimitKey(lane)] ?? {}, now),
  )
  const fresh = Object.entries({ ...known[0], ...newsIn(known[1] ?? {}, known[0]) })
  const [tightest] = fresh.toSorted(([, one], [, other]) => other.percent - one.percent)
  if (tightest === undefined || tightest[1].percent < spec.leaveAt) return undefined
  return { window: tightest[0], percent: tightest[1].percent }
}

function isLong(state: RunState, lanes: readonly Lane[]): boolean {
  return lanes.every((lane) => (state.capacity.limits[accountLimitKey(lane)] ?? 0) - state.now > longWaitMs)
}

function fallbackOf({ spec }: RunState, agent: string | undefined): readonly Fallback[] {
  const wanted = agent ?? spec?.agent
  return (spec?.fallback ?? []).filter((setting) => setting.agent !== wanted)
}

/** Why it is not the first account of the wanted agent; undefined when it is. */
export function whyNotFirst(state: RunState, agent: string | undefined, lane: Lane): Said | undefined {
  if (lane.instead !== undefined)
    return say('agent.takesInstead', { name: lane.instead.setting.agent ?? '', why: lane.instead.why })
  const [first] = lanesOf(state, agent)
  if (first === undefined || accountLimitKey(first) === accountLimitKey(lane)) return undefined
  const full = nearlyFull(state, first)
  const why =
    full === undefined || state.capacity.limits[accountLimitKey(first)] !== undefined
      ? whyMoved(state, [first])
      : say('account.windowUsed', {
          gate: accountLimitKey(first),
          percent: Math.floor(full.percent),
          window: full.window,
        })
  return say('account.takesInstead', { account: lane.account, why })
}

function whyMoved(state: RunState, lanes: readonly Lane[]): Said {
  const limited = lanes.map((lane) =>
    say('account.limitedUntil', {
      gate: accountLimitKey(lane),
      time: isoTime(state.capacity.limits[accountLimitKey(lane)] ?? 0),
    }),
  )
  return several(limited, ', ')
}

/** The limit of this agent that expires first, while all its accounts are limited. */
export function earliestLimit(
  state: RunState,
  agent: string | undefined,
): { readonly account: string; readonly until: number } | undefined {
  if (Object.keys(state.capacity.limits).length === 0 || openLane(state, agent) !== undefined) return undefined
  return [...lanesOf(state, agent), ...fallbackOf(state, agent).flatMap((one) => lanesOf(state, one.agent))]
    .map((lane) => ({ account: accountLimitKey(lane), until: state.capacity.limits[accountLimitKey(lane)] ?? 0 }))
    .filter(({ until }) => until > 0)
    .toSorted((one, other) => one.until - other.until)[0]
}
