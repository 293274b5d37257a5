/**
 * Commands of a human to a run. A command is tried on the state as it will be when it is read (queued commands count),
 * by the same rules that will judge it; one that they would refuse is refused at once and not queued. Otherwise it is
 * queued in the run's inbox, and the same command again in the same situation is the same message.
 */
import { createClock } from '#adapters/clock/index.ts'
import type { Redactor } from '#adapters/exec/index.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import { viewOf } from '#core/views/run.ts'
import type { Log } from '#engine/ports.ts'
import { raw, say, several, type Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { explain } from '#model/explain.ts'
import { hashOf } from '#model/digest.ts'
import type { Json } from '#model/json.ts'
import { Message } from '#model/message.ts'
import type { Principal } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { RunView } from '#model/view.ts'
import type { Place } from '#forge/place/place.ts'
import { redactorFor } from '#forge/world/secrets.ts'
import { redacted } from '#forge/world/redacted-ports.ts'
import { pickedUpBy } from './pickup.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import { planOf, type PlanView } from '#forge/look/plan.ts'
import { readRun } from '#forge/look/run.ts'

type WordType =
  | 'approve'
  | 'reject'
  | 'edit'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'retry'
  | 'reopen'
  | 'raise'
  | 'begin'
  | 'add'
  | 'retrospect'
type BareWord<M> = M extends { type: WordType } ? Omit<M, 'id' | 'at' | 'by'> : never
/** A command without what Forge adds: its id, its time and its sender. */
export type QueuedCommand = BareWord<Message>

export interface QueueResult {
  readonly message: string
  /** `again` when the same command was already queued. */
  readonly how: 'left' | 'again'
}

/** Commands are recorded verbatim, except for secrets (T-21). */
interface Speaker {
  readonly by: Principal
  readonly redactor: Redactor
  now(): number
}

export interface Inbox {
  /** Queue a human's command for the process that drives the run. */
  say(
    run: string,
    choose: (view: RunView, plan: PlanView | undefined) => Result<QueuedCommand, Refusal>,
  ): Promise<Result<QueueResult, Refusal>>
  /** Whether a process reads the queued command, or none drives the run. */
  heard(run: string): Promise<'driver' | 'alone'>
}

export function inboxOf({ decider, log, locks, journal, config, surroundings }: Place): Inbox {
  return {
    async say(run, choose) {
      const by = await decider()
      if (!by.ok) return by
      const [opened, settings] = [await log(), await config()]
      if (!opened.ok) return opened
      const redactor = await redactorFor(surroundings, settings.ok ? settings.value.settings : {})
      const speaker = { by: by.value, redactor, now: () => surroundings.now() }
      return queueCommand(opened.value, run, speaker, ({ state, events }) =>
        choose(viewOf(state, events, { driver: 'none' }), planOf(state)),
      )
    },
    async heard(run) {
      const [lock, opened] = [locks(), await journal()]
      if (!lock.ok || !opened.ok) return 'alone'
      return pickedUpBy({ log: opened.value, locks: lock.value, clock: createClock() }, run)
    },
  }
}

/** A run with all its events. */
export interface Seen {
  readonly state: RunState
  readonly events: readonly Event[]
}

/** Chooses the command from the state of the run, or says why there is none. */
type Choose = (seen: Seen) => Result<QueuedCommand, Refusal>

export async function queueCommand(
  log: Log<Event>,
  run: string,
  speaker: Speaker,
  choose: Choose,
): Promise<Result<QueueResult, Refusal>> {
  const inbox = await readInbox(log, run)
  if (!inbox.ok) return inbox
  const { now, later, messages } = inbox.value
  const wanted = wordNow(later, speaker, choose)
  if (wanted.ok) {
    const { id } = wanted.value
    const left = await log.leave(run, { id, body: JSON.parse(JSON.stringify(wanted.value)) as Json })
    return left.ok ? success({ message: id, how: 'left' }) : failed(journalRefusal(left.failure))
  }
  // Refused because the same command is already queued? Then it counts as given.
  const earlier = wordNow(now, speaker, choose)
  const same = earlier.ok ? messages.find((message) => isSameWord(message, earlier.value)) : undefined
  return same === undefined ? wanted : success({ message: same.id, how: 'again' })
}

interface InboxNow {
  /** The state that is durable now. */
  readonly now: Seen
  /** The state once the driver has read the inbox. */
  readonly later: Seen
  readonly messages: readonly Message[]
}

async function readInbox(log: Log<Event>, run: string): Promise<Result<InboxNow, Refusal>> {
  const read = await readRun(log, run)
  if (!read.ok) return read
  const inbox = await log.inbox(run)
  if (!inbox.ok) return failed(journalRefusal(inbox.failure))
  const messages = inbox.value.flatMap(({ body }) => {
    const parsed = Message.safeParse(body)
    return parsed.success ? [parsed.data] : []
  })
  const now = { state: read.value.state, events: read.value.entries.map(({ event }) => event) }
  const later = messages.reduce(({ state, events }, message) => {
    const more = runCore.step(state, message)
    return { state: runCore.fold(state, more), events: [...events, ...more] }
  }, now)
  return success({ now, later, messages })
}

/** The command as a message, or why this state refuses it. */
function wordNow(seen: Seen, speaker: Speaker, choose: Choose): Result<Message, Refusal> {
  const { state } = seen
  const word = choose(seen)
  if (!word.ok) return word
  const message = messageOf(word.value, state, speaker)
  if (!message.ok) return message
  const refused = runCore.step(state, message.value).find((event) => event.type === 'command.refused')
  if (refused === undefined) return message
  const hint = word.value.type === 'edit' ? say('hint.planShowJson', { run: state.run }) : openNow(state)
  return failed(refusal('refused', refused.why, hint))
}

function isSameWord(one: Message, other: Message): boolean {
  return hashOf({ ...one, id: '', at: 0 }) === hashOf({ ...other, id: '', at: 0 })
}

function messageOf(said: QueuedCommand, state: RunState, speaker: Speaker): Result<Message, Refusal> {
  const word = redacted(said, speaker.redactor)
  const { by } = speaker
  const id = `word:${word.type}:${hashOf([word, by, state.seq]).slice(0, 32)}`
  const parsed = Message.safeParse({ ...word, id, at: speaker.now(), by })
  return parsed.success ? success(parsed.data) : failed(refusal('refused', explain(parsed.error)))
}

function openNow(state: RunState): Said {
  const questions = Object.values(state.questions).map(({ path, text }) => several([raw(path), text], ': '))
  const stopped = state.order.filter((id) => state.units[id]?.status === 'stopped')
  return several([
    say('wait.run', { status: say(`state.${state.status}`) }),
    questions.length === 0 ? say('question.noneOpen') : say('question.openOnes', { questions: several(questions) }),
    ...(stopped.length === 0 ? [] : [say('unit.stoppedOnes', { units: stopped.join(', ') })]),
  ])
}
