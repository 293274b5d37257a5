/** What a message makes true: facts only. A message that cannot be followed is a recorded refusal, never a throw. */
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event } from '#model/event.ts'
import type { Message, MessageOf } from '#model/message.ts'
import { hashOf } from '#model/digest.ts'
import type { Hash } from '#model/hash.ts'
import { unreachable } from '#model/result.ts'
import type { Phase } from '#model/phase.ts'
import type { RunSpec } from '#model/run.ts'
import { overtimeIn } from '#core/cost/limits.ts'
import { specFault } from '#core/graph/spec.ts'
import { isAsRouted } from '#core/route/models.ts'
import { accountLimitKey, limitTimerKey, unitTimerKey } from '#core/state/apply-capacity.ts'
import { openAttempt } from '#core/state/apply-attempt.ts'
import type { OpenAttempt, RunState, UnitState } from '#core/state/state.ts'
import { closedByReport } from '#core/provider/waits.ts'
import { refused } from './refusal.ts'
import { principalFault } from './human-only.ts'
import { acceptFinished, adviceOf } from './accept-outcome.ts'
import { acceptLanding } from './accept-landing.ts'
import { acceptAdd, acceptBegin, acceptRetrospect } from './accept-planning.ts'
import { acceptAnswer, acceptEdit, acceptReassign, acceptReopen, acceptSync } from './accept-command.ts'

export function accept(state: RunState, message: Message): readonly Event[] {
  if (state.status === 'absent' && message.type !== 'start') return [refused(message, say('run.doesNotExist'))]
  const fault = principalFault(message)
  if (fault !== undefined) return [refused(message, fault)]
  switch (message.type) {
    case 'start':
      return acceptStart(state, message)
    case 'approve':
    case 'reject':
      return acceptAnswer(state, message)
    case 'edit':
      return acceptEdit(state, message)
    case 'pause':
    case 'resume':
    case 'cancel':
      return acceptMove(state, message)
    case 'retry':
    case 'reopen':
      return acceptReopen(state, message)
    case 'raise':
      if (state.status === 'cancelling')
        return [refused(message, say('wait.run', { status: say(`state.${state.status}`) }))]
      return [{ type: 'limits.raised', v: 1, at: message.at, by: message.by, limits: message.limits }]
    case 'redact':
      return [{ type: 'run.redacted', v: 1, at: message.at, by: message.by, count: message.count }]
    case 'reassign':
      return acceptReassign(state, message)
    case 'begin':
      return acceptBegin(state, message)
    case 'add':
      return acceptAdd(state, message)
    case 'retrospect':
      return acceptRetrospect(state, message)
    case 'advice':
      return [adviceOf(message)]
    case 'environment':
      return acceptEnvironment(state, message)
    case 'syncing':
    case 'sync':
      return acceptSync(state, message)
    case 'land':
    case 'publishing.finished':
    case 'landing.finished':
      return acceptLanding(state, message)
    case 'attempt.finished':
      return acceptFinished(state, message)
    case 'attempt.reported':
      return acceptReport(state, message)
    case 'timer':
      return acceptTimer(state, message)
    case 'grant':
      return acceptGrant(state, message)
    default:
      return unreachable(message)
  }
}

/** Pause, unpause, or cancel. */
function acceptMove(
  { status }: RunState,
  message: MessageOf<'pause'> | MessageOf<'resume'> | MessageOf<'cancel'>,
): readonly Event[] {
  const { at, by } = message
  const notNow = [refused(message, say('wait.run', { status: say(`state.${status}`) }))]
  switch (message.type) {
    case 'pause':
      return status === 'running' ? [{ type: 'run.paused', v: 1, at, by, reason: message.reason }] : notNow
    case 'resume':
      return status === 'paused' || status === 'stopped' ? [{ type: 'run.resumed', v: 1, at, by }] : notNow
    case 'cancel':
      if (status === 'finished' || status === 'cancelling') return notNow
      return [{ type: 'run.cancelled', v: 1, at, by, reason: message.reason }]
    default:
      return unreachable(message)
  }
}

