/**
 * Drives one run in this process until it ends, waits for a human, or is stopped. Starting is resuming.
 *
 * 1. It polls for commands of humans several times a second: other processes queue them in the inbox.
 * 2. When stopped, it interrupts running attempts, waits until that is recorded, and releases the run.
 */
import { openLog } from '#forge/place/store.ts'
import { startDriver, type Driver } from '#engine/driver.ts'
import { createHostClient, type HostClient } from '#engine/host.ts'
import type { Entry, Locks, Log, Notices } from '#engine/ports.ts'
import { hostCodec } from '#engine/streams.ts'
import type { ParkingSettings } from '#core/idle/parking.ts'
import { idleStateOf, type IdleState } from '#core/idle/idle.ts'
import type { RunState } from '#core/state/state.ts'
import { raw, say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event, EventOf } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import type { Price } from '#model/price.ts'
import { failed, success, type Result } from '#model/result.ts'
import { watchParking } from './parking.ts'
import { createAsking, type Answer } from './open-question.ts'
import type { Ledger } from '#forge/world/meter.ts'
import type { SharedAccounts } from './shared-account-stream.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import type { RealWorld } from '#forge/world/world.ts'

export interface DriveRequest {
  readonly run: string
  readonly log: Log<Event>
  readonly locks: Locks
  /** The directory of the journal, for the host stream beside the runs. */
  readonly journal: string
  readonly world: RealWorld
  readonly signal: AbortSignal
  /** Messages sent before all others: the start of a new run. */
  readonly opening: readonly Message[]
  /** Every new event, in order. */
  readonly onEntry: (entry: Entry<Event>) => void
  /** Called whenever the run is idle: a message that answers the open question, or nothing. */
  readonly answer: Answer
  /** What the user's other repositories know of accounts; absent: not shared. */
  readonly neighbours?: SharedAccounts
  /** Prices of the configuration as it is now. */
  readonly prices?: readonly Price[]
  /** Absent: it waits for an account as long as it takes. */
  readonly patience?: ParkingSettings
}

/** Why driving ended. */
export type DriveEnd = IdleState | 'interrupted' | 'parked'

export interface DriveResult {
  readonly end: DriveEnd
  readonly state: RunState
  readonly branch: string | undefined
}

const pollMs = 200
const listenMs = 1000

export async function driveRun(request: DriveRequest): Promise<Result<DriveResult, Refusal>> {
  const hostLog = await openLog(request.journal, hostCodec)
  if (!hostLog.ok) return failed(journalRefusal(hostLog.failure))
  const driving: { driver?: Driver } = {}
  const door = createHostClient(hostLog.value, (run, key, grant) => {
    const message: Message = {
      type: 'grant',
      id: key,
      at: request.world.world.clock.wall(),
      ...grant,
      contested: [...grant.contested],
    }
    if (run === request.run) void driving.driver?.post(message)
    else void request.log.leave(run, { id: key, body: JSON.parse(JSON.stringify(message)) })
  })
  const listening = listeningOf(request, door)
  await listening.listen()
  const known = Promise.withResolvers<RunState>()
  const started = await startDriver({
    run: request.run,
    log: request.log,
    locks: request.locks,
    world: { ...request.world.world, notices: newsOnly(request.world.world.notices, known.promise) },
    self: { pid: process.pid, since: request.world.world.clock.wall() },
    async postToHost(message) {
      await door.post(message)
      await request.neighbours?.tell(message)
    },
    postToRun: () => Promise.resolve(),
  })
  if (!started.ok) {
    await hostLog.value.close()
    return failed(startRefusal(request.run, started.failure))
  }
  driving.driver = started.value
  known.resolve(started.value.view())
  request.world.declares((unit) => started.value.view().units[unit]?.spec.writes ?? [])
  request.world.follows(() => ledgerOf(started.value.view(), request.prices ?? []))
  const at = request.world.world.clock.wall()
  const slots = slotsOf(started.value.view(), request.opening)
  await door.post({ type: 'configure', id: `configure-${request.run}-${process.pid}-${at}`.slice(0, 400), at, slots })
  // A user who resumes has seen the earlier events; a new run is shown from its beginning.
  const watch = createWatch(request, started.value.view().seq)
  const driven = await untilEnd(request, started.value, { watch, listening })
  await started.value.close()
  await watch.catchUp()
  await hostLog.value.close()
  return driven
}

/** The slots the run was started with; a new run has not processed its own start yet. */
function slotsOf({ spec }: RunState, opening: readonly Message[]): number {
  const begun = opening.find((message) => message.type === 'start')?.spec
  return (spec ?? begun)?.slots ?? 1
}

/** Notifies only of new questions: earlier ones were notified when asked, and the open question is shown in full. */
function newsOnly(notices: Notices, known: Promise<RunState>): Notices {
  return {
    async send(key, said) {
      if (!Object.hasOwn((await known).questions, key)) await notices.send(key, said)
    },
  }
}

