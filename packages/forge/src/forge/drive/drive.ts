/** `build` and `resume` for surfaces: open the run, open its world, drive it, close everything. */
import type { Entry } from '#engine/ports.ts'
import { findDriver } from '#forge/look/run-list.ts'
import { finishInterrupted } from '#forge/housekeeping/redact/rest.ts'
import { createSteps } from '#forge/housekeeping/redact/steps.ts'
import { pruneTranscripts } from '#forge/housekeeping/retention.ts'
import { openWorkplace, type Place, type Workplace } from '#forge/place/place.ts'
import type { Refusal } from '#forge/refusal.ts'
import { openRun, type Opening, type OpeningRequest, type TrustedPlace } from '#forge/start/opening.ts'
import { othersOf } from '#forge/start/routing.ts'
import { looseLimits } from '#forge/world/agents/own-login.ts'
import { openWorld, type WorldRequest } from '#forge/world/world.ts'
import { say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event } from '#model/event.ts'
import { success, type Result } from '#model/result.ts'
import { answerFor, askFor, type Questions } from './answers.ts'
import { driveRun, type DriveResult } from './loop.ts'
import { openSharedAccounts, type SharedAccounts } from './shared-account-stream.ts'
import { sharedLimitsOf } from './shared-accounts.ts'

export interface DrivingRequest extends Questions, OpeningRequest {
  readonly signal: AbortSignal
  readonly onRun: (run: string) => void
  readonly onEntry: (entry: Entry<Event>) => void
  /** Says yes to what the repository brings, by its name. */
  readonly trust?: string
}

/** A run that this process has stopped driving. */
export type DrivenRun = DriveResult & { readonly run: string }

export interface RunDrive {
  /**
   * Start or resume a run in this process, until it ends, waits for a human, or is stopped. Refused (`untrusted`, with
   * the name) while no human has trusted what the repository brings; `trust` says yes to exactly that name.
   */
  drive(request: DrivingRequest, flags?: Readonly<Record<string, unknown>>): Promise<Result<DrivenRun, Refusal>>
}

export function runDriveOf(place: Place): RunDrive {
  return {
    async drive(request, flags) {
      const opened = await openWorkplace(place, flags)
      if (!opened.ok) return opened
      const trusted = await place.trust.require(request.trust)
      if (!trusted.ok) return trusted
      return driveTrusted({ ...opened.value, trust: trusted.value }, request)
    },
  }
}

/** Finishes an interrupted redaction before anything of the run is read. */
export async function driveTrusted(place: TrustedPlace, request: DrivingRequest): Promise<Result<DrivenRun, Refusal>> {
  const finished = await finishInterrupted(place, createSteps(place))
  if (!finished.ok) return finished
  const opening = await openRun(place, request)
  return opening.ok ? driveOpened(place, request, opening.value) : opening
}

async function driveOpened(
  place: TrustedPlace,
  request: DrivingRequest,
  opening: Opening,
): Promise<Result<DrivenRun, Refusal>> {
  const { run, limits, ownLogins } = opening
  const { settings } = place.config
  const world = await openWorld(worldOf(place, request.say, opening), opening.user)
  if (!world.ok) return world
  await announcePruned(place, request.say)
  const warning = looseLimits(limits, ownLogins)
  if (warning !== undefined) request.say(warning)
  request.onRun(run)
  const neighbours = await neighboursOf(place, request.say)
  const driven = await driveRun({
    run,
    ...defined({ neighbours }),
    patience: settings.parking,
    prices: settings.prices,
    log: place.log,
    locks: place.locks,
    journal: place.places.journal,
    world: world.value,
    signal: request.signal,
    opening: opening.messages,
    onEntry: request.onEntry,
    answer: async (state, signal) =>
      answerFor(state, place, request) ?? (await askFor(state, { parts: place, request, signal })),
  })
  await neighbours?.close()
  return driven.ok ? success({ ...driven.value, run }) : driven
}

function worldOf(place: Workplace, tell: (said: Said) => void, { agent, accounts }: Opening): WorldRequest {
  const { settings } = place.config
  return {
    ...place,
    agent,
    agents: othersOf(settings),
    told: settings.agents,
    setup: settings.setup,
    setupPass: settings.setupPass,
    teardown: settings.teardown,
    sandbox: { mode: settings.sandbox, network: settings.network },
    accounts: accounts.variables,
    say: tell,
  }
}

/** Without them a run uses what its own repository knows, and Forge says so. */
async function neighboursOf(
  { repository, places, env }: Workplace,
  tell: (said: Said) => void,
): Promise<SharedAccounts | undefined> {
  const gates = sharedLimitsOf(env)
  const opened = await openSharedAccounts({ directory: places.neighbours, repository: repository.id, gates })
  if (opened.ok) return opened.value
  tell(say('account.sharedStateUnreadable', { why: opened.failure.why, path: places.neighbours }))
  return undefined
}

/** Old transcripts are removed when work starts again, and Forge reports it. */
async function announcePruned({ places, locks, config, now }: Workplace, tell: (said: Said) => void): Promise<void> {
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
