/**
 * The composition root: what surfaces see of Forge, put together from its parts in `forge/`. Whatever is not needed by every
 * call is loaded when it is: looking at a run does not pay for driving one.
 */
import type { Config } from '#config/load.ts'
import type { Proof } from '#core/check/prove.ts'
import type { Said } from '#messages/said.ts'
import type { Principal } from '#model/question.ts'
import type { Trust } from '#model/trust.ts'
import { success, type Result } from '#model/result.ts'
import type { SeenAgent } from './forge/look/agents.ts'
import type { Tried } from './forge/try/agent.ts'
import type { SeenModels } from './forge/look/models.ts'
import type { RunState } from '#core/state/state.ts'
import type { Redaction } from './forge/housekeeping/redact/redact.ts'
import type { Accounts, KeySource } from './forge/world/accounts.ts'
import type { GateChanges } from './forge/look/gate-changes.ts'
import type { Diagnosis } from './forge/drive/diagnosis.ts'
import type { Driven } from './forge/drive/loop.ts'
import type { Reply } from './forge/drive/answers.ts'
import type { DrivingParts, DrivingRequest } from './forge/drive/drive.ts'
import type { Examined } from './forge/doctor/machine.ts'
import { examiningOf, type Examining, type Machine } from './forge/doctor/doctor.ts'
import type { TrustStanding } from './forge/place/trust.ts'
import { filesOf, type Files } from './forge/place/config-files.ts'
import type { Watched } from './forge/look/watch.ts'
import type { GateView } from './forge/start/project-gates.ts'
import { generatingOf, type Generating } from './forge/housekeeping/generated-files.ts'
import { handoverOf, type Handover } from './forge/handover/handover.ts'
import { lookingOf, type Looking } from './forge/look/look.ts'
import { once, openParts, type Opened } from './forge/place/stores.ts'
import type { Environment, Places } from './forge/place/places.ts'
import { planOf, type PlanView } from './forge/look/plan.ts'
import type { PresetEntry } from './forge/start/presets.ts'
import type { Ground } from './forge/doctor/ground.ts'
import { presetsOf, type Presets } from './forge/start/catalogue.ts'
import type { PromptQuestion, PromptView } from './forge/look/prompt.ts'
import type { Refusal } from './forge/refusal.ts'
import type { Kept } from '#core/retention/retention.ts'
import { findDriver, type DriverView, type RunRow } from './forge/look/run-list.ts'
import type { RouteQuestion, TracedRoute } from './forge/start/routing.ts'
import type { ReadRun } from './forge/look/run.ts'
import type { RehearsalOf } from './forge/try/rehearse/rehearse.ts'
import type { Transcript } from './forge/world/transcripts.ts'
import type { Left, Word } from './forge/drive/inbox.ts'

export { certifyAgent, makeSampleProject, openFakeLlm, type Served } from './forge/testing.ts'
export type { Redaction } from './forge/housekeeping/redact/redact.ts'
export type {
  Driven,
  DrivingRequest,
  DriverView,
  Examined,
  GateView,
  Places,
  PlanView,
  PresetEntry,
  Proof,
  ReadRun,
  Refusal,
  RehearsalOf,
  RunRow,
  Reply,
  RunState,
  SeenAgent,
  SeenModels,
  TracedRoute,
  Transcript,
  Watched,
  Word,
}

/** What a process knows about where it was started. The command line reads it from the machine, tests make it up. */
export interface Surroundings extends Machine {
  readonly cwd: string
  readonly env: Environment
  readonly home: string
  now(): number
}