/** What the meter needs to know of the run. */
export function ledgerOf({ limits, spent, spec, openAttempts: attempts }: RunState, prices: readonly Price[]): Ledger {
  const open = new Set(Object.values(attempts).map(({ key }) => key))
  const { tokens, costMicros } = limits
  return {
    limits: defined({ tokens, costMicros }),
    spent,
    open,
    // The current configuration wins over the prices recorded at the start.
    prices: [...prices, ...(spec?.prices ?? [])],
    unpriced: limits.unpriced ?? 'refused',
  }
}

function startRefusal(run: string, failure: { readonly why: string }): Refusal {
  if (failure.why === 'held')
    return { ...refusal('held', say('run.hasOtherProcess', { run }), raw(`forge status ${run}`)), exit: 'held' }
  return journalRefusal(failure as Parameters<typeof journalRefusal>[0])
}

/** Passes on account limits that were reported in the user's other repositories. */
function listeningOf({ neighbours, world }: DriveRequest, door: HostClient): { listen(): Promise<void> } {
  const { clock } = world.world
  let due = 0
  return {
    async listen() {
      if (neighbours === undefined || clock.monotonic() < due) return
      due = clock.monotonic() + listenMs
      for (const message of await neighbours.hear(clock.wall())) await door.post(message)
    },
  }
}

interface Attending {
  readonly watch: Watch
  readonly listening: { listen(): Promise<void> }
}

async function untilEnd(
  request: DriveRequest,
  driver: Driver,
  { watch, listening }: Attending,
): Promise<Result<DriveResult, Refusal>> {
  const { clock } = request.world.world
  for (const message of request.opening) {
    const posted = await driver.post(message)
    if (!posted.ok) return failed(journalRefusal(posted.failure))
  }
  let ended: Awaited<Driver['ended']> | undefined
  void driver.ended.then((end) => (ended = end))
  const asking = createAsking(request.answer)
  const parking = watchParking(request)
  for (;;) {
    await driver.takeInbox()
    await listening.listen()
    await watch.catchUp()
    if (ended !== undefined) return failed(endRefusal(ended))
    const state = driver.view()
    if (request.signal.aborted) return success({ end: 'interrupted', state, branch: branchOf(state) })
    const end = idleStateOf(state) ?? (await parking.look(state))
    const word = end === 'waiting' ? asking.look(state) : asking.drop()
    if (word === 'awaited') await Promise.race([asking.settled(), clock.sleep(pollMs, request.signal)])
    else if (word !== undefined) await driver.post(word)
    else if (end !== undefined) {
      await tellEnd(request, end, state)
      return success({ end, state, branch: branchOf(state) })
    } else await clock.sleep(pollMs, request.signal)
  }
}

/** Notifies a user who does not watch: questions were notified when asked, the rest is notified now (U-23). */
async function tellEnd({ run, world }: DriveRequest, end: DriveEnd, state: RunState): Promise<void> {
  if (end === 'waiting' || end === 'parked') return
  const words =
    end === 'finished'
      ? say('run.namedFinished', { run, outcome: say(`standing.${state.outcome ?? 'ended'}`) })
      : say('run.namedStopped', { run, reason: state.reason ?? say('stop.noReason') })
  await world.world.notices.send(`${run}/ended@${state.seq}`, words)
}

function endRefusal(end: Awaited<Driver['ended']>): Refusal {
  if (end.why === 'bug')
    return refusal('bug', say('forge.madeMistake', { detail: end.detail }), say('hint.resumeAndReport'))
  return end.why === 'closed' ? refusal('closed', say('run.released')) : journalRefusal(end)
}

/** A short wait is no news. An account with nothing left is, even when another one takes over at once (S1-66). */
async function tellLimit({ world }: RealWorld, run: string, event: EventOf<'limit.reported'>): Promise<void> {
  const minutes = Math.ceil((event.until - event.at) / 60_000)
  if (minutes < 5) return
  await world.notices.send(event.key, say('account.hasNothingLeft', { run, account: event.account, minutes }))
}

type Watch = ReturnType<typeof createWatch>

/** Shows new events to the caller. */
function createWatch({ run, log, world, onEntry }: DriveRequest, after: number) {
  let seen = after
  return {
    async catchUp(): Promise<void> {
      const entries = await log.read(run, seen)
      if (!entries.ok) return
      for (const entry of entries.value) {
        seen = entry.seq
        onEntry(entry)
        if (entry.event.type === 'limit.reported') await tellLimit(world, run, entry.event)
      }
    },
  }
}

/** The branch that shows the run in the user's repository; undefined while nothing is published. */
function branchOf({ publishing }: RunState): string | undefined {
  return publishing.last?.branch
}
