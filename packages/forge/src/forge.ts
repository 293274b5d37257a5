/**
 * The composition root: builds the API that surfaces use from its parts in `forge/`. This file is the one lazy-loading
 * boundary of the room: a part that not every call needs is named here and loaded on its first call (`forge/late.ts`).
 */
import { runsOf, type Runs } from './forge/look/runs.ts'
import { viewsOf, type Driven, type DrivingRequest, type Telling, type Views } from './forge/look/views.ts'
import type { Transcripts } from './forge/look/watch.ts'
import type { Look } from './forge/look/look.ts'
import type { AgentListing } from './forge/look/agents.ts'
import type { AgentTrial } from './forge/try/agent.ts'
import type { BaseTrials } from './forge/try/base.ts'
import type { RehearsalOf } from './forge/try/rehearse/rehearse.ts'
import type { Advisor } from './forge/drive/diagnosis.ts'
import type { Inbox } from './forge/drive/inbox.ts'
import { openSupervisor, type Supervised, type Supervisor } from './forge/supervisor.ts'
import type { Doctor } from './forge/doctor/doctor.ts'
import type { GroundLook } from './forge/doctor/ground.ts'
import type { Handover } from './forge/handover/handover.ts'
import type { GeneratedFiles } from './forge/housekeeping/generated-files.ts'
import type { SecretRemoval } from './forge/housekeeping/redact/redact.ts'
import type { TranscriptRetention } from './forge/housekeeping/retention.ts'
import { late, lateStream, once } from './forge/late.ts'
import { filesOf } from './forge/place/config-files.ts'
import type { FileKnowledge } from './forge/place/known-files.ts'
import type { Environment } from './forge/place/places.ts'
import type { Place } from './forge/place/place.ts'
import { openStores } from './forge/place/stores.ts'
import type { Surroundings as Whereabouts } from './forge/place/surroundings.ts'
import type { Refusal } from './forge/refusal.ts'
import type { Presets } from './forge/start/catalogue.ts'
import type { Accounts } from './forge/world/accounts.ts'
import type { Said } from '#messages/said.ts'
import type { PresetCommand } from '#model/preset.ts'
import type { Result } from '#model/result.ts'

export type { Proof } from '#core/check/prove.ts'
export type { Reply } from './forge/drive/answers.ts'
export type { QueuedCommand } from './forge/drive/inbox.ts'
export type { Examined } from './forge/doctor/machine.ts'
export type { Redaction } from './forge/housekeeping/redact/redact.ts'
export type { SeenAgent } from './forge/look/agents.ts'
export type { GateView } from './forge/look/gates.ts'
export type { SeenModels } from './forge/look/models.ts'
export type { PlanView } from './forge/look/plan.ts'
export type { Asked, Driven, DrivingRequest, Watched } from './forge/look/views.ts'
export type { Places } from './forge/place/places.ts'
export type { Refusal } from './forge/refusal.ts'
export type { PresetEntry } from './forge/start/presets.ts'
export type { TracedRoute } from './forge/start/routing.ts'
export { openSupervisor, type Supervised, type Supervisor, type SupervisorRequest } from './forge/supervisor.ts'
export { certifyAgent, makeSampleProject, openFakeLlm, type Served } from './forge/testing.ts'
export type { BaseTrial } from './forge/try/base.ts'
export type { RehearsalOf } from './forge/try/rehearse/rehearse.ts'
export type { Transcript } from './forge/world/transcripts.ts'

/** What a process knows about where it was started. The command line reads it from the machine, tests make it up. */
export interface ForgeEnvironment extends Whereabouts {
  /** Drives the runs that are started here; absent: a supervisor of this Forge's own. */
  readonly supervisor?: Supervisor
}

