/** `build` and `resume` as the composition root offers them: the world is opened, the run is driven, everything is closed. */
import { say } from '#messages/said.ts'
import { namedByProject } from '#forge/start/named-files.ts'
import { enclosure } from '#adapters/exec/index.ts'
import type { Config } from '#config/load.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import type { Blobs, Entry, Locks, Log } from '#engine/ports.ts'
import type { Limits } from '#model/budget.ts'
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { Preset } from '#model/preset.ts'
import type { Principal } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { RunSpec } from '#model/run.ts'
import type { Trust } from '#model/trust.ts'
import { accountStoreOf, usedAccounts, type UsedAccounts } from '#forge/world/accounts.ts'
import { looseLimits, withOwnLogin } from '#forge/world/agents/own-login.ts'
import { answerFor, askFor, type Questions } from './answers.ts'
import { beginRun, environmentOf, namedAgent, type BeginInput, type Begun } from '#forge/start/run-spec.ts'
import { driveRun, type Driven } from './loop.ts'
import { withProjectGates } from '#forge/start/project-gates.ts'
import { lanesFor, reassigning } from '#forge/start/lanes.ts'
import { openNeighbours, type Neighbours } from './neighbours.ts'
import type { Environment, Places, Repository } from '#forge/place/places.ts'
import { findPreset, listPresets, type PresetEntry } from '#forge/start/presets.ts'
import type { RepositoryFacts } from '#adapters/git/index.ts'
import { redactorOf } from '#forge/world/secrets.ts'
import { finishInterrupted } from '#forge/housekeeping/redact/rest.ts'
import { createSteps } from '#forge/housekeeping/redact/steps.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { pruneTranscripts } from '#forge/housekeeping/retention.ts'
import { othersOf, routingOf } from '#forge/start/routing.ts'
import { findDriver } from '#forge/look/run-list.ts'
import { keepTexts, packTexts } from '#forge/start/prompt-texts.ts'
import { sandboxFor, type Sandbox, type SandboxSettings } from '#forge/world/sandbox.ts'
import { sharedGatesOf } from './shared-accounts.ts'
import { pricedOrRefused } from '#forge/start/unpriced.ts'
import { openWorld, readUser, type WorldRequest } from '#forge/world/world.ts'

export interface DrivingRequest extends Questions {
  readonly what: { readonly begin: BeginInput } | { readonly resume: string }
  /** The account that is to pay first; absent: the one in use. */
  readonly account?: string
  readonly signal: AbortSignal
  readonly onRun: (run: string) => void
  readonly onEntry: (entry: Entry<Event>) => void
}

export interface DrivingParts {
  readonly repository: Repository
  readonly places: Places
  readonly log: Log<Event>
  readonly locks: Locks
  readonly blobs: Blobs
  readonly config: Config
  readonly env: Environment
  /** Of the user: their accounts are below it. */
  readonly home: string
  /** Who began, resumed or answers; never an agent. */
  readonly by: Principal
  readonly now: () => number
}

interface TrustedParts extends DrivingParts {
  /** On what ground what the repository brings is used. */
  readonly trust: Trust
}

