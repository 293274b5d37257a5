/**
 * Opens a run for driving: a new one is started, an existing one is resumed. Everything that could refuse it is checked
 * here, before anything is written.
 */
import { enclosure } from '#adapters/exec/index.ts'
import { emptySubmodules, type RepositoryFacts } from '#adapters/git/index.ts'
import { firstOf } from '#forge/faults.ts'
import { gitProgram } from '#forge/place/git-program.ts'
import type { Workplace } from '#forge/place/place.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { readRun } from '#forge/look/run.ts'
import { accountStoreOf, usedAccounts, type UsedAccounts } from '#forge/world/accounts.ts'
import { withOwnLogin } from '#forge/world/agents/own-login.ts'
import { sandboxFor, type Sandbox } from '#forge/world/sandbox.ts'
import { readUser } from '#forge/world/world.ts'
import type { RunState } from '#core/state/state.ts'
import { say, type Said } from '#messages/said.ts'
import type { Limits } from '#model/budget.ts'
import type { Message } from '#model/message.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Trust } from '#model/trust.ts'
import { agentFor, namedAgent } from './agent.ts'
import { reassigning } from './lanes.ts'
import { othersOf } from './routing.ts'
import { environmentOf } from './run-spec.ts'
import { startRun, type StartInput } from './start.ts'
import { pricedOrRefused } from './unpriced.ts'

/** A workplace in which what the repository brings may be used. */
export interface TrustedPlace extends Workplace {
  readonly trust: Trust
}

export interface OpeningRequest {
  readonly what: { readonly begin: StartInput } | { readonly resume: string }
  /** The account that pays first; absent: the one in use. */
  readonly account?: string
  readonly say: (said: Said) => void
}

/** A run that may be driven, and the agents that do its work. */
export interface Opening {
  readonly run: string
  readonly agent: string
  readonly user: RepositoryFacts
  readonly accounts: UsedAccounts
  /** Agents that use a login of their own. */
  readonly ownLogins: readonly string[]
  readonly limits: Limits | undefined
  /** Messages sent to the run before all others. */
  readonly messages: readonly Message[]
}

export async function openRun(
  place: TrustedPlace,
  { what, account, say: tell }: OpeningRequest,
): Promise<Result<Opening, Refusal>> {
  const { settings } = place.config
  const resumed = 'resume' in what ? await stateOf(place, what.resume) : undefined
  for (const { key } of place.config.untaken) tell(say('config.repositoryKeyIgnored', { key }))
  const agent = agentFor(place, resumed)
  if (agent === undefined) {
    const refused = usageRefusal('no-agent', say('agent.noneConfigured'), say('hint.rehearseOrSetAgent'))
    return failed({ ...refused, exit: 'agent' })
  }
  const user = await readUser(place.repository)
  if (!user.ok) return user
  const unfilled = 'begin' in what ? await unfilledSubmodules(place, user.value) : undefined
  if (unfilled !== undefined) return failed(unfilled)
  const accounts = await usedAccounts(accountStoreOf(place.env, place.home), account)
  if (!accounts.ok) return accounts
  const keys = { env: place.env, accounts: accounts.value.variables, told: settings.agents }
  const ownLogins = withOwnLogin([agent, ...othersOf(settings)], keys)
  const sandbox = sandboxFor(
    { mode: settings.sandbox, network: settings.network, ownLogin: ownLogins },
    await enclosure(),
  )
  if (!sandbox.ok) return sandbox
  const means = { agent, user: user.value, accounts: accounts.value, held: sandbox.value.record, resumed, say: tell }
  const entered = 'begin' in what ? await begun(place, what.begin, means) : success(again(place, what.resume, means))
  if (!entered.ok) return entered
  const spec = startOf(entered.value.messages)?.spec
  const unpriced = await pricedOrRefused({ ...place, say: tell }, spec, resumed)
  if (unpriced !== undefined) return failed(unpriced)
  const limits = spec?.limits ?? resumed?.limits
  return success({ ...entered.value, agent, user: user.value, accounts: accounts.value, ownLogins, limits })
}

/** Refused by name before the run exists: in its trees they would be empty folders. */
async function unfilledSubmodules({ config }: TrustedPlace, user: RepositoryFacts): Promise<Refusal | undefined> {
  if (user.submodules.length === 0 || config.settings.submodules === 'optional') return undefined
  const empty = await emptySubmodules(gitProgram, user, user.head)
  if (empty.length === 0) return undefined
  const message = say('git.emptySubmodules', { paths: firstOf(empty) })
  return usageRefusal('empty-submodules', message, say('git.fillSubmodules'))
}

interface Means {
  readonly agent: string
  readonly user: RepositoryFacts
  readonly accounts: UsedAccounts
  readonly held: Sandbox['record']
  readonly resumed: RunState | undefined
  readonly say: (said: Said) => void
}

type Entrance = Pick<Opening, 'run' | 'messages'>

async function begun(place: TrustedPlace, input: StartInput, means: Means): Promise<Result<Entrance, Refusal>> {
  const started = await startRun(place, input, { ...means, trust: place.trust })
  return started.ok ? success({ run: started.value.run, messages: [started.value.start] }) : started
}

/** The machine, its settings or the agents may have changed since the run was last driven. */
function again(place: TrustedPlace, run: string, { agent, accounts, held, resumed }: Means): Entrance {
  const { config, trust, env, by } = place
  const at = place.now()
  const id = `environment-${process.pid}-${at}`
  const environment = { type: 'environment', id, at, environment: environmentOf(config.settings, held), trust } as const
  if (resumed === undefined) return { run, messages: [environment] }
  const settings = { ...config.settings, agent }
  const isNamed = namedAgent(config) !== undefined
  // A run that waits for an exhausted account resumes at once with the account named now.
  return { run, messages: [environment, ...reassigning({ state: resumed, settings, accounts, env, isNamed, by, at })] }
}

function startOf(messages: readonly Message[]) {
  return messages.find((message) => message.type === 'start')
}

async function stateOf({ log }: Workplace, run: string): Promise<RunState | undefined> {
  const read = await readRun(log, run)
  return read.ok ? read.value.state : undefined
}