/** What is opened is opened when it is first asked for; `close` closes what was. */
export interface Forge extends Omit<Opened, 'journal' | 'recalled'>, Files, Looking, Acting {
  readonly surroundings: Surroundings
  /** Who decides here; refused when this process is an agent's (I-23). Whoever only looks is not asked. */
  readonly decider: Decider
  readonly examine: Examining
  readonly handover: Handover
  readonly generated: Generating
  readonly agents: AgentsLooking
  readonly presets: Presets
  /** Whether what the repository brings may be used. */
  readonly trust: Trusting
  readonly accounts: Accounts
  /** The plan that waits for approval, or the newest. */
  planOf(state: RunState): PlanView | undefined
  /** The gates of a phase, directive by directive, against the unit as it stands. */
  gates(
    state: RunState,
    where: { readonly unit: string; readonly phase: string },
  ): Promise<Result<readonly GateView[], Refusal>>
  /** What a unit changed of what decides whether work passes; undefined when it did not, or its work is gone. */
  gateChanges(state: RunState, unit: string): Promise<GateChanges | undefined>
  /** What the agent of a phase would be told now, or was told the last time. */
  prompt(state: RunState, question: PromptQuestion): Promise<Result<PromptView, Refusal>>
  /** Where this is, with which settings, on what: before anything is started. */
  ground(config: Config): Promise<Result<Ground, Refusal>>
  /** Which model and effort a phase or role gets, and why: in a recorded run, or in the next one. */
  routes(name: string, where: RouteQuestion): Promise<Result<readonly TracedRoute[], Refusal>>
  /** Models that the configuration comes to, or that have this in their name; what they cost, and who says so. */
  models(part: string | undefined, flags: Readonly<Record<string, unknown>>): Promise<Result<SeenModels, Refusal>>
}

interface Trusting {
  standing(): Promise<Result<TrustStanding, Refusal>>
  /** A human trusts exactly what has this name. */
  trust(name: string): Promise<Result<undefined, Refusal>>
  /** On what ground it is used now; refused with its name when nobody trusts it, and a given name says yes to exactly that. */
  require(name?: string): Promise<Result<Trust, Refusal>>
}

type Decider = () => Promise<Result<Principal, Refusal>>

/** Agents apart from any run. */
interface AgentsLooking {
  list(): Promise<readonly SeenAgent[]>
  /** One small task in a repository made for it. */
  try(
    asked: { readonly agent: string; readonly model?: string },
    talk: { readonly signal: AbortSignal; readonly say: (said: Said) => void },
  ): Promise<Result<Tried, Refusal>>
}

/** What moves a run on. */
interface Acting {
  /**
   * Begin a run or go on with one, in this process, until it has ended, waits for a human, or is told to stop. Refused (`untrusted`, with
   * the name) where nobody has trusted what the repository brings; `trust` says yes to what has that name.
   */
  drive(
    request: DrivingRequest & { readonly trust?: string },
    flags?: Readonly<Record<string, unknown>>,
  ): Promise<Result<Driven & { readonly run: string }, Refusal>>
  /** What a strong model that may only read makes of a run that halted; nothing when nobody wants to know. */
  advise(
    state: RunState,
    talk: { readonly signal: AbortSignal; readonly say: (said: Said) => void },
    flags?: Readonly<Record<string, unknown>>,
  ): Promise<Diagnosis | undefined>
  /** Remove transcripts that are past their time, or look which would go. */
  prune(how: 'remove' | 'look'): Promise<Result<readonly Kept[], Refusal>>
  /** Take a secret out of everything that Forge wrote, or look where it is. */
  redact(from: KeySource | { readonly typed: string }, how: 'look' | 'remove'): Promise<Result<Redaction, Refusal>>
  /** Leave a human's word for the driver of a run. */
  say(run: string, choose: (state: RunState) => Result<Word, Refusal>): Promise<Result<Left, Refusal>>
}