export async function drive(
  parts: TrustedParts,
  request: DrivingRequest,
): Promise<Result<Driven & { run: string }, Refusal>> {
  const { settings } = parts.config
  const finished = await finishInterrupted(parts, createSteps(parts))
  if (!finished.ok) return finished
  const resumed = 'resume' in request.what ? await stateOf(parts, request.what.resume) : undefined
  const agent = agentFor(parts, resumed)
  const { say: tell } = request
  for (const { key } of parts.config.untaken) tell(say('config.repositoryKeyIgnored', { key }))
  if (agent === undefined) {
    const hint = say('hint.rehearseOrSetAgent')
    return failed({ ...usageRefusal('no-agent', say('agent.noneConfigured'), hint), exit: 'agent' })
  }
  const user = await readUser(parts.repository)
  if (!user.ok) return user
  const accounts = await usedAccounts(accountStoreOf(parts.env, parts.home), request.account)
  if (!accounts.ok) return accounts
  const held = sandboxFor(strictly(parts, agent, accounts.value), await enclosure())
  if (!held.ok) return held
  const given = { held: held.value.record, accounts: accounts.value }
  const begun =
    'begin' in request.what ? await begin({ ...parts, say: tell }, request.what.begin, user.value, given) : undefined
  if (begun !== undefined && !begun.ok) return begun
  const run = begun?.value.run ?? ('resume' in request.what ? request.what.resume : '')
  const unpriced = await pricedOrRefused({ ...parts, say: tell }, begun?.value.start.spec, resumed)
  if (unpriced !== undefined) return failed(unpriced)
  const world = await openWorld(worldRequestOf(parts, request, { agent, accounts: accounts.value }), user.value)
  if (!world.ok) return world
  await announcePruned(parts, request)
  announceLooseLimits(begun?.value.start.spec.limits ?? resumed?.limits, { parts, agent, ...given, say: tell })
  request.onRun(run)
  const neighbours = await neighboursOf(parts, request)
  const driven = await driveRun({
    run,
    ...(neighbours === undefined ? {} : { neighbours }),
    patience: settings.parking,
    prices: settings.prices,
    log: parts.log,
    locks: parts.locks,
    journal: parts.places.journal,
    world: world.value,
    signal: request.signal,
    opening:
      begun === undefined
        ? [environmentNow(parts, held.value.record), ...reassigned(parts, { resumed, agent, accounts: accounts.value })]
        : [begun.value.start],
    onEntry: request.onEntry,
    answer: async (state, signal) =>
      answerFor(state, parts, request) ?? (await askFor(state, { parts, request, signal })),
  })
  await neighbours?.close()
  return driven.ok ? success({ ...driven.value, run }) : driven
}

/** Refused before anything is written. */
function strictly(parts: DrivingParts, agent: string, accounts: UsedAccounts): SandboxSettings {
  const { sandbox: mode, network } = parts.config.settings
  return { mode, network, ownLogin: ownLoginsOf(parts, agent, accounts) }
}

function ownLoginsOf({ config: { settings }, env }: DrivingParts, agent: string, accounts: UsedAccounts) {
  const told = settings.agents
  return withOwnLogin([agent, ...othersOf(settings)], { env, accounts: accounts.variables, told })
}

interface Announcing extends Pick<DrivingRequest, 'say'> {
  readonly parts: DrivingParts
  readonly agent: string
  readonly accounts: UsedAccounts
}

function announceLooseLimits(limits: Limits | undefined, { parts, agent, accounts, say: tell }: Announcing): void {
  const warning = looseLimits(limits, ownLoginsOf(parts, agent, accounts))
  if (warning !== undefined) tell(warning)
}

function worldRequestOf(
  parts: DrivingParts,
  { say: tell }: Pick<DrivingRequest, 'say'>,
  { agent, accounts }: { readonly agent: string; readonly accounts: UsedAccounts },
): WorldRequest {
  const { settings } = parts.config
  return {
    ...parts,
    agent,
    agents: othersOf(settings),
    told: settings.agents,
    setup: settings.setup,
    teardown: settings.teardown,
    sandbox: { mode: settings.sandbox, network: settings.network },
    accounts: accounts.variables,
    say: tell,
  }
}

/** Without them a run goes on by what its own repository knows, and says so. */
async function neighboursOf(
  { repository, places, env }: DrivingParts,
  { say: tell }: Pick<DrivingRequest, 'say'>,
): Promise<Neighbours | undefined> {
  const gates = sharedGatesOf(env)
  const opened = await openNeighbours({ directory: places.neighbours, repository: repository.id, gates })
  if (opened.ok) return opened.value
  tell(say('account.sharedStateUnreadable', { why: opened.failure.why, path: places.neighbours }))
  return undefined
}

/** What agents printed long ago goes when somebody works again, and it is said. */
async function announcePruned(
  { places, locks, config, now }: DrivingParts,
  { say: tell }: Pick<DrivingRequest, 'say'>,
): Promise<void> {
  const { days, megabytes } = config.settings.transcripts
  const gone = await pruneTranscripts({
    directory: places.transcripts,
    retention: { days, megabytes },
    now: now(),
    isDriven: async (run) => (await findDriver(locks, run)).alive,
    how: 'remove',
  })
  if (gone.length > 0) tell(say('run.transcriptsPruned', { count: gone.length, days, megabytes }))
}

/** What the machine and its user give to a run. */
interface Given {
  readonly held: Sandbox['record']
  readonly accounts: UsedAccounts
}

