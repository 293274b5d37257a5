/** A run whose agents answer anything: decided, recorded, folded and shown by the real code, and what is wrong with what came of it. */
import { commitMessage } from '#core/next/commit-message.ts'
import { runCore } from '#core/next/core.ts'
import { boundedOutcome, boundedReport } from '#core/next/outcome-bounds.ts'
import { promptOf } from '#core/context/prompt.ts'
import type { OpenAttempt, RunState } from '#core/state/state.ts'
import { decodeEvent, encodeEvent } from '#core/state/upcast.ts'
import { viewOf } from '#core/views/run.ts'
import { summaryOf } from '#core/views/summary.ts'
import { raw } from '#messages/said.ts'
import type { Outcome } from '#model/attempt.ts'
import { journalBytes } from '#model/bounds.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import { hiddenInLine } from '#model/printable.ts'
import { trailersIn } from '#model/trailers.ts'
import { boundedUsage } from '#model/bounded-usage.ts'
import { noUsage } from '#model/usage.ts'
import {
  approveMessage,
  finishedMessage,
  goodOutcome,
  grantMessage,
  planOf,
  specFor,
  startMessage,
  unitOf,
} from '#testing/builders/index.ts'
import { randomOf, type Random } from '#testing/simulator/random.ts'
import { answerTo, excerptFrom, pathsFrom, type Mischief } from './answers.ts'

const plan = planOf([unitOf('api'), unitOf('web', { depends: ['api'] })])
const mostMessages = 40

export interface Answered {
  readonly answers: number
  /** Ends that are neither an accepted answer nor a failed attempt. */
  readonly faults: readonly string[]
  readonly accepted: number
}

export function playAnswers(seed: number, preset: string): Answered {
  const random = randomOf(seed)
  const mischief: Mischief = { random, wrong: random.pick([0, 0.01, 0.05, 0.3, 0.9]) }
  const counted = { answers: 0, accepted: 0 }
  const faults: string[] = []
  const events: Event[] = []
  let state = runCore.initial('run-1')
  let said = 0
  const stamp = () => ({ id: `t${(said += 1)}`, at: 1_800_000_000_000 + said * 3_600_000 })
  const post = (message: Message): void => {
    const made = runCore.step(state, message)
    faults.push(...made.flatMap((event) => recordingFault(event)))
    state = runCore.fold(state, made)
    events.push(...made)
  }
  post(startMessage(stamp(), specFor(preset)))
  for (let n = 0; n < mostMessages && faults.length === 0; n += 1) {
    const due = dueIn(state, stamp, mischief)
    if (due === undefined) break
    const isAnswer = due.type === 'attempt.finished' && 'answer' in due.outcome
    post(due)
    if (isAnswer) counted.answers += 1
    if (isAnswer && events.at(-1) !== undefined && wasAccepted(events, due.id, due)) counted.accepted += 1
    faults.push(...showingFaults(state))
  }
  faults.push(...viewFaults(state, events))
  return { ...counted, faults: faults.map((fault) => `seed ${seed} of ${preset}: ${fault}`) }
}

function wasAccepted(events: readonly Event[], _id: string, due: Message): boolean {
  if (due.type !== 'attempt.finished') return false
  return events.some((event) => event.type === 'verdict.given' && event.key === due.key && event.verdict !== 'none')
}

/** Every event is written and read back as it is, and the journal can hold it. */
function recordingFault(event: Event): string[] {
  if (event.type === 'message.rejected') return [`message.rejected: ${event.error}`]
  try {
    const text = encodeEvent(event)
    if (Buffer.byteLength(text) > journalBytes) return [`${event.type} has ${Buffer.byteLength(text)} bytes`]
    return decodeEvent(text).ok ? [] : [`${event.type} is not read back`]
  } catch (error) {
    return [`${event.type} cannot be written: ${String(error).slice(0, 500)}`]
  }
}

function viewFaults(state: RunState, events: readonly Event[]): string[] {
  try {
    canonicalJson(viewOf(state, events, { driver: 'none' }))
    const bytes = Buffer.byteLength(canonicalJson(summaryOf(state)))
    return bytes > journalBytes ? [`the summary has ${bytes} bytes`] : []
  } catch (error) {
    return [`cannot be shown: ${String(error).slice(0, 500)}`]
  }
}

