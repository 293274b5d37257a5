/** What an event says, in one line for a person. Every event has words; a new one must be given some. */
import type { Outcome, Report } from '#model/attempt.ts'
import type { Event, EventOf, EventType } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'
import { unreachable } from '#model/result.ts'
import { estimatedIn, tokensOf } from '#model/tokens.ts'
import type { Usage } from '#model/usage.ts'
import { isoTime } from '#model/iso-time.ts'
import { spentMoney } from './run-words.ts'
import { inFormat, recorded, words } from './text/message.ts'

export function failureText(failure: Failure): string {
  switch (failure.tag) {
    case 'transport':
      return words('failure.transport', { class: failure.class })
    case 'quota':
      return failure.resetAt === undefined
        ? words('failure.quota-unsaid')
        : words('failure.quota', { time: isoTime(failure.resetAt) })
    case 'empty':
      return words('failure.empty')
    case 'invalid':
      return words('failure.invalid', { errors: failure.errors.join('; ') })
    case 'crash':
      return words(failure.said === undefined ? 'failure.crash' : 'failure.crash-said', {
        code: failure.exitCode ?? 'none',
        signal: failure.signal ?? 'none',
        said: failure.said ?? '',
      })
    case 'timeout':
      return words(failure.limit === 'idle' ? 'failure.idle' : 'failure.slow', {
        seconds: Math.round(failure.afterMs / 1000),
      })
    case 'interrupted':
      return words('failure.interrupted')
    case 'ceiling':
      return words('failure.ceiling')
    case 'blocked':
      return words('failure.blocked', { text: failure.text })
    case 'unmet':
    case 'refused':
      return recorded(failure.summary)
    case 'conflict':
      return words('failure.conflict', { paths: failure.paths.join(', ') })
    case 'moved':
      return words('failure.moved', { tip: failure.tip.slice(0, 12) })
    case 'outside':
      return words('failure.outside', { paths: failure.paths.join(', ') })
    case 'unavailable':
      return words('failure.unavailable', { what: failure.what })
    case 'gate':
      return failure.objections.map(({ code, reason }) => `${code}: ${recorded(reason)}`).join('; ')
    case 'locked':
      return words('failure.locked', { file: failure.file })
    case 'disk':
      return words('failure.disk')
    default:
      return unreachable(failure)
  }
}

function endText(key: string, outcome: Outcome, durationMs: number, usage: Usage): string {
  const { requests } = usage
  const seconds = inFormat().decimal(durationMs / 1000, 1)
  const told = { key, outcome: outcomeText(outcome), seconds, money: spentIn(usage) }
  return requests === undefined
    ? words('event.finished', told)
    : words('event.finishedAsked', { ...told, count: requests })
}

function spentIn(usage: Usage): string {
  return spentMoney({ costMicros: usage.costMicros, estimatedMicros: estimatedIn(usage) })
}

type Held = Omit<Extract<Report, { kind: 'sandbox' }>, 'kind'>

function reportText(report: Report): string {
  if (report.kind === 'recovered') return words('reported.recovered')
  if (report.kind === 'links-removed') return words('reported.linksRemoved', { links: report.links.join(', ') })
  if (report.kind === 'unset') return words('reported.unset', { agent: report.agent, what: report.what.join(', ') })
  if (report.kind === 'asked-again') return words('reported.again', { errors: report.errors.join('; ') })
  if (report.kind === 'windows') {
    const windows = report.windows.map(({ window, percent }) =>
      words('reported.window', { percent: Math.round(percent), window }),
    )
    return words('reported.windows', { account: report.account, windows: windows.join(', ') })
  }
  return report.kind === 'sandbox' ? heldText(report) : report.kind
}

/** How an attempt was held. */
export function heldText({ held, network, ports, why }: Held): string {
  if (held === 'agent') return words('reported.ownSandbox', { network, why: why ?? '' })
  if (held !== 'sandbox') return words('reported.noSandbox', { why: why ?? words('reported.off') })
  return ports === undefined
    ? words('reported.sandbox', { network })
    : words('reported.sandboxPorts', { network, ports: ports.join(', ') })
}

function landingWords(branch: string, from: string, to: string) {
  return { branch, from: from.slice(0, 12), to: to.slice(0, 12) }
}

type Words = { readonly [Type in EventType]: (event: EventOf<Type>) => string }