/** A flag of this call, then what was named when the run began or was resumed, then the configuration. */
export function agentFor({ config }: Pick<DrivingParts, 'config'>, state: RunState | undefined): string | undefined {
  if (namedAgent(config) !== undefined) return config.settings.agent
  return state?.spec?.agent ?? config.settings.agent
}

async function stateOf({ log }: DrivingParts, run: string): Promise<RunState | undefined> {
  const read = await log.read(run, 0)
  return read.ok
    ? runCore.fold(
        runCore.initial(run),
        read.value.map(({ event }) => event),
      )
    : undefined
}

/** The machine or its settings may have changed since the run began; then checks say it anew. */
function environmentNow({ config, trust, now }: TrustedParts, held: Sandbox['record']): Message {
  const environment = environmentOf(config.settings, held)
  return { type: 'environment', id: `environment-${process.pid}-${now()}`, at: now(), environment, trust }
}

/** What waits for an account that has nothing left goes on at once with who is named now. */
function reassigned(
  { config, env, by, now }: DrivingParts,
  { resumed, agent, accounts }: { resumed: RunState | undefined; agent: string; accounts: UsedAccounts },
): readonly Message[] {
  if (resumed === undefined) return []
  const settings = { ...config.settings, agent }
  const isNamed = namedAgent(config) !== undefined
  return reassigning({ state: resumed, settings, accounts, env, isNamed, by, at: now() })
}

async function begin(
  parts: TrustedParts & Pick<DrivingRequest, 'say'>,
  input: BeginInput,
  user: RepositoryFacts,
  { held, accounts }: Given,
): Promise<Result<Begun, Refusal>> {
  const entries = listPresets(parts.repository.root, parts.config)
  const preset = findPreset(entries, input.preset)
  if (!preset.ok) return preset
  const { config } = parts
  const routing = routingOf(config.settings, parts.env)
  const { env } = parts
  // What a human says is written down as it is, but for secrets (T-21).
  const redactor = redactorOf({ env, accounts: accounts.variables, told: parts.config.settings.agents })
  const request = redactor.text(input.request)
  const named = await namedByProject(parts.repository, user.head, config.settings)
  const from = { preset: preset.value, config, routing, user, named, held, trust: parts.trust, at: parts.now() }
  const begun = beginRun({ ...input, request }, from)
  if (!begun.ok) return begun
  const guarded = withGates(withSpec(begun.value, lanesFor(config.settings, accounts)), parts)
  const told = guarded.ok ? await withTexts(guarded.value, parts) : guarded
  if (!told.ok || input.proof === 'spared') return told
  const origin = entries.find(({ name }) => name === input.preset)?.origin ?? 'project'
  const proven = await provenFirst(origin, preset.value, parts)
  return proven.ok ? told : proven
}

/** A preset of one's own is proven before it runs; what comes with Forge is not even looked at again. */
async function provenFirst(
  origin: PresetEntry['origin'],
  preset: Preset,
  parts: DrivingParts & Pick<DrivingRequest, 'say'>,
): Promise<Result<undefined, Refusal>> {
  if (origin === 'shipped' && Object.keys(parts.config.settings.pipelines).length === 0) return success(undefined)
  const { provenToRun } = await import('#forge/start/proofs.ts')
  return provenToRun({ name: preset.name, origin }, preset, { ...parts, root: parts.repository.root })
}

function withGates(begun: Begun, { repository }: DrivingParts): Result<Begun, Refusal> {
  const { spec } = begun.start
  const templates = withProjectGates(spec.templates, repository.root, spec.preset)
  return templates.ok ? success(withSpec(begun, { templates: templates.value })) : templates
}

function withSpec(begun: Begun, known: Partial<RunSpec>): Begun {
  return { ...begun, start: { ...begun.start, spec: { ...begun.start.spec, ...known } } }
}

/** What its agents will be told is part of a run from its first event on. */
async function withTexts(begun: Begun, { repository, config, blobs }: DrivingParts): Promise<Result<Begun, Refusal>> {
  const { spec } = begun.start
  const packed = packTexts(spec.templates, repository.root, config.settings.prompts)
  if (!packed.ok) return packed
  const prompts = await keepTexts(blobs, packed.value.packs)
  if (!prompts.ok) return prompts
  const routing =
    spec.routing === undefined ? {} : { routing: { ...spec.routing, personas: { ...packed.value.hints } } }
  const badges = { ...packed.value.badges }
  return success(withSpec(begun, { ...routing, badges, prompts: prompts.value }))
}