/** What the next attempts would be told, and what the next commits would say. */
function showingFaults(state: RunState): string[] {
  return Object.values(state.openAttempts).flatMap(({ task }) => {
    if (task.do === 'integrate') {
      const subject = task.subject ?? `Merge ${task.unit}: ${task.title}`
      const message = commitMessage({ subject, trailers: [task.trailer] })
      const [line = ''] = message.split('\n')
      if (trailersIn(message).join() !== task.trailer) return [`the message has other trailers: ${message}`]
      return line === subject && hiddenInLine(line) === undefined ? [] : [`the first line hides something: ${line}`]
    }
    if (task.do !== 'work' && task.do !== 'plan' && task.do !== 'judge' && task.do !== 'document') return []
    const prompt = promptOf(task, undefined)
    return prompt.ok && `${prompt.value.system}${prompt.value.text}`.includes('\0') ? ['a prompt has a NUL'] : []
  })
}

type Stamp = () => { id: string; at: number }

function dueIn(state: RunState, stamp: Stamp, mischief: Mischief): Message | undefined {
  const asked = state.capacity.open
  if (asked !== undefined)
    return grantMessage(stamp(), { serial: state.capacity.serial + 1, slots: asked.slots, answers: asked.key })
  const [question] = Object.values(state.questions)
  if (question !== undefined) return approveMessage(stamp(), question)
  const [attempt] = Object.values(state.openAttempts)
  if (attempt !== undefined) {
    const report = mischief.random.chance(0.1) ? reportFrom(attempt, stamp, mischief) : undefined
    if (report !== undefined) return report
    const outcome = boundedOutcome(outcomeFrom(state, attempt, mischief))
    return finishedMessage(stamp(), { key: attempt.key, outcome, usage: usageFrom(mischief) })
  }
  const timer = runCore.open(state).find((command) => command.kind === 'timer')
  return timer === undefined ? undefined : { type: 'timer', ...stamp(), key: timer.key }
}

function outcomeFrom(state: RunState, { task, unit, key }: OpenAttempt, mischief: Mischief): Outcome {
  const usual = state.units[unit]?.spec.writes ?? ['free.ts']
  const good = goodOutcome(task, { salt: key, plan, changed: pathsFrom(mischief, usual) })
  if (good.status === 'checked')
    return { ...good, results: good.results.map((result) => ({ ...result, excerpt: raw(excerptFrom(mischief)) })) }
  if (!('answer' in good) || !('nonce' in task) || mischief.random.chance(0.3)) return good
  return { ...good, answer: answerTo(task, mischief) }
}

function usageFrom({ random, wrong }: Mischief) {
  const figure = () => (random.chance(wrong) ? random.pick([1e308, Number.MAX_SAFE_INTEGER, -1, 0.5]) : 10)
  return boundedUsage({ ...noUsage, inputTokens: figure(), outputTokens: figure(), costMicros: figure() })
}

function reportFrom({ key }: OpenAttempt, stamp: Stamp, { random, wrong }: Mischief): Message | undefined {
  const text = random.chance(wrong)
    ? random.pick(['', '\0', 'a\nb', 'x'.repeat(501), 'x'.repeat(300_000)])
    : 'session-1'
  const report = boundedReport(
    random.pick(
      [
        { kind: 'session', session: text, model: text } as const,
        { kind: 'needs-human', text } as const,
        { kind: 'asked-again', errors: [text] } as const,
      ].map((one) => ({ ...one }) as Parameters<typeof boundedReport>[0]),
    ),
  )
  return report === undefined ? undefined : { type: 'attempt.reported', ...stamp(), key, report }
}

/** Runs until at least that many answers were given. */
export function playMany(answers: number, from: Random): Answered {
  let all: Answered = { answers: 0, accepted: 0, faults: [] }
  for (let seed = from.below(1e9); all.answers < answers && all.faults.length < 5; seed += 1) {
    const one = playAnswers(seed, ['build', 'bug', 'sprint'][seed % 3] ?? 'build')
    all = {
      answers: all.answers + one.answers,
      accepted: all.accepted + one.accepted,
      faults: [...all.faults, ...one.faults],
    }
  }
  return all
}