/** Words for every event: a new one without words does not compile. */
const texts: Words = {
  'run.created': ({ spec }) => spec.request.split('\n')[0] ?? '',
  'run.paused': ({ reason, by }) => `${recorded(reason)} (${by.name})`,
  'run.resumed': ({ by }) => words('event.by', { name: by.name }),
  'run.cancelled': ({ reason, by }) => `${recorded(reason)} (${by.name})`,
  'run.stopped': ({ reason, remedy }) => words('event.withHint', { what: reason, hint: remedy.hint }),
  'run.finished': ({ outcome, reason }) => `${recorded(outcome)}: ${recorded(reason)}`,
  'run.begun': ({ only, skipped = [] }) =>
    [
      only === undefined ? words('event.everything') : only.join(', '),
      ...skipped.map(({ unit, status }) => words('event.skipped', { unit, status })),
    ].join('; '),
  'run.retrospected': ({ by, note }) => `${note.split('\n')[0] ?? ''} (${by.name})`,
  'run.redacted': ({ count, by }) => words('event.redacted', { count, name: by.name }),
  'run.reassigned': ({ reason, by }) => `${recorded(reason)} (${by.name})`,
  'advice.taken': ({ end, usage }) =>
    words(end === 'said' ? 'event.advised' : 'event.unadvised', {
      tokens: tokensOf(usage),
      money: spentIn(usage),
    }),
  'environment.changed': ({ environment }) => words('event.environment', { hash: environment.slice(0, 12) }),
  'limits.raised': ({ by }) => words('event.by', { name: by.name }),
  'graph.changed': ({ reason, add, replace }) =>
    `${recorded(reason)}: ${[...add, ...replace].map(({ id }) => id).join(', ')}`,
  'document.written': ({ unit, phase, bytes, hash }) =>
    words('event.document', { unit, phase, bytes, hash: hash.slice(0, 12) }),
  'plan.proposed': ({ plan, by, hash }) =>
    words('event.planned', { count: plan.units.length, role: by, hash: hash.slice(0, 12) }),
  'question.asked': ({ question }) => recorded(question.text),
  'question.answered': ({ answer, by, note }) =>
    `${words('question.answered', { answer, name: by.name })}${note === '' ? '' : `: ${note}`}`,
  'question.withdrawn': ({ reason }) => recorded(reason),
  'attempt.intended': ({ path, attempt, reason }) => words('event.attempt', { path, attempt, reason }),
  'attempt.finished': ({ key, outcome, durationMs, usage }) => endText(key, outcome, durationMs, usage),
  'attempt.reported': ({ key, report }) => `${key}: ${reportText(report)}`,
  'friction.noted': ({ key, issue, evidence }) => `${key}: ${issue}${evidence === undefined ? '' : `, ${evidence}`}`,
  'route.differed': ({ key, routed, launched }) => words('event.differed', { key, launched, routed }),
  'attempt.stale': ({ key, why }) => `${key}: ${recorded(why)}`,
  'stop.intended': ({ target, reason }) => `${target}: ${recorded(reason)}`,
  'verdict.given': ({ path, verdict, failure }) =>
    `${path}: ${verdict}${failure === undefined ? '' : `, ${failureText(failure)}`}`,
  'recovery.chosen': ({ path, rung, target, reason }) =>
    `${path}: ${rung}${target === undefined ? '' : ` ${target}`}, ${recorded(reason)}`,
  'syncing.intended': ({ tip, base, by }) =>
    words('event.syncing', { base: base.slice(0, 12), tip: tip.slice(0, 12), name: by.name }),
  'base.synced': ({ tip, base, by }) =>
    words('event.synced', { base: base.slice(0, 12), tip: tip.slice(0, 12), name: by.name }),
  'publishing.intended': ({ commit }) => commit.slice(0, 12),
  'publishing.finished': ({ branch, end }) => words('event.published', { branch, end: words(`published.${end}`) }),
  'landing.asked': ({ branch, from, to, by }) =>
    words('event.landing', { ...landingWords(branch, from, to), name: by.name }),
  'landing.intended': ({ branch, from, to }) => words('event.lands', landingWords(branch, from, to)),
  'landing.finished': ({ end }) =>
    end.status === 'landed' ? words('event.landed') : words('event.notLanded', { why: end.code }),
  'unit.merged': ({ unit, commit }) => words('event.merged', { unit, commit: commit.slice(0, 12) }),
  'unit.finished': ({ unit }) => unit,
  'unit.stopped': ({ unit, reason, remedy }) =>
    `${unit}: ${words('event.withHint', { what: reason, hint: remedy.hint })}`,
  'unit.reopened': ({ unit, reason, by }) => `${unit}: ${recorded(reason)} (${by.name})`,
  'timer.fired': ({ key }) => key,
  'capacity.asked': ({ slots }) => words('event.slots', { count: slots }),
  'capacity.granted': ({ slots, floor }) => words(floor === 'low' ? 'event.slotsLow' : 'event.slots', { count: slots }),
  'gate.reported': ({ account, until }) => words('event.account', { account, time: isoTime(until) }),
  'tidying.intended': ({ keep }) =>
    keep.length === 0 ? words('event.keepsNothing') : words('event.keeps', { units: keep.join(', ') }),
  'tidying.finished': ({ removed, aside }) => words('event.tidied', { removed: removed.length, aside: aside.length }),
  'word.refused': ({ word, why }) => words('event.word', { word, why }),
  'message.rejected': ({ error }) => error,
}

export function outcomeText(outcome: Outcome): string {
  return outcome.status === 'failed' ? failureText(outcome.failure) : words(`outcome.${outcome.status}`)
}

export function eventText(event: Event): string {
  return (texts[event.type] as (event: Event) => string)(event)
}