/** Resources are opened on first use; `close` closes those that were opened. */
export interface Forge
  extends
    Omit<Place, 'surroundings' | 'journal' | 'recalled' | 'log' | 'locks' | 'blobs'>,
    Omit<Runs, 'readRun' | 'leftFor'>,
    Views,
    Telling,
    Look,
    Inbox,
    Advisor,
    GroundLook,
    TranscriptRetention,
    SecretRemoval,
    BaseTrials,
    FileKnowledge {
  readonly surroundings: ForgeEnvironment
  /**
   * Start or resume a run in this process, until it ends, waits for a human, or is stopped. Refused (`untrusted`, with
   * the name) while no human has trusted what the repository brings; `trust` says yes to exactly that name.
   */
  drive(request: DrivingRequest, flags?: Readonly<Record<string, unknown>>): Promise<Result<Driven, Refusal>>
  /** The same, but returns at once: the supervisor drives the run, and `signal` stops only this run. */
  start(
    request: Omit<DrivingRequest, 'signal'>,
    flags?: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Supervised<Driven>
  readonly transcripts: Transcripts
  readonly examine: Doctor
  readonly handover: Handover
  readonly generated: GeneratedFiles
  /** Agents outside of any run. */
  readonly agents: AgentListing & AgentTrial
  readonly presets: Presets
  readonly accounts: Accounts
}

export function openForge(surroundings: ForgeEnvironment): Forge {
  const place = placeOf(surroundings)
  const runs = runsOf(place)
  const supervisor = surroundings.supervisor ?? openSupervisor()
  const driving = late(() => parts.drive().then((part) => part.runDriveOf(place)), 'drive')
  const told = once(parts.told)
  const start: Forge['start'] = (request, flags, own) =>
    supervisor.start(async (signal) => {
      const { driveInView } = await told()
      return driveInView(runs, { ...request, signal }, (whole) => driving.drive(whole, flags))
    }, own)
  const watch = once(parts.watch)
  const events = lateStream(() => watch().then((part) => part.watchOf(place)), 'watch')
  const telling = (): Promise<Telling> => told().then((part) => part.tellingOf({ ...runs, ...events }))
  return {
    ...place,
    surroundings,
    ...runs,
    ...viewsOf(runs),
    ...late(telling, 'history'),
    ...lateStream(telling, 'watch'),
    start,
    drive: (request, flags) => start(request, flags, request.signal).ended,
    ...late(() => parts.inbox().then((part) => part.inboxOf(place)), 'say', 'heard'),
    ...late(() => parts.diagnosis().then((part) => part.advisorOf(place, runs)), 'advise'),
    ...late(
      () => parts.look().then((part) => part.lookOf(place, runs)),
      'gates',
      'gateChanges',
      'prompt',
      'routes',
      'models',
    ),
    transcripts: {
      ...late(() => watch().then((part) => part.transcriptsOf(place)), 'list', 'calls'),
      ...lateStream(() => watch().then((part) => part.transcriptsOf(place)), 'follow'),
    },
    agents: {
      ...late(() => parts.agents().then((part) => part.agentListingOf(place)), 'list'),
      ...late(() => parts.trial().then((part) => part.agentTrialOf(place)), 'try'),
    },
    presets: late(() => parts.presets().then((part) => part.presetsOf(place)), 'list', 'find', 'textFaults', 'prove'),
    accounts: late(() => parts.accounts().then((part) => part.accountsOf(place)), 'list', 'add', 'use', 'remove'),
    examine: late(() => parts.doctor().then((part) => part.doctorOf(place)), 'all', 'withConfig', 'sandbox', 'repair'),
    ...late(() => parts.ground().then((part) => part.groundOf(place)), 'ground'),
    handover: late(() => parts.handover().then((part) => part.handoverOf(place)), 'audit', 'land', 'sync'),
    generated: late(() => parts.generated().then((part) => part.generatedOf(place)), 'list', 'write', 'refresh'),
    ...late(() => parts.retention().then((part) => part.retentionOf(place)), 'prune'),
    ...late(() => parts.redact().then((part) => part.secretRemovalOf(place)), 'redact'),
    ...late(() => parts.base().then((part) => part.baseTrialsOf(place)), 'tryBase'),
    ...late(() => parts.known().then((part) => part.fileKnowledgeOf(place)), 'knownFiles'),
  }
}

/** Where every part works. Configuration, decider and trust are read on demand. */
function placeOf(surroundings: ForgeEnvironment): Place {
  const stores = openStores(surroundings, async () => (await parts.codecs()).runCodec)
  const files = filesOf(surroundings, stores)
  const configuration = late(
    () => parts.config().then((part) => part.configOf(surroundings, stores)),
    'config',
    'ofRepository',
  )
  const decider = once(async () => (await parts.principal()).findDecider(surroundings, stores))
  const known = { surroundings, ...stores, ...files, ...configuration, decider }
  return {
    ...known,
    trust: late(() => parts.trust().then((part) => part.trustOf(known)), 'standing', 'trust', 'require'),
  }
}

/** What a preset that comes with Forge says about its own command. */
export async function commandOfPreset(name: string): Promise<PresetCommand> {
  return (await parts.command()).commandOfPreset(name)
}

/** Opens a text in the editor of the user at the terminal. */
export async function editText(text: string, name: string, env: Environment): Promise<Result<string, Said>> {
  return (await parts.editor()).editText(text, name, env)
}

/** A preset with scripts for its interesting paths, in a throwaway copy of the project; `end` removes it. */
export async function rehearsalOf(
  forge: Pick<Forge, 'repository' | 'config'>,
  preset: string,
  path: string | undefined,
): Promise<Result<RehearsalOf, Refusal>> {
  const [repository, config] = [forge.repository(), await forge.config()]
  if (!repository.ok) return repository
  if (!config.ok) return config
  return (await parts.rehearse()).rehearse({ root: repository.value.root, config: config.value }, preset, path)
}

/** Every part that is loaded on its first call. */
const parts = {
  codecs: () => import('#engine/streams.ts'),
  config: () => import('./forge/place/config.ts'),
  editor: () => import('./forge/place/editor.ts'),
  principal: () => import('./forge/place/principal.ts'),
  trust: () => import('./forge/place/trust.ts'),
  accounts: () => import('./forge/world/accounts.ts'),
  presets: () => import('./forge/start/catalogue.ts'),
  command: () => import('./forge/start/preset-command.ts'),
  drive: () => import('./forge/drive/drive.ts'),
  inbox: () => import('./forge/drive/inbox.ts'),
  diagnosis: () => import('./forge/drive/diagnosis.ts'),
  look: () => import('./forge/look/look.ts'),
  watch: () => import('./forge/look/watch.ts'),
  told: () => import('./forge/look/told.ts'),
  agents: () => import('./forge/look/agents.ts'),
  handover: () => import('./forge/handover/handover.ts'),
  doctor: () => import('./forge/doctor/doctor.ts'),
  ground: () => import('./forge/doctor/ground.ts'),
  generated: () => import('./forge/housekeeping/generated-files.ts'),
  retention: () => import('./forge/housekeeping/retention.ts'),
  redact: () => import('./forge/housekeeping/redact/redact.ts'),
  trial: () => import('./forge/try/agent.ts'),
  rehearse: () => import('./forge/try/rehearse/rehearse.ts'),
  base: () => import('./forge/try/base.ts'),
  known: () => import('./forge/place/known-files.ts'),
} as const
