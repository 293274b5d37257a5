/** The real world of a driver: git on the control repository, trees, agents, checks, records, the clock. */
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { bringLoginsHome, sweepKept, type AdapterParts } from '#adapters/agents/session/index.ts'
import { createProcesses } from '#adapters/checks/index.ts'
import { sweepPlaces, type Redactor } from '#adapters/exec/index.ts'
import { makeFolder } from '#adapters/files/plain.ts'
import { createClock } from '#adapters/clock/index.ts'
import {
  copyIncluded,
  createGit,
  listIncluded,
  openControl,
  openTrees,
  readRepository,
  readTraces,
  readUserSnapshot,
  type Control,
  type RepositoryFacts,
} from '#adapters/git/index.ts'
import { createUserRepository } from '#adapters/user-repository/index.ts'
import { createBlobs } from '#forge/place/store.ts'
import { createNotices } from '#adapters/notify/index.ts'
import { createRecords } from '#adapters/records/index.ts'
import { createSetup, type SetupRan, type SetupRequest } from '#adapters/setup/index.ts'
import { createSecretRules } from '#adapters/secret-rules/index.ts'
import { createSources } from '#adapters/sources/index.ts'
import type { AgentSettings } from '#config/agent-settings.ts'
import type { SetupPass } from '#config/setup-settings.ts'
import type { Agents, AgentTask, Equipment, World } from '#engine/ports.ts'
import { withTexts, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { failed, success, type Result } from '#model/result.ts'
import { ownModelsOf, renewedLogins } from './agents/kinds.ts'
import { agentsOf } from './agents/registry.ts'
import { withOwnLogin } from './agents/own-login.ts'
import { gitProgram } from '#forge/place/git-program.ts'
import { guardedAgents, type Guarding } from './guard.ts'
import { redactorOf } from './secrets.ts'
import { createMetering, type Metering } from './meter.ts'
import type { Environment, Places, Repository } from '#forge/place/places.ts'
import { ownFileFaults } from '#forge/place/own-files.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { textsIn } from '#forge/start/prompt-texts.ts'
import { redactedAgents, redactedEquipment, redactedProcesses } from './redacted-ports.ts'
import { openSandbox, recordedAgents, type Sandbox, type SandboxSettings } from './sandbox.ts'
import { keepCalls } from './tool-calls.ts'
import { keepTranscript, type Keeping } from './transcripts.ts'

export interface WorldRequest {
  readonly repository: Repository
  readonly places: Places
  /** The agent, such as `claude-code` or `scripted:<file>`. Absent: no agent works in this world. */
  readonly agent?: string
  /** Other agents that routes name. */
  readonly agents?: readonly string[]
  /** The configuration of agents. */
  readonly told?: AgentSettings
  /** Approved commands that prepare a tree for building, and that clean it up. */
  readonly setup?: readonly string[]
  readonly teardown?: readonly string[]
  /** Which parts of the user's own setup are passed. */
  readonly setupPass?: SetupPass
  /** Where the full output of a setup command or check is kept; absent: nowhere. */
  readonly outputOf?: (command: string) => string | undefined
  /** Called when a command of setup ended. */
  readonly onSetupEnd?: (ran: SetupRan) => void
  /** Holds the keys of providers. */
  readonly env?: Environment
  /** Absent: agents and checks see the machine as it is. */
  readonly sandbox?: SandboxSettings
  /** Variables of accounts, by name. */
  readonly accounts?: Readonly<Record<string, Environment>>
  readonly say: (said: Said) => void
}

export interface RealWorld {
  readonly world: World
  readonly user: RepositoryFacts
  /** Sets the guard's source of the paths that a unit declares to write. */
  declares(writesOf: (unit: string) => readonly string[]): void
  /** Sets the meter's source of the run's ledger. */
  follows: Metering['follows']
}

export async function readUser(repository: Repository): Promise<Result<RepositoryFacts, Refusal>> {
  const user = await readRepository(gitProgram, repository.root)
  return user.ok ? user : failed(usageRefusal(user.failure.code, user.failure.text))
}

/** Removes what dead processes left behind; a login that one of them refreshed is returned to its user. */
async function clearUp(privateDir: string, { logins }: Places, now: () => number): Promise<void> {
  await sweepPlaces(privateDir)
  await sweepKept(privateDir, now())
  await bringLoginsHome(renewedLogins(), { directory: logins, now })
}

export async function openWorld(request: WorldRequest, user: RepositoryFacts): Promise<Result<RealWorld, Refusal>> {
  const { places } = request
  const control = await openControl({
    userRepository: user,
    stateDirectory: places.state,
    run: gitProgram,
    notice: request.say,
  })
  const sandbox = await sandboxOf(request, control)
  if (!sandbox.ok) return sandbox
  const trees = await openTrees(control)
  const privateDir = join(places.state, 'private')
  const clock = createClock()
  await clearUp(privateDir, places, () => clock.wall())
  // Only setup writes it. Everything else gets a copy, and never sees it inside the sandbox.
  const setupHome = join(places.state, 'setup-home')
  makeFolder(setupHome)
  const redactor = redactorOf(request)
  const shared = {
    pathOf: (tree: string) => trees.pathOf(tree),
    privateDir,
    loginsDir: places.logins,
    setupHome,
    scope: request.repository.id,
    ...defined({ wallsOf: sandbox.value.wallsOf }),
    ...outputsOf(request, redactor),
    ownSandbox: sandbox.value.ownSandbox,
    internet: sandbox.value.internet,
  }
  const kept = keptOf({ directory: places.transcripts, redactor }, shared.pathOf, () => clock.wall())
  const metering = meteringOf(request, () => clock.wall())
  const agents = await agentsOf(
    { agent: request.agent, others: request.agents ?? [], root: request.repository.root },
    { ...shared, clock, ...kept, endpointOf: metering.endpointOf, ...toldOf(request) },
  )
  if (!agents.ok) return agents
  const guard = guardingOf(request, user, { pathOf: shared.pathOf, wall: () => clock.wall() })
  const watchedOver = (given: Agents): Agents =>
    recordedAgents(redactedAgents(given, redactor), sandbox.value, request.agent ?? '')
  const world: World = {
    clock,
    git: createGit(control),
    user: createUserRepository(control),
    trees,
    agents: watchedOver(guardedAgents(metering.metered(agents.value), guard.guarding)),
    processes: redactedProcesses(createProcesses({ ...shared, hooksAt: user.settings.hooksAt }), redactor),
    equipment: redactedEquipment(equipmentOf(user, { ...shared, ...setupOf(request, redactor) }), redactor),
    records: createRecords(join(places.state, 'records')),
    notices: createNotices({ write: request.say, bell: 'silent' }),
    texts: textsIn(createBlobs(places.blobs)),
    sources: createSources({ say: request.say }),
    secrets: { ...createSecretRules(), mask: (said) => withTexts(said, (text) => redactor.text(text)) },
    ownFiles: { faultsIn: ownFileFaults },
  }
  return success({
    world,
    user,
    declares: guard.declares,
    follows: (ledger) => metering.follows(ledger),
  })
}

function meteringOf({ env = {}, accounts = {}, told, agent }: WorldRequest, wall: () => number): Metering {
  const isModelless = (name: string | undefined): boolean => ownModelsOf(name ?? agent, [])[''] === null
  return createMetering({ env, accounts, wall, dollarsPerAttempt: told?.dollars, isModelless })
}

function toldOf({ told, accounts = {}, say }: WorldRequest): Partial<AdapterParts> {
  const always = { accountOf: (account: string) => accounts[account] ?? {}, warn: once(say) }
  if (told === undefined) return always
  const { files, helpers, turns, dollars, pass, programs, mcpServers } = told
  return {
    ...always,
    repositoryFiles: files,
    helpers,
    perAttempt: defined({ turns, dollars }),
    pass,
    programs,
    ...(Object.keys(mcpServers).length === 0 ? {} : { mcpServers }),
  }
}

/** Each warning is shown once. */
function once(tell: (said: Said) => void): (said: Said) => void {
  const told = new Set<string>()
  return (said) => {
    const key = JSON.stringify(said)
    if (!told.has(key)) tell(said)
    told.add(key)
  }
}

async function sandboxOf(request: WorldRequest, control: Control): Promise<Result<Sandbox, Refusal>> {
  const objects = join(control.place.gitDir, 'objects')
  const agents = [...(request.agent === undefined ? [] : [request.agent]), ...(request.agents ?? [])]
  const asked = {
    ...(request.sandbox ?? { mode: 'off', network: 'open' }),
    agents,
    ownLogin: withOwnLogin(agents, request),
  } as const
  const sandbox = await openSandbox(asked, { ...request, state: dirname(request.places.state), objects })
  if (sandbox.ok && sandbox.value.warning !== undefined) request.say(sandbox.value.warning)
  return sandbox
}

/** What is kept of attempts beside the journal. */
function keptOf(keeping: Keeping, pathOf: (tree: string) => string, wall: () => number) {
  return {
    transcriptOf: (task: AgentTask) => keepTranscript(keeping, task, wall()),
    onEvent: keepCalls(keeping, pathOf),
  }
}

const outputCapBytes = 10 * 1024 * 1024

/** Kept output contains no secret either (T-21). */
function outputsOf({ outputOf }: WorldRequest, redactor: Redactor): Pick<SetupRequest, 'outputOf'> {
  if (outputOf === undefined) return {}
  return {
    outputOf(command) {
      const path = outputOf(command)
      return path === undefined ? undefined : { path, capBytes: outputCapBytes, redactor }
    },
  }
}

function setupOf({ setup = [], teardown = [], setupPass, onSetupEnd, places, say }: WorldRequest, redactor: Redactor) {
  const cacheDir = join(places.state, 'setup')
  const passed = setupPass === undefined ? {} : { passed: { ...setupPass, home: homedir() } }
  return {
    setup,
    teardown,
    ...passed,
    ...defined({ onEnd: onSetupEnd }),
    cacheDir,
    say: (said: Said) => say(withTexts(said, (text) => redactor.text(text))),
  }
}

function equipmentOf(user: RepositoryFacts, request: SetupRequest): Equipment {
  const setup = createSetup(request)
  return {
    async prepare(tree, content) {
      await copyIncluded(user, await listIncluded(gitProgram, user), request.pathOf(tree))
      const unready = await setup.prepare(tree, content)
      return unready === undefined ? 'ready' : { unready }
    },
    dismantle: (tree) => setup.dismantle(tree),
    altered: (tree, paths) => setup.altered(tree, paths),
  }
}

/** What the guard needs to look at the user's repository. */
function guardingOf(
  { say }: WorldRequest,
  user: RepositoryFacts,
  { pathOf, wall }: { readonly pathOf: (tree: string) => string; readonly wall: () => number },
): { guarding: Guarding; declares: RealWorld['declares'] } {
  let declared: (unit: string) => readonly string[] = () => []
  const { identity } = user.settings
  const guarding: Guarding = {
    look: () => readUserSnapshot(gitProgram, user),
    traces: (tree, since) => readTraces(pathOf(tree), user.top, since),
    declared: (unit) => declared(unit),
    user: identity === undefined ? undefined : `${identity.name} <${identity.email}>`,
    wall,
    say,
  }
  return {
    guarding,
    declares(writesOf) {
      declared = writesOf
    },
  }
}
