/**
 * Which agent does the work of a run and which account pays: at its start, and when the user changes either on resume.
 */
import type { Config } from '#config/load.ts'
import type { RunState } from '#core/state/state.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Message } from '#model/message.ts'
import type { Principal } from '#model/question.ts'
import type { Lanes } from '#model/run.ts'
import { providerOfAgent } from '#forge/world/agents/kinds.ts'
import type { UsedAccounts } from '#forge/world/accounts.ts'
import type { Environment } from '#forge/place/places.ts'
import { routingOf } from './routing.ts'

type Settings = Config['settings']

/** Recorded with the run, so that it stays the same. */
export function lanesFor(
  { agent, agents, routing, parking }: Settings,
  accounts: UsedAccounts,
): Omit<Lanes, 'agent' | 'routing'> {
  const payerOf = (name: string) => {
    const provider = providerOfAgent(name)
    return { provider, accounts: [...accounts.of(provider)] }
  }
  const named = [...Object.values(routing), ...agents.fallback].flatMap((one) => one.agent ?? [])
  const payers = named.map((name) => [name, payerOf(name)] as const)
  return {
    account: accounts.account,
    accounts: [...accounts.others],
    payers: { ...(agent === undefined ? {} : { '': payerOf(agent) }), ...Object.fromEntries(payers) },
    ...(agents.fallback.length === 0 ? {} : { fallback: agents.fallback.map((one) => ({ ...one })) }),
    ...(parking.leave ? { leaveAt: parking.leaveAt } : {}),
  }
}

export interface Resuming {
  readonly state: RunState
  /** The current settings, with the agent that is to do the work. */
  readonly settings: Settings
  readonly accounts: UsedAccounts
  readonly env: Environment
  /** A flag of this call names the agent. */
  readonly isNamed: boolean
  readonly by: Principal
  readonly at: number
}

/** The messages for a run whose agent or accounts differ from the recorded ones; empty when they are the same. */
export function reassigning({ state, settings, accounts, env, isNamed, by, at }: Resuming): readonly Message[] {
  const { spec } = state
  const { agent } = settings
  if (spec === undefined || agent === undefined) return []
  const lanes = lanesFor(settings, accounts)
  const isOther = isNamed && agent !== spec.agent
  if (!isOther && (state.status === 'finished' || isKnown(spec, lanes))) return []
  const { cluster, canonical, own } = routingOf(settings, env)
  const other = isOther ? { agent, routing: { cluster, canonical, own } } : {}
  return [{ type: 'reassign', id: `reassign-${at}-${process.pid}`, at, by, lanes: { ...lanes, ...other } }]
}

function isKnown(spec: NonNullable<RunState['spec']>, lanes: Lanes): boolean {
  const { account, accounts, payers, fallback, leaveAt } = spec
  const known = { account, accounts, payers, fallback, leaveAt }
  return canonicalJson(JSON.parse(JSON.stringify(known))) === canonicalJson(lanes)
}