export function openForge(surroundings: Surroundings): Forge {
  const { cwd, env, home } = surroundings
  const opened = openParts(cwd, env, home)
  const files = filesOf(surroundings, opened)
  const looking = lookingOf(opened)
  const decider = once(async () => (await import('./forge/place/principal.ts')).findDecider(surroundings, opened))
  const trust = trustingOf({ surroundings, decider }, opened, files)
  const standing = { surroundings, decider, trust }
  return {
    ...standing,
    ...opened,
    ...files,
    ...looking,
    ...actingOf(standing, opened, files.config),
    handover: handoverOf({ ...opened, ...standing, config: files.config }),
    generated: generatingOf(opened, () => surroundings.now()),
    examine: examiningOf(surroundings, opened, () => surroundings.now()),
    agents: agentsLookingOf(standing, files.config),
    accounts: lateAccounts(standing),
    planOf,
    async gates(state, where) {
      const { gatesFor } = await import('./forge/start/project-gates.ts')
      return gatesFor(state, where)
    },
    async gateChanges(state, unit) {
      const places = opened.places()
      if (!places.ok) return undefined
      const { gateChangesOf } = await import('./forge/look/gate-changes.ts')
      return gateChangesOf(state, unit, places.value)
    },
    async prompt(state, question) {
      const [places, blobs] = [opened.places(), opened.blobs()]
      if (!places.ok) return places
      if (!blobs.ok) return blobs
      const [{ promptFor }, { textsIn }] = await Promise.all([
        import('./forge/look/prompt.ts'),
        import('./forge/start/prompt-texts.ts'),
      ])
      return promptFor(state, question, { texts: textsIn(blobs.value), transcripts: places.value.transcripts })
    },
    async ground(config) {
      const [repository, places] = [opened.repository(), opened.places()]
      if (!repository.ok) return repository
      if (!places.ok) return places
      const { lookAtGround } = await import('./forge/doctor/ground.ts')
      return success(await lookAtGround(repository.value, places.value, config))
    },
    presets: presetsOf(opened, files.config),
    models: modelsLookingOf(surroundings, files.config),
    async routes(name, where) {
      const { findRoutes } = await import('./forge/start/routing.ts')
      const { repository } = opened
      return findRoutes({ env, config: files.config, repository, readRun: (run) => looking.readRun(run) }, name, where)
    },
  }
}

function trustingOf({ surroundings, decider }: Omit<Standing, 'trust'>, opened: Opened, files: Files): Trusting {
  const { home } = surroundings
  const { config, ofRepository } = files
  const parts = { ...opened, config, ofRepository, home, decider, now: () => surroundings.now() }
  return {
    standing: async () => (await import('./forge/place/trust.ts')).trustStanding(parts),
    trust: async (name) => (await import('./forge/place/trust.ts')).trust(parts, name),
    require: async (name) => (await import('./forge/place/trust.ts')).requireTrust(parts, name),
  }
}

/** Where a process is, who decides there, and whether what the repository brings may be used. */
interface Standing {
  readonly surroundings: Surroundings
  readonly decider: Decider
  readonly trust: Trusting
}

function agentsLookingOf({ surroundings, decider, trust }: Standing, config: Files['config']): AgentsLooking {
  const { env, home } = surroundings
  return {
    async list() {
      const { listAgents } = await import('./forge/look/agents.ts')
      return listAgents(env, home)
    },
    async try(asked, talk) {
      const [by, settings] = [await decider(), await config()]
      if (!by.ok) return by
      const trusted = await trust.require()
      if (!trusted.ok) return trusted
      if (!settings.ok) return settings
      const { sandbox: mode, network, agents: told, prices } = settings.value.settings
      const { tryAgent } = await import('./forge/try/agent.ts')
      return tryAgent({
        ...asked,
        ...talk,
        env,
        home,
        now: () => surroundings.now(),
        told,
        prices,
        sandbox: { mode, network },
      })
    },
  }
}

function modelsLookingOf(surroundings: Surroundings, config: Files['config']): Forge['models'] {
  return async (part, flags) => {
    const settings = await config(flags)
    if (!settings.ok) return settings
    const { seeModels } = await import('./forge/look/models.ts')
    return success(await seeModels({ config: settings.value, env: surroundings.env, now: surroundings.now() }, part))
  }
}

/** What a deciding call opens, for whoever may decide. */
function deciding({ surroundings, decider }: Standing, opened: Opened, config: Files['config']) {
  return async (flags?: Readonly<Record<string, unknown>>): Promise<Result<DrivingParts, Refusal>> => {
    const by = await decider()
    if (!by.ok) return by
    const [repository, places, locks, blobs] = [opened.repository(), opened.places(), opened.locks(), opened.blobs()]
    if (!repository.ok) return repository
    if (!places.ok) return places
    if (!locks.ok) return locks
    if (!blobs.ok) return blobs
    const settings = await config(flags)
    if (!settings.ok) return settings
    const log = await opened.log()
    if (!log.ok) return log
    const { env, home } = surroundings
    const store = { places: places.value, log: log.value, locks: locks.value, blobs: blobs.value }
    const asked = { repository: repository.value, config: settings.value, by: by.value }
    return success({ ...store, ...asked, env, home, now: () => surroundings.now() })
  }
}

