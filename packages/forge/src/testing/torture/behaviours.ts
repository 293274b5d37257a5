/**
 * The catalogue of the torture chamber: what an agent can do wrong, one name each, and how an attempt with it must end.
 * The word `TORTURE <name>` in the brief selects a behaviour, so that it reaches every program through every wire
 * format.
 */
import { say, type Said } from '#messages/said.ts'
import type { FailureTag } from '#model/failure.ts'

export interface Behaviour {
  readonly name: string
  readonly what: Said
  /** `answered`, or failed with one of these. */
  readonly ends: 'answered' | readonly FailureTag[]
  /** What ends it: the agent itself, Forge by asking, or Forge by force. */
  readonly endedBy: 'itself' | 'interrupt' | 'kill'
  /** Tokens that must be booked afterwards, whatever the end. */
  readonly books?: { readonly inputTokens: number; readonly outputTokens: number }
  /** The answer must not count as one of this attempt: `core` reads it as none. */
  readonly forged?: 'yes'
  /** How long until its limit is over; the failure must contain it. */
  readonly resetMs?: number
  /** It tries to change the user's repository, which must stay unchanged wherever there is a sandbox. */
  readonly reachesOut?: 'yes'
  /** Wire formats that cannot express it. */
  readonly notIn?: readonly string[]
}

export const behaviours = [
  {
    name: 'good',
    what: say('behaviour.editsAndAnswers'),
    ends: 'answered',
    endedBy: 'itself',
    books: { inputTokens: 120, outputTokens: 30 },
  },
  {
    name: 'noise',
    what: say('behaviour.noiseAroundLines'),
    ends: 'answered',
    endedBy: 'itself',
  },
  { name: 'slow', what: say('behaviour.slowNeverSilent'), ends: 'answered', endedBy: 'itself' },
  { name: 'flood', what: say('behaviour.floodsBeforeAnswer'), ends: 'answered', endedBy: 'itself' },
  {
    name: 'totals',
    what: say('behaviour.repeatsItsTokens'),
    ends: 'answered',
    endedBy: 'itself',
    books: { inputTokens: 120, outputTokens: 30 },
  },
  {
    name: 'daemon',
    what: say('behaviour.leavesDetachedChild'),
    ends: 'answered',
    endedBy: 'itself',
  },
  { name: 'hang', what: say('behaviour.startsThenSilent'), ends: ['crash', 'interrupted'], endedBy: 'kill' },
  { name: 'deaf', what: say('behaviour.ignoresStopRequests'), ends: ['crash', 'interrupted'], endedBy: 'kill' },
  {
    name: 'half-line',
    what: say('behaviour.endsMidLine'),
    ends: ['crash', 'empty'],
    endedBy: 'itself',
  },
  {
    name: 'silent-exit',
    what: say('behaviour.exitsWithoutSayingDone'),
    ends: ['crash', 'empty'],
    endedBy: 'itself',
  },
  { name: 'dies-after-effect', what: say('behaviour.changesFileAndDies'), ends: ['crash'], endedBy: 'itself' },
  { name: 'exit-after-success', what: say('behaviour.saysSuccessExitsWithThree'), ends: ['crash'], endedBy: 'itself' },
  {
    name: 'failed-exit-0',
    what: say('behaviour.requestFailedExitsWithZero'),
    ends: ['transport', 'crash', 'empty'],
    endedBy: 'itself',
  },
  {
    name: 'limited',
    what: say('behaviour.endsRateLimited'),
    ends: ['transport', 'quota', 'empty', 'crash'],
    endedBy: 'itself',
    books: { inputTokens: 120, outputTokens: 30 },
  },
  {
    name: 'limit-with-reset',
    what: say('behaviour.endsAccountUsedUp'),
    ends: ['quota'],
    endedBy: 'itself',
    resetMs: 7_200_000,
    notIn: ['acp'],
  },
  {
    name: 'writes-outside',
    what: say('behaviour.writesIntoUserCheckout'),
    ends: 'answered',
    endedBy: 'itself',
    reachesOut: 'yes',
  },
  {
    name: 'deletes-tests',
    what: say('behaviour.deletesTests'),
    ends: 'answered',
    endedBy: 'itself',
    reachesOut: 'yes',
  },
  {
    name: 'commits',
    what: say('behaviour.commitsInBothRepositories'),
    ends: 'answered',
    endedBy: 'itself',
    reachesOut: 'yes',
  },
  {
    name: 'rewrites-git',
    what: say('behaviour.rewritesGitFolders'),
    ends: 'answered',
    endedBy: 'itself',
    reachesOut: 'yes',
  },
  {
    name: 'two-ends',
    what: say('behaviour.endsTwice'),
    ends: ['invalid', 'crash'],
    endedBy: 'itself',
    notIn: ['command'],
  },
  {
    name: 'answers-twice',
    what: say('behaviour.answersTwiceDifferently'),
    ends: ['invalid', 'crash'],
    endedBy: 'itself',
  },
  {
    name: 'helper-ends',
    what: say('behaviour.helperEndsFirst'),
    ends: 'answered',
    endedBy: 'itself',
    notIn: ['builtin', 'command'],
  },
  { name: 'no-answer', what: say('behaviour.endsWithoutAnswer'), ends: ['empty'], endedBy: 'itself' },
  {
    name: 'prose',
    what: say('behaviour.answersApprovedInText'),
    ends: ['empty', 'invalid'],
    endedBy: 'itself',
  },
  {
    name: 'forged',
    what: say('behaviour.answersWithForeignNonce'),
    ends: 'answered',
    endedBy: 'itself',
    forged: 'yes',
  },
  {
    name: 'injected',
    what: say('behaviour.obeysRepositoryFile'),
    ends: 'answered',
    endedBy: 'itself',
    forged: 'yes',
  },
] as const satisfies readonly Behaviour[]

export type BehaviourName = (typeof behaviours)[number]['name']

// Without a word boundary: in a prompt that came as JSON the line break before it ends in an `n`.
const directive = /TORTURE ([a-z0-9-]+)/

export function behaviourIn(prompt: string): BehaviourName {
  const name = directive.exec(prompt)?.[1]
  return behaviours.find((behaviour) => behaviour.name === name)?.name ?? 'good'
}
