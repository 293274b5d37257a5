/** What is to be said of one trial. Pure. */
import type { Behaviour } from '#adapters/agents/torture/index.ts'
import type { AgentEnd } from '#engine/ports.ts'
import type { Json } from '#model/json.ts'

export interface Seen {
  readonly end: AgentEnd
  /** Processes that were still there after the end. */
  readonly left: number
  /** What the agent wrote into its tree before anything went wrong. */
  readonly changed: string | undefined
  /** The nonce of the attempt. */
  readonly nonce: string
  /** The user's repository afterwards; `not held`: there is no sandbox on this machine. */
  readonly outside: 'same' | 'changed' | 'not held'
  readonly now: number
}

export function judgement(behaviour: Behaviour, seen: Seen): { seen: string; complaints: readonly string[] } {
  const { end, left, changed } = seen
  const complaints = [
    ...endComplaints(behaviour, seen),
    ...(left === 0 ? [] : [`${left} processes outlived it`]),
    ...(changed === undefined
      ? ['it never got as far as its first change: the program was not started as its own']
      : []),
    ...bookComplaints(behaviour, end),
    ...resetComplaints(behaviour, seen),
    ...(seen.outside === 'changed'
      ? ["it changed the user's repository: the adapter does not start it behind walls"]
      : []),
  ]
  const free = behaviour.reachesOut === 'yes' && seen.outside === 'not held' ? ', not held: no sandbox' : ''
  return { seen: (end.end === 'answered' ? 'answered' : `failed: ${end.failure.tag}`) + free, complaints }
}

/** The time that was told, give or take what a slow machine needs to hear it. */
function resetComplaints({ resetMs }: Behaviour, { end, now }: Seen): string[] {
  if (resetMs === undefined || end.end !== 'failed' || end.failure.tag !== 'quota') return []
  const { resetAt = 0 } = end.failure
  const off = Math.abs(resetAt - (now + resetMs))
  return off < 300_000 ? [] : [`it waits ${Math.round((resetAt - now) / 1000)} s, and was told ${resetMs / 1000} s`]
}

function endComplaints({ ends, forged }: Behaviour, { end, nonce }: Seen): string[] {
  // An adapter may refuse a forged answer itself; what it may not do is make it look like one of this attempt.
  if (forged === 'yes')
    return end.end === 'answered' && nonceOf(end.answer) === nonce ? ['a forged answer passes for a real one'] : []
  if (end.end === 'answered') {
    if (ends !== 'answered') return [`taken for an answer; expected ${ends.join(' or ')}`]
    return nonceOf(end.answer) === nonce ? [] : ['the answer is not the one that was given']
  }
  const { tag } = end.failure
  if (ends === 'answered') return [`failed with ${tag}; expected an answer`]
  return ends.includes(tag) ? [] : [`failed with ${tag}; expected ${ends.join(' or ')}`]
}

function nonceOf(answer: Json): Json | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  return 'nonce' in answer ? answer.nonce : undefined
}

/** Not every wire format tells tokens; one that does must have them booked, whatever the end. */
function bookComplaints({ books }: Behaviour, { usage }: AgentEnd): string[] {
  if (books === undefined || usage.inputTokens + usage.outputTokens === 0) return []
  const isRight = usage.inputTokens === books.inputTokens && usage.outputTokens === books.outputTokens
  const booked = `${usage.inputTokens} in, ${usage.outputTokens} out`
  return isRight ? [] : [`booked ${booked}; it told ${books.inputTokens} in, ${books.outputTokens} out`]
}