function actingOf(standing: Standing, opened: Opened, config: Files['config']): Acting {
  const { surroundings, decider, trust } = standing
  const parts = deciding(standing, opened, config)
  return {
    async drive({ trust: name, ...request }, flags) {
      const given = await parts(flags)
      if (!given.ok) return given
      const trusted = await trust.require(name)
      if (!trusted.ok) return trusted
      const { drive } = await import('./forge/drive/drive.ts')
      return drive({ ...given.value, trust: trusted.value }, request)
    },
    async advise(state, talk, flags) {
      const given = await parts(flags)
      if (!given.ok || !(await trust.require()).ok || given.value.config.settings.advisor === 'off') return undefined
      const { advise } = await import('./forge/drive/diagnosis.ts')
      return advise(given.value, state, talk)
    },
    async prune(how) {
      const by = await decider()
      if (!by.ok) return by
      const [places, locks, settings] = [opened.places(), opened.locks(), await config()]
      if (!places.ok) return places
      if (!locks.ok) return locks
      if (!settings.ok) return settings
      const { pruneTranscripts } = await import('./forge/housekeeping/retention.ts')
      const directory = places.value.transcripts
      const retention = settings.value.settings.transcripts
      const isDriven = async (run: string): Promise<boolean> => (await findDriver(locks.value, run)).alive
      return success(await pruneTranscripts({ directory, retention, now: surroundings.now(), isDriven, how }))
    },
    async redact(from, how) {
      const given = await parts()
      if (!given.ok) return given
      const [{ redactFrom }, { createSteps }] = await Promise.all([
        import('./forge/housekeeping/redact/redact.ts'),
        import('./forge/housekeeping/redact/steps.ts'),
      ])
      return redactFrom({ ...given.value, steps: createSteps(given.value) }, from, how)
    },
    async say(run, choose) {
      const by = await decider()
      if (!by.ok) return by
      const [log, settings] = [await opened.log(), await config()]
      if (!log.ok) return log
      const [{ leaveWord }, { redactorFor }] = await Promise.all([
        import('./forge/drive/inbox.ts'),
        import('./forge/world/secrets.ts'),
      ])
      const redactor = await redactorFor(surroundings, settings.ok ? settings.value.settings.agents : undefined)
      return leaveWord(log.value, run, { by: by.value, redactor, now: () => surroundings.now() }, choose)
    },
  }
}

/** Most calls ask for no account, and load nothing for them. */
function lateAccounts({ surroundings: { env, home }, decider }: Standing): Accounts {
  const load = async (): Promise<Accounts> => (await import('./forge/world/accounts.ts')).accountsOf(env, home)
  const decided = async <T>(act: (accounts: Accounts) => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> => {
    const by = await decider()
    return by.ok ? act(await load()) : by
  }
  return {
    list: async () => (await load()).list(),
    add: (request) => decided((accounts) => accounts.add(request)),
    use: (name) => decided((accounts) => accounts.use(name)),
    remove: (name) => decided((accounts) => accounts.remove(name)),
  }
}

/** End everything that this process has started, at once. */
export async function killStarted(): Promise<void> {
  const { killStarted: kill } = await import('#adapters/exec/index.ts')
  await kill()
}

/** A text in the editor of whoever sits at the terminal. */
export async function editText(text: string, name: string, env: Surroundings['env']): Promise<Result<string, Said>> {
  const editor = await import('./forge/place/editor.ts')
  return editor.editText(text, name, env)
}

/** A preset with scripts for its interesting paths, in a throwaway copy of the project; `end` removes it. */
export async function rehearsalOf(
  forge: Pick<Forge, 'repository' | 'config'>,
  preset: string,
  path: string | undefined,
): Promise<Result<RehearsalOf, Refusal>> {
  const repository = forge.repository()
  if (!repository.ok) return repository
  const config = await forge.config()
  if (!config.ok) return config
  const { rehearse } = await import('./forge/try/rehearse/rehearse.ts')
  return rehearse({ root: repository.value.root, config: config.value }, preset, path)
}
