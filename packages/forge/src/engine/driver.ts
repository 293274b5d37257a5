/**
 * The driver of one run: the lease, the actor, its performer and the inbox. Starting is resuming: the log is folded and
 * open commands are offered, whether the run is new, was paused, or its last process was killed.
 *
 * Invariants: (1) the lease is held before any state for decisions is read. (2) When the log stops answering (fenced,
 * full, damaged), agents are stopped, nothing more is offered, and `ended` gives the reason.
 */
import type { Event } from '#model/event.ts'
import type { HostMessage } from '#model/host.ts'
import type { Json } from '#model/json.ts'
import { Message } from '#model/message.ts'
import type { Grant } from '#model/command.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { RunState } from '#core/state/state.ts'
import { runCore } from '#core/next/core.ts'
import { catchUp, createActor, type Actor } from './actor.ts'
import { takeLease, type LeaseRefusal } from './lease.ts'
import { createPerformer, type Performer } from './perform/performer.ts'
import { clearSync } from './perform/sync.ts'
import type { Locks, Log, LogStop, World } from './ports.ts'
import { runStream } from './streams.ts'

export interface DriverParts {
  readonly run: string
  readonly log: Log<Event>
  readonly locks: Locks
  readonly world: World
  /** This process, for display. */
  readonly self: Json
  postToHost(message: HostMessage): Promise<void>
  postToRun(run: string, key: string, grant: Grant): Promise<void>
}

export interface Driver {
  post(message: Message): Promise<Result<void, LogStop>>
  view(): RunState
  /** Take the queued messages of other processes as turns. */
  takeInbox(): Promise<Result<void, LogStop>>
  /** Resolves when the driver can do nothing more, with the reason. */
  readonly ended: Promise<DriverEnd>
  /** Shut down: interrupt running attempts and release the lease. */
  close(): Promise<void>
}

export type DriverEnd = LogStop | { readonly why: 'bug'; readonly detail: string } | { readonly why: 'closed' }

/** Thrown to performers whose site is gone; they end quietly. */
class SiteOver extends Error {}

export async function startDriver(parts: DriverParts): Promise<Result<Driver, LeaseRefusal>> {
  const lease = await takeLease({ locks: parts.locks, log: parts.log }, parts.run, parts.self)
  if (!lease.ok) return lease
  const known = await catchUp(runCore, parts.log, parts.run, runCore.initial(parts.run))
  if (!known.ok) {
    await lease.value.release()
    return failed(known.failure)
  }
  await clearSync(parts)
  const ending = endingOf(() => void performer.halt())
  const performer: Performer = createPerformer(
    siteOf(parts, (message) => actor.post(message), ending.end),
    (error) => {
      if (!(error instanceof SiteOver)) ending.end({ why: 'bug', detail: String(error) })
    },
  )
  const actor: Actor<RunState, Message> = createActor({
    stream: runStream,
    writer: lease.value.writer,
    state: known.value,
    offer: (commands) => performer.offer(commands),
  })
  actor.offer()
  return success({
    post: async (message) => noteStop(await actor.post(message), ending.end),
    view: () => actor.view(),
    takeInbox: () => takeInbox(parts, actor, ending.end),
    ended: ending.ended,
    async close() {
      // Interrupted attempts record it in the log before the lease is released: no attempt is spent (F-16).
      await performer.halt()
      ending.end({ why: 'closed' })
      await lease.value.release()
    },
  })
}

function endingOf(halt: () => void): { ended: Promise<DriverEnd>; end: (why: DriverEnd) => void } {
  let settle: (why: DriverEnd) => void = () => undefined
  const ended = new Promise<DriverEnd>((resolve) => {
    settle = resolve
  })
  return {
    ended,
    end(why) {
      halt()
      settle(why)
    },
  }
}

function siteOf(parts: DriverParts, post: Actor<RunState, Message>['post'], end: (why: DriverEnd) => void) {
  return {
    run: parts.run,
    world: parts.world,
    async post(message: Message) {
      const posted = noteStop(await post(message), end)
      if (!posted.ok) throw new SiteOver()
    },
    postToHost: (message: HostMessage) => parts.postToHost(message),
    postToRun: (run: string, key: string, grant: Grant) => parts.postToRun(run, key, grant),
  }
}

function noteStop(posted: Result<void, LogStop>, end: (why: DriverEnd) => void): Result<void, LogStop> {
  if (!posted.ok) end(posted.failure)
  return posted
}

/** A queued message that no longer parses becomes an empty turn: its id is taken, and the run continues. */
async function takeInbox(
  parts: DriverParts,
  actor: Actor<RunState, Message>,
  end: (why: DriverEnd) => void,
): Promise<Result<void, LogStop>> {
  const left = await parts.log.inbox(parts.run)
  if (!left.ok) return noteStop(left, end)
  for (const { id, body } of left.value) {
    const parsed = Message.safeParse(body)
    const message: Message = parsed.success
      ? parsed.data
      : { type: 'timer', id, at: actor.view().now, key: `unreadable/${id}`.slice(0, 400) }
    const posted = noteStop(await actor.post(message), end)
    if (!posted.ok) return posted
  }
  return success(undefined)
}
