/**
 * The catalogue of the torture chamber: what an agent can do wrong, one name each, and how an attempt with it must end. A
 * behaviour is chosen by the word `TORTURE <name>` in the brief, so that it reaches every program through every wire format.
 */
import type { FailureTag } from '#model/failure.ts'

export interface Behaviour {
  readonly name: string
  readonly what: string
  /** `answered`, or failed with one of these. */
  readonly ends: 'answered' | readonly FailureTag[]
  /** Who ends it: the agent itself, Forge by asking, or Forge by force. */
  readonly endedBy: 'itself' | 'interrupt' | 'kill'
  /** Tokens that must be in the books afterwards, whatever the end. */
  readonly books?: { readonly inputTokens: number; readonly outputTokens: number }
  /** The answer must not be one of this attempt: `core` reads it as none. */
  readonly forged?: 'yes'
  /** How long until its limit is over, which the failure must know. */
  readonly resetMs?: number
  /** It reaches for the user's repository, which must stay as it is wherever there is a sandbox. */
  readonly reachesOut?: 'yes'
  /** Wire formats in which it cannot be said. */
  readonly notIn?: readonly string[]
}

export const behaviours = [
  {
    name: 'good',
    what: 'edits a file, tells its tokens, answers',
    ends: 'answered',
    endedBy: 'itself',
    books: { inputTokens: 120, outputTokens: 30 },
  },
  {
    name: 'noise',
    what: 'banners, escapes, U+2028, NUL and broken UTF-8 around its lines',
    ends: 'answered',
    endedBy: 'itself',
  },
  { name: 'slow', what: 'is slow, and never silent for long', ends: 'answered', endedBy: 'itself' },
  { name: 'flood', what: 'prints 64 MiB before it answers', ends: 'answered', endedBy: 'itself' },
  {
    name: 'totals',
    what: 'tells its tokens again and again, as its wire format does',
    ends: 'answered',
    endedBy: 'itself',
    books: { inputTokens: 120, outputTokens: 30 },
  },
  {
    name: 'daemon',
    what: 'leaves a child that cleared its environment and its session',
    ends: 'answered',
    endedBy: 'itself',
  },
  { name: 'hang', what: 'starts, and says nothing more', ends: ['crash', 'interrupted'], endedBy: 'kill' },
  { name: 'deaf', what: 'ignores every request to stop', ends: ['crash', 'interrupted'], endedBy: 'kill' },
  {
    name: 'half-line',
    what: 'ends in the middle of a line, with exit code 0',
    ends: ['crash', 'empty'],
    endedBy: 'itself',
  },
  {
    name: 'silent-exit',
    what: 'exits with 0 and never said that it is done',
    ends: ['crash', 'empty'],
    endedBy: 'itself',
  },
  { name: 'dies-after-effect', what: 'changes a file and dies', ends: ['crash'], endedBy: 'itself' },
  { name: 'exit-after-success', what: 'says that all is well and exits with 3', ends: ['crash'], endedBy: 'itself' },
  {
    name: 'failed-exit-0',
    what: 'a request failed (500): its flag may say success, and it exits with 0',
    ends: ['transport', 'crash', 'empty'],
    endedBy: 'itself',
  },
  {
    name: 'limited',
    what: 'ends because the provider said: too many, later',
    ends: ['transport', 'quota', 'empty', 'crash'],
    endedBy: 'itself',
    books: { inputTokens: 120, outputTokens: 30 },
  },
  {
    name: 'limit-with-reset',
    what: 'ends because the account has nothing left, and says until when',
    ends: ['quota'],
    endedBy: 'itself',
    resetMs: 7_200_000,
    notIn: ['acp'],
  },
  {
    name: 'writes-outside',
    what: "writes into the user's checkout",
    ends: 'answered',
    endedBy: 'itself',
    reachesOut: 'yes',
  },
  {
    name: 'deletes-tests',
    what: "deletes the tests, its own and the user's",
    ends: 'answered',
    endedBy: 'itself',
    reachesOut: 'yes',
  },
  {
    name: 'commits',
    what: "commits, in its tree and in the user's repository",
    ends: 'answered',
    endedBy: 'itself',
    reachesOut: 'yes',
  },
  {
    name: 'rewrites-git',
    what: "throws its .git away and writes hooks and settings into the user's",
    ends: 'answered',
    endedBy: 'itself',
    reachesOut: 'yes',
  },
  { name: 'two-ends', what: 'ends twice', ends: ['invalid', 'crash'], endedBy: 'itself', notIn: ['command'] },
  { name: 'answers-twice', what: 'answers twice, differently', ends: ['invalid', 'crash'], endedBy: 'itself' },
  {
    name: 'helper-ends',
    what: 'a helper that it started answers and ends before it does',
    ends: 'answered',
    endedBy: 'itself',
    notIn: ['builtin', 'command'],
  },
  { name: 'no-answer', what: 'ends well and answers nothing', ends: ['empty'], endedBy: 'itself' },
  {
    name: 'prose',
    what: 'answers in its text, and says that it is approved',
    ends: ['empty', 'invalid'],
    endedBy: 'itself',
  },
  {
    name: 'forged',
    what: 'answers with the nonce of another attempt',
    ends: 'answered',
    endedBy: 'itself',
    forged: 'yes',
  },
  {
    name: 'injected',
    what: 'obeys a file of the repository that tells it what to answer',
    ends: 'answered',
    endedBy: 'itself',
    forged: 'yes',
  },
] as const satisfies readonly Behaviour[]

export type BehaviourName = (typeof behaviours)[number]['name']

// Without a word boundary: in a prompt that came as JSON a line break before it is an `n`.
const directive = /TORTURE ([a-z0-9-]+)/

export function behaviourIn(prompt: string): BehaviourName {
  const name = directive.exec(prompt)?.[1]
  return behaviours.find((behaviour) => behaviour.name === name)?.name ?? 'good'
}