function acceptEnvironment(state: RunState, { at, environment, trust }: MessageOf<'environment'>): readonly Event[] {
  const isOther = environment !== (state.environment ?? state.spec?.environment)
  const isNews = isOther || hashOf(trust) !== hashOf(state.trust ?? null)
  return isNews ? [{ type: 'environment.changed', v: 1, at, environment, trust }] : []
}

function acceptStart(state: RunState, message: MessageOf<'start'>): readonly Event[] {
  if (state.status !== 'absent') return [refused(message, say('run.existsAlready'))]
  const fault = specFault(message.spec)
  if (fault !== undefined) return [refused(message, fault)]
  const { at, spec, nonce, trust } = message
  return [
    { type: 'run.created', v: 1, at, run: state.run, spec, definitions: definitionsOf(spec), nonce, trust },
    { type: 'graph.changed', v: 1, at, iteration: 0, add: spec.units, drop: [], replace: [], reason: say('run.start') },
  ]
}

/** The identity of what each phase does. Checks with the same commands are the same check. */
function definitionsOf(spec: RunSpec): Record<string, Hash> {
  const entries = Object.entries(spec.templates).flatMap(([template, { phases }]) =>
    phases.map((phase): [string, Hash] => [`${template}/${phase.name}`, hashOf(definitionOf(phase, spec))]),
  )
  return Object.fromEntries(entries)
}

function definitionOf(phase: Phase, spec: RunSpec): unknown {
  if (phase.kind === 'check') {
    const { commands, on } = phase
    return on === 'candidate' && spec.hooks === 'run' ? { check: commands, hooks: 'run' } : { check: commands }
  }
  return phase.kind === 'agent' ? { phase, prompt: spec.prompts[phase.role] ?? null } : phase
}

function acceptReport(state: RunState, message: MessageOf<'attempt.reported'>): readonly Event[] {
  const open = openAttempt(state, message.key)
  if (open === undefined) return []
  const { at, key, report } = message
  const facts: Event[] = [{ type: 'attempt.reported', v: 1, at, key, report }]
  if (report.kind === 'rate-limited') {
    const account = accountLimitKey({ provider: providerOf(open), account: report.account })
    const until = closedByReport(report, at)
    facts.push({ type: 'limit.reported', v: 1, at, key: `${state.run}/limited/${account}@${until}`, account, until })
  }
  if (report.kind === 'session') facts.push(...differenceOf(open, message))
  return facts
}

function providerOf({ task }: OpenAttempt): string | undefined {
  return 'provider' in task ? task.provider : undefined
}

/** Recorded once per session: the running model is not the routed one. */
function differenceOf(open: OpenAttempt, { at, key, report }: MessageOf<'attempt.reported'>): readonly Event[] {
  const launched = report.kind === 'session' ? report.model : undefined
  const route = 'route' in open.task ? open.task.route : undefined
  if (launched === undefined || route === undefined || isAsRouted(route, launched)) return []
  return [{ type: 'route.differed', v: 1, at, key, routed: route.resolved ?? route.model ?? '', launched }]
}

function acceptTimer(state: RunState, { at, key }: MessageOf<'timer'>): readonly Event[] {
  const overtime = overtimeIn(state)
  // The timer uses a monotonic clock: when it fires, its due time has passed, whatever the wall clock says.
  if (overtime?.key === key) return [{ type: 'timer.fired', v: 1, at: Math.max(at, overtime.dueAt), key }]
  return isTimer(state, key) ? [{ type: 'timer.fired', v: 1, at, key }] : []
}

function isTimer(state: RunState, key: string): boolean {
  const ofUnit = state.order.some((id) => {
    const unit = state.units[id] as UnitState
    return unit.wakeAt !== undefined && unitTimerKey(state, unit) === key
  })
  return (
    ofUnit ||
    Object.entries(state.capacity.limits).some(([account, until]) => limitTimerKey(state, account, until) === key)
  )
}

function acceptGrant(state: RunState, message: MessageOf<'grant'>): readonly Event[] {
  if (message.serial <= state.capacity.serial) return []
  const { at, serial, slots, contested, gates, used, floor, answers } = message
  return [
    {
      type: 'capacity.granted',
      v: 1,
      at,
      serial,
      slots,
      contested,
      gates,
      ...defined({ used }),
      floor,
      ...defined({ answers }),
    },
  ]
}
