/**
 * The actor: message in → accept → fold → decide → append → offer. The one place where decisions meet effects.
 *
 * Invariants
 * 1. One durable point per turn, idempotent by message id.
 * 2. Commands are offered only after the events that intend them are durable.
 * 3. Everything enters by `post`; no turn waits for a performer.
 * 4. After a stop of the log nothing more is offered: this actor is finished, a later start may resume the run.
 *
 * It owns no lock, no clock, no retry: the lease is `lease.ts`, time comes with messages, effects are `perform/`.
 */
import type { Command } from '#model/command.ts'
import { success, type Result } from '#model/result.ts'
import type { Core } from '#core/next/core.ts'
import type { Entry, Log, LogStop, Turn, Writer } from './ports.ts'

/** A kind of stream: its reducer, and what the log keeps beside its events. */
export interface Stream<S extends { readonly seq: number }, M, E> {
  readonly core: Core<S, M, E>
  /** Rows beside the events of one turn, derived from them and the state after them. */
  readonly rowsOf: (events: readonly E[], after: S) => Omit<Turn<E>, 'events'>
}

export interface Actor<S, M> {
  /** Resolved ok = durable. May be called again with the same message. */
  post(message: M): Promise<Result<void, LogStop>>
  view(): S
  /** Offer what is open again: at the start, and whenever a performer may have lost something. */
  offer(): void
}

export interface ActorParts<S extends { readonly seq: number }, M, E> {
  readonly stream: Stream<S, M, E>
  readonly writer: Writer<E>
  /** The durable state (`catchUp`). */
  readonly state: S
  readonly offer: (commands: readonly Command[]) => void
}

export function createActor<S extends { readonly seq: number }, M extends { readonly id: string }, E>(
  parts: ActorParts<S, M, E>,
): Actor<S, M> {
  const { core, rowsOf } = parts.stream
  let state = parts.state
  let isOver = false

  /** The result of a turn. Nothing of it counts before the log has accepted it. */
  function makeTurn(from: S, tail: readonly Entry<E>[], message: M): { turn: Turn<E>; after: S } {
    const before = foldOn(from, eventsAfter(tail, from.seq))
    const events = core.step(before, message)
    const after = foldOn(before, events)
    return { turn: { events, ...rowsOf(events, after) }, after }
  }

  function foldOn(onto: S, events: readonly E[]): S {
    return events.length === 0 ? onto : core.fold(onto, events)
  }

  async function post(message: M): Promise<Result<void, LogStop>> {
    const from = state
    let made: S | undefined
    const turned = await parts.writer.turn(from.seq, message.id, (tail) => {
      const { turn, after } = makeTurn(from, tail, message)
      made = after
      return turn
    })
    if (!turned.ok) {
      isOver = true
      return turned
    }
    // Another turn may have been folded meanwhile: take only what is newer than the known state. If there was none, the
    // state that was decided on is the fold of exactly these events.
    const isWhole = made !== undefined && state === from && made.seq === (turned.value.at(-1)?.seq ?? from.seq)
    state = isWhole ? (made as S) : foldOn(state, eventsAfter(turned.value, state.seq))
    offer()
    return success(undefined)
  }

  function offer(): void {
    if (!isOver) parts.offer(core.open(state))
  }

  return { post, view: () => state, offer }
}

/** The durable state, from a snapshot of any age: the start of an actor. */
export async function catchUp<S extends { readonly seq: number }, M, E>(
  core: Core<S, M, E>,
  log: Log<E>,
  run: string,
  snapshot: S,
): Promise<Result<S, LogStop>> {
  const tail = await log.read(run, snapshot.seq)
  return tail.ok ? success(core.fold(snapshot, eventsAfter(tail.value, snapshot.seq))) : tail
}

function eventsAfter<E>(entries: readonly Entry<E>[], seq: number): E[] {
  return entries.filter((entry) => entry.seq > seq).map((entry) => entry.event)
}
