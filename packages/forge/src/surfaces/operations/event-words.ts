/** What an event says, in one line for a person. Every event has words; a new one must be given some. */
import type { Outcome, Report } from '#model/attempt.ts'
import type { Event, EventOf, EventType } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'
import { unreachable } from '#model/result.ts'
import { tokensOf } from '#model/tokens.ts'
import type { Usage } from '#model/usage.ts'
import { isoTime } from '#model/iso-time.ts'
import { money } from './run-words.ts'

export function failureText(failure: Failure): string {
  switch (failure.tag) {
    case 'transport':
      return `the provider failed (${failure.class})`
    case 'quota':
      return `no quota until ${isoTime(failure.resetAt)}`
    case 'empty':
      return 'no answer'
    case 'invalid':
      return `an answer that does not fit: ${failure.errors.join('; ')}`
    case 'crash':
      return `ended by itself (exit code ${failure.exitCode ?? 'none'}, signal ${failure.signal ?? 'none'})`
    case 'timeout':
      return `${failure.limit === 'idle' ? 'no sign of life' : 'not ready'} after ${Math.round(failure.afterMs / 1000)} s`
    case 'interrupted':
      return 'interrupted'
    case 'blocked':
      return `cannot go on: ${failure.text}`
    case 'unmet':
    case 'refused':
      return failure.summary
    case 'conflict':
      return `conflict in ${failure.paths.join(', ')}`
    case 'moved':
      return `the base moved to ${failure.tip.slice(0, 12)}`
    case 'outside':
      return `changed what it must not touch: ${failure.paths.join(', ')}`
    case 'unavailable':
      return `cannot be started: ${failure.what}`
    case 'gate':
      return failure.objections.map(({ code, reason }) => `${code}: ${reason}`).join('; ')
    case 'disk':
      return 'the disk is full'
    default:
      return unreachable(failure)
  }
}

function requestsText({ requests }: Usage): string {
  return requests === undefined ? '' : `, ${requests} ${requests === 1 ? 'request' : 'requests'}`
}

function reportText(report: Report): string {
  if (report.kind === 'recovered') return 'the answer was not returned, and found in its result file'
  if (report.kind === 'unset') return `${report.agent} cannot be told: ${report.what.join(', ')}`
  if (report.kind === 'asked-again') return `asked for its answer again: ${report.errors.join('; ')}`
  if (report.kind === 'windows')
    return `account ${report.account}: ${report.windows.map(({ window, percent }) => `${Math.round(percent)} % of ${window}`).join(', ')} used`
  if (report.kind !== 'sandbox') return report.kind
  const { held, network, why } = report
  if (held === 'agent')
    return `in the sandbox of its own program, network ${network}; NO SANDBOX of Forge: ${why ?? ''}`
  return held === 'sandbox' ? `in the sandbox, network ${network}` : `NO SANDBOX: ${why ?? 'switched off'}`
}

type Words = { readonly [Type in EventType]: (event: EventOf<Type>) => string }

/** Words for every event: a new one without words does not compile. */
const words: Words = {
  'run.created': ({ spec }) => spec.request.split('\n')[0] ?? '',
  'run.paused': ({ reason, by }) => `${reason} (${by.name})`,
  'run.resumed': ({ by }) => `by ${by.name}`,
  'run.cancelled': ({ reason, by }) => `${reason} (${by.name})`,
  'run.stopped': ({ reason, remedy }) => `${reason} → ${remedy.hint}`,
  'run.finished': ({ outcome, reason }) => `${outcome}: ${reason}`,
  'run.begun': ({ only, skipped = [] }) =>
    [
      only === undefined ? 'everything that is planned' : only.join(', '),
      ...skipped.map(({ unit, status }) => `${unit} skipped: ${status}`),
    ].join('; '),
  'run.retrospected': ({ by, note }) => `${note.split('\n')[0] ?? ''} (${by.name})`,
  'run.reassigned': ({ reason, by }) => `${reason} (${by.name})`,
  'advice.taken': ({ end, usage }) =>
    `${end === 'said' ? 'a diagnosis' : 'no diagnosis'}, ${tokensOf(usage)} tokens, ${money(usage.costMicros)}`,
  'limits.raised': ({ by }) => `by ${by.name}`,
  'graph.changed': ({ reason, add, replace }) => `${reason}: ${[...add, ...replace].map(({ id }) => id).join(', ')}`,
  'document.written': ({ unit, phase, bytes, hash }) => `${unit}/${phase}: ${bytes} bytes, ${hash.slice(0, 12)}`,
  'plan.proposed': ({ plan, by, hash }) => `${plan.units.length} units by the ${by}, ${hash.slice(0, 12)}`,
  'question.asked': ({ question }) => question.text,
  'question.answered': ({ answer, by, note }) => `${answer} by ${by.name}${note === '' ? '' : `: ${note}`}`,
  'question.withdrawn': ({ reason }) => reason,
  'attempt.intended': ({ path, attempt, reason }) => `${path} #${attempt}: ${reason}`,
  'attempt.finished': ({ key, outcome, durationMs, usage }) =>
    `${key}: ${outcomeText(outcome)}, ${(durationMs / 1000).toFixed(1)} s, ${money(usage.costMicros)}${requestsText(usage)}`,
  'attempt.reported': ({ key, report }) => `${key}: ${reportText(report)}`,
  'friction.noted': ({ key, issue, evidence }) => `${key}: ${issue}${evidence === undefined ? '' : `, ${evidence}`}`,
  'route.differed': ({ key, routed, launched }) => `${key}: runs on ${launched}, was to run on ${routed}`,
  'attempt.stale': ({ key, why }) => `${key}: ${why}`,
  'stop.intended': ({ target, reason }) => `${target}: ${reason}`,
  'verdict.given': ({ path, verdict, failure }) =>
    `${path}: ${verdict}${failure === undefined ? '' : `, ${failureText(failure)}`}`,
  'recovery.chosen': ({ path, rung, target, reason }) =>
    `${path}: ${rung}${target === undefined ? '' : ` ${target}`}, ${reason}`,
  'base.synced': ({ tip, base, by }) => `${base.slice(0, 12)} merged as ${tip.slice(0, 12)} (${by.name})`,
  'unit.merged': ({ unit, commit }) => `${unit} as ${commit.slice(0, 12)}`,
  'unit.finished': ({ unit }) => unit,
  'unit.stopped': ({ unit, reason, remedy }) => `${unit}: ${reason} → ${remedy.hint}`,
  'unit.reopened': ({ unit, reason, by }) => `${unit}: ${reason} (${by.name})`,
  'timer.fired': ({ key }) => key,
  'capacity.asked': ({ slots }) => `${slots} slots`,
  'capacity.granted': ({ slots, floor }) => `${slots} slots${floor === 'low' ? ', the disk is nearly full' : ''}`,
  'gate.reported': ({ account, until }) => `account ${account} until ${isoTime(until)}`,
  'tidying.intended': ({ keep }) => `keeps ${keep.length === 0 ? 'nothing' : keep.join(', ')}`,
  'tidying.finished': ({ removed, aside }) => `${removed.length} trees removed, ${aside.length} kept aside`,
  'word.refused': ({ word, why }) => `${word}: ${why}`,
  'message.rejected': ({ error }) => error,
}

export function outcomeText(outcome: Outcome): string {
  return outcome.status === 'failed' ? failureText(outcome.failure) : outcome.status
}

export function eventText(event: Event): string {
  return (words[event.type] as (event: Event) => string)(event)
}
