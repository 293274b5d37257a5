/** The judgement of one trial. Pure. */
import type { Behaviour } from '#testing/torture/index.ts'
import type { AgentEnd } from '#engine/ports.ts'
import { say, type Said } from '#messages/said.ts'
import type { FailureTag } from '#model/failure.ts'
import type { Json } from '#model/json.ts'

export interface Seen {
  readonly end: AgentEnd
  /** Processes that were still alive after the end. */
  readonly left: number
  /** What the agent wrote into its tree before the fault. */
  readonly changed: string | undefined
  /** The nonce of the attempt. */
  readonly nonce: string
  /** The user's repository afterwards; `not held`: there is no sandbox on this machine. */
  readonly outside: 'same' | 'changed' | 'not held'
  readonly now: number
}

export function judgement(behaviour: Behaviour, seen: Seen): { seen: Said; complaints: readonly Said[] } {
  const { end, left, changed } = seen
  const complaints = [
    ...endComplaints(behaviour, seen),
    ...(left === 0 ? [] : [say('certify.processesOutlived', { count: left })]),
    ...(changed === undefined ? [say('certify.neverMadeFirstChange')] : []),
    ...bookComplaints(behaviour, end),
    ...resetComplaints(behaviour, seen),
    ...(seen.outside === 'changed' ? [say('certify.changedUserRepository')] : []),
  ]
  const what = end.end === 'answered' ? say('certify.answered') : say('certify.failedWithTag', { tag: end.failure.tag })
  const isFree = behaviour.reachesOut === 'yes' && seen.outside === 'not held'
  return { seen: isFree ? say('certify.notHeldNoSandbox', { what }) : what, complaints }
}

/** The reported time, within the tolerance that a slow machine needs. */
function resetComplaints({ resetMs }: Behaviour, { end, now }: Seen): Said[] {
  if (resetMs === undefined || end.end !== 'failed' || end.failure.tag !== 'quota') return []
  const { resetAt = 0 } = end.failure
  const off = Math.abs(resetAt - (now + resetMs))
  return off < 300_000
    ? []
    : [say('certify.waitsWrongTime', { seconds: Math.round((resetAt - now) / 1000), told: resetMs / 1000 })]
}

function endComplaints({ ends, forged }: Behaviour, { end, nonce }: Seen): Said[] {
  // An adapter may refuse a forged answer itself, but must not make it look like one of this attempt.
  if (forged === 'yes')
    return end.end === 'answered' && nonceOf(end.answer) === nonce ? [say('certify.forgedAnswerPasses')] : []
  if (end.end === 'answered') {
    if (ends !== 'answered') return [say('certify.takenForAnswer', { ends: oneOf(ends) })]
    return nonceOf(end.answer) === nonce ? [] : [say('certify.answerNotTheGiven')]
  }
  const { tag } = end.failure
  if (ends === 'answered') return [say('certify.failedExpectedAnswer', { tag })]
  return ends.includes(tag) ? [] : [say('certify.failedExpectedOtherEnd', { tag, ends: oneOf(ends) })]
}

function oneOf(ends: readonly FailureTag[]): Said | string {
  return ends.slice(1).reduce<Said | string>((one, other) => say('value.oneOrOther', { one, other }), ends[0] ?? '')
}

function nonceOf(answer: Json): Json | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  return 'nonce' in answer ? answer.nonce : undefined
}

/** Not every wire format reports tokens; if one does, they must be booked, whatever the end. */
function bookComplaints({ books }: Behaviour, { usage }: AgentEnd): Said[] {
  if (books === undefined || usage.inputTokens + usage.outputTokens === 0) return []
  const isRight = usage.inputTokens === books.inputTokens && usage.outputTokens === books.outputTokens
  const booked = say('fake.tokens', { input: usage.inputTokens, output: usage.outputTokens })
  return isRight
    ? []
    : [say('certify.countedWrongTokens', { booked, input: books.inputTokens, output: books.outputTokens })]
}
