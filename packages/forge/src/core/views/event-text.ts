/** The text of an event, one line for a person. Every event has a text; a new one needs one. */
import { raw, say, several, type Said, type Value } from '#messages/said.ts'
import type { Outcome, Report } from '#model/attempt.ts'
import type { Event, EventOf, EventType } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'
import { unreachable } from '#model/result.ts'
import { estimatedIn, tokensOf } from '#model/tokens.ts'
import type { Usage } from '#model/usage.ts'
import { isoTime } from '#model/iso-time.ts'

export function failureText(failure: Failure): Said {
  switch (failure.tag) {
    case 'transport':
      return say('failure.transport', { class: failure.class })
    case 'quota':
      return failure.resetAt === undefined
        ? say('failure.quota-unsaid')
        : say('failure.quota', { time: isoTime(failure.resetAt) })
    case 'empty':
      return say('failure.empty')
    case 'invalid':
      return say('failure.invalid', { errors: several(failure.errors) })
    case 'crash':
      return say(failure.said === undefined ? 'failure.crash' : 'failure.crash-said', {
        code: failure.exitCode ?? 'none',
        signal: failure.signal ?? 'none',
        said: failure.said ?? '',
      })
    case 'timeout':
      return say(failure.limit === 'idle' ? 'failure.idle' : 'failure.slow', {
        seconds: Math.round(failure.afterMs / 1000),
      })
    case 'interrupted':
      return say('failure.interrupted')
    case 'ceiling':
      return say('failure.ceiling')
    case 'blocked':
      return say('failure.blocked', { text: failure.text })
    case 'unmet':
    case 'refused':
      return failure.summary
    case 'conflict':
      return say('failure.conflict', { paths: failure.paths.join(', ') })
    case 'moved':
      return say('failure.moved', { tip: failure.tip.slice(0, 12) })
    case 'outside':
      return say('failure.outside', { paths: failure.paths.join(', ') })
    case 'unavailable':
      return say('failure.unavailable', { what: failure.what })
    case 'gate':
      return several(failure.objections.map(({ code, reason }) => about(code, reason)))
    case 'locked':
      return say('failure.locked', { file: failure.file })
    case 'disk':
      return say('failure.disk')
    default:
      return unreachable(failure)
  }
}

function endText(key: string, outcome: Outcome, durationMs: number, usage: Usage): Said {
  const { requests } = usage
  const seconds = { decimal: durationMs / 1000, digits: 1 }
  const told = { key, outcome: outcomeText(outcome), seconds, money: spentIn(usage) }
  return requests === undefined ? say('event.finished', told) : say('event.finishedAsked', { ...told, count: requests })
}

/** `~` marks an amount that Forge partly estimated from tokens. */
function spentIn(usage: Usage): Value {
  const money = { micros: usage.costMicros }
  return estimatedIn(usage) > 0 ? say('money.estimated', { money }) : money
}

function about(name: string, what: Said): Said {
  return say('event.about', { name, what })
}

function by(what: Said, name: string): Said {
  return say('event.whatBy', { what, name })
}

type SandboxReport = Omit<Extract<Report, { kind: 'sandbox' }>, 'kind'>

function reportText(report: Report): Said {
  if (report.kind === 'recovered') return say('reported.recovered')
  if (report.kind === 'links-removed') return say('reported.linksRemoved', { links: report.links.join(', ') })
  if (report.kind === 'unset') return say('reported.unset', { agent: report.agent, what: report.what.join(', ') })
  if (report.kind === 'asked-again') return say('reported.again', { errors: several(report.errors) })
  if (report.kind === 'windows') {
    const windows = report.windows.map(({ window, percent }) =>
      say('reported.window', { percent: Math.round(percent), window }),
    )
    return say('reported.windows', { account: report.account, windows: several(windows, ', ') })
  }
  return report.kind === 'sandbox' ? heldText(report) : raw(report.kind)
}

/** How an attempt was sandboxed. */
export function heldText({ held, network, ports, why }: SandboxReport): Said {
  if (held === 'agent') return say('reported.ownSandbox', { network, why: why ?? '' })
  if (held !== 'sandbox') return say('reported.noSandbox', { why: why ?? say('reported.off') })
  return ports === undefined
    ? say('reported.sandbox', { network })
    : say('reported.sandboxPorts', { network, ports: ports.join(', ') })
}

function landingWords(branch: string, from: string, to: string) {
  return { branch, from: from.slice(0, 12), to: to.slice(0, 12) }
}

type Words = { readonly [Type in EventType]: (event: EventOf<Type>) => Said }

/** Texts for every event: a new one without a text does not compile. */
const texts: Words = {
  'run.created': ({ spec }) => raw(spec.request.split('\n')[0] ?? ''),
  'run.paused': ({ reason, by: { name } }) => by(reason, name),
  'run.resumed': ({ by }) => say('event.by', { name: by.name }),
  'run.cancelled': ({ reason, by: { name } }) => by(reason, name),
  'run.stopped': ({ reason, remedy }) => say('event.withHint', { what: reason, hint: remedy.hint }),
  'run.finished': ({ outcome, reason }) => say('event.ended', { outcome: say(`standing.${outcome}`), reason }),
  'run.begun': ({ only, skipped = [] }) =>
    several([
      only === undefined ? say('event.everything') : raw(only.join(', ')),
      ...skipped.map(({ unit, status }) => say('event.skipped', { unit, status })),
    ]),
  'run.retrospected': ({ by: { name }, note }) => by(raw(note.split('\n')[0] ?? ''), name),
  'run.redacted': ({ count, by }) => say('event.redacted', { count, name: by.name }),
  'run.reassigned': ({ reason, by: { name } }) => by(reason, name),
  'advice.taken': ({ end, usage }) =>
    say(end === 'said' ? 'event.advised' : 'event.unadvised', {
      tokens: tokensOf(usage),
      money: spentIn(usage),
    }),
  'environment.changed': ({ environment }) => say('event.environment', { hash: environment.slice(0, 12) }),
  'limits.raised': ({ by }) => say('event.by', { name: by.name }),
  'graph.changed': ({ reason, add, replace }) =>
    say('event.graph', { reason, units: [...add, ...replace].map(({ id }) => id).join(', ') }),
  'document.written': ({ unit, phase, bytes, hash }) =>
    say('event.document', { unit, phase, bytes, hash: hash.slice(0, 12) }),
  'plan.proposed': ({ plan, by, hash }) =>
    say('event.planned', { count: plan.units.length, role: by, hash: hash.slice(0, 12) }),
  'question.asked': ({ question }) => question.text,
  'question.answered': ({ answer, by, note }) =>
    note === ''
      ? say('question.answered', { answer, name: by.name })
      : say('question.answeredWith', { answer, name: by.name, note }),
  'question.withdrawn': ({ reason }) => reason,
  'attempt.intended': ({ path, attempt, reason }) => say('event.attempt', { path, attempt, reason }),
  'attempt.finished': ({ key, outcome, durationMs, usage }) => endText(key, outcome, durationMs, usage),
  'attempt.reported': ({ key, report }) => about(key, reportText(report)),
  'friction.noted': ({ key, issue, evidence }) =>
    about(key, raw(evidence === undefined ? issue : `${issue}, ${evidence}`)),
  'route.differed': ({ key, routed, launched }) => say('event.differed', { key, launched, routed }),
  'attempt.stale': ({ key, why }) => about(key, why),
  'stop.intended': ({ target, reason }) => about(target, reason),
  'verdict.given': ({ path, verdict, failure }) =>
    failure === undefined
      ? about(path, raw(verdict))
      : say('event.verdict', { path, verdict, why: failureText(failure) }),
  'recovery.chosen': ({ path, rung, target, reason }) =>
    say('event.recovery', { path, rung: target === undefined ? rung : `${rung} ${target}`, reason }),
  'syncing.intended': ({ tip, base, by }) =>
    say('event.syncing', { base: base.slice(0, 12), tip: tip.slice(0, 12), name: by.name }),
  'base.synced': ({ tip, base, by }) =>
    say('event.synced', { base: base.slice(0, 12), tip: tip.slice(0, 12), name: by.name }),
  'publishing.intended': ({ commit }) => raw(commit.slice(0, 12)),
  'publishing.finished': ({ branch, end }) => say('event.published', { branch, end: say(`published.${end}`) }),
  'landing.asked': ({ branch, from, to, by }) =>
    say('event.landing', { ...landingWords(branch, from, to), name: by.name }),
  'landing.intended': ({ branch, from, to }) => say('event.lands', landingWords(branch, from, to)),
  'landing.finished': ({ end }) =>
    end.status === 'landed' ? say('event.landed') : say('event.notLanded', { why: end.code }),
  'unit.merged': ({ unit, commit }) => say('event.merged', { unit, commit: commit.slice(0, 12) }),
  'unit.finished': ({ unit }) => raw(unit),
  'unit.stopped': ({ unit, reason, remedy }) => about(unit, say('event.withHint', { what: reason, hint: remedy.hint })),
  'unit.reopened': ({ unit, reason, by: { name } }) => about(unit, by(reason, name)),
  'timer.fired': ({ key }) => raw(key),
  'capacity.asked': ({ slots }) => say('event.slots', { count: slots }),
  'capacity.granted': ({ slots, floor }) => say(floor === 'low' ? 'event.slotsLow' : 'event.slots', { count: slots }),
  'limit.reported': ({ account, until }) => say('event.accountLimited', { account, time: isoTime(until) }),
  'tidying.intended': ({ keep }) =>
    keep.length === 0 ? say('event.keepsNothing') : say('event.keeps', { units: keep.join(', ') }),
  'tidying.finished': ({ removed, aside }) => say('event.tidied', { removed: removed.length, aside: aside.length }),
  'command.refused': ({ word, why }) => say('event.word', { word, why }),
  'message.rejected': ({ error }) => raw(error),
}

export function outcomeText(outcome: Outcome): Said {
  return outcome.status === 'failed' ? failureText(outcome.failure) : say(`outcome.${outcome.status}`)
}

export function eventText(event: Event): Said {
  return (texts[event.type] as (event: Event) => Said)(event)
}
