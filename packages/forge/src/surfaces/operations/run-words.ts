/** Words that several operations use about runs: states, waits, money, time, and the command that moves a run on. */
import type { RunRow, RunState } from '#forge.ts'
import { nextSteps, type Around, type Step } from '#core/views/next.ts'
import type { Wait } from '#core/views/status.ts'
import { say, type Said } from '#messages/said.ts'
import { isoTime } from '#model/iso-time.ts'
import { unreachable } from '#model/result.ts'
import type { Span } from './text/line.ts'
import { inFormat, said, words } from './text/message.ts'

/** How a run stands, in one or two words, with its tone. */
export function standingOf(
  run: Pick<RunRow, 'status' | 'outcome' | 'questions'> & Partial<Pick<RunRow, 'landed'>>,
): Span {
  switch (run.status) {
    case 'finished':
      if (run.outcome === 'done')
        return said((run.landed ?? null) === null ? 'standing.done' : 'standing.landed', {}, 'good')
      return run.outcome === 'failed' ? said('standing.failed', {}, 'bad') : said('standing.cancelled', {}, 'dim')
    case 'running':
      return run.questions > 0 ? said('standing.waits', {}, 'warn') : said('standing.running', {}, 'strong')
    case 'stopped':
      return said('standing.stopped', {}, 'bad')
    case 'paused':
      return said('standing.paused', {}, 'warn')
    case 'cancelling':
      return said('standing.cancelling', {}, 'warn')
    case 'absent':
      return said('standing.unstarted', {}, 'dim')
    default:
      return unreachable(run.status)
  }
}

/** Which commit was landed, on which branch, and when. */
export function landedText({ branch, commit, at }: NonNullable<RunRow['landed']>): string {
  return words('landed.where', { branch, commit: commit.slice(0, 12), time: isoTime(at) })
}

export function waitText(wait: Wait): Said {
  switch (wait.why) {
    case 'dependency':
      return say('wait.dependency', { unit: wait.unit })
    case 'held-back':
      return say('wait.heldBack', { unit: wait.unit })
    case 'order':
      return say('wait.order', { unit: wait.unit })
    case 'writes':
      return say('wait.writes', { unit: wait.unit })
    case 'sequential':
      return say('wait.sequential', { unit: wait.unit })
    case 'wave':
      return say('wait.wave', { unit: wait.unit })
    case 'planning':
      return say('wait.planning')
    case 'contested':
      return say('wait.contested', { path: wait.path })
    case 'run':
      return say('wait.run', { status: say(`state.${wait.status}`) })
    case 'time':
      return say('wait.time', { time: isoTime(wait.until) })
    case 'question':
      return say('wait.question')
    case 'account':
      return say('wait.account', { account: wait.account, time: isoTime(wait.until) })
    case 'disk':
      return say('wait.disk')
    case 'limit':
      return say('wait.limit')
    case 'turn':
      return say('wait.turn')
    default:
      return unreachable(wait)
  }
}

/** The command of a step, as it is typed. */
export function commandOf(run: string, step: Step): string {
  switch (step.do) {
    case 'look-at-plan':
      return `forge plan show ${run}`
    case 'look-at-unit':
      return `forge show ${step.unit} --run ${run}`
    case 'approve':
      return `forge approve ${run}`
    case 'reject':
      return `forge reject ${run} --note "<what should be different>"`
    case 'edit-plan':
      return `forge plan edit <file> --run ${run}`
    case 'begin':
      return `forge sprint run ${run}`
    case 'unpause':
      return `forge unpause ${run}`
    case 'raise':
      return `forge raise ${run} --${limitFlags[step.limit ?? 'dispatches']} <number>`
    case 'retry':
      return `forge retry ${step.unit} --run ${run}`
    case 'reopen':
      return `forge reopen ${step.unit} --run ${run} --reason "<why>"`
    case 'explain':
      return `forge why ${step.unit} --run ${run}`
    case 'look-at-branch':
      return `git log --oneline --graph ${step.branch}`
    case 'land':
      return `forge land ${run}${step.what === 'partial' ? ' --partial' : ''}`
    case 'retrospect':
      return `forge sprint retro ${run} --note "<note>"`
    case 'resume':
    case 'watch':
    case 'report':
    case 'status':
      return `forge ${step.do} ${run}`
    default:
      return unreachable(step)
  }
}

/** What a user can type next, without what this surface has just shown itself. */
export function nextCommands(state: RunState, around: Around, ...shown: readonly Step['do'][]): string[] {
  const steps = nextSteps(state, around).filter((step) => !shown.includes(step.do))
  return [...new Set(steps.map((step) => commandOf(state.run, step)))]
}

/** Where what is asked about can be seen: the plan, or the unit with its work and its documents. */
export function lookAtAsked(state: RunState): string {
  const look = nextSteps(state, { driver: 'none' }).find((step) => step.do.startsWith('look-at-'))
  return commandOf(state.run, look ?? { do: 'look-at-plan' })
}

/** The flag of each limit. */
const limitFlags = {
  costMicros: 'max-cost',
  tokens: 'max-tokens',
  activeMs: 'max-minutes',
  dispatches: 'max-attempts',
  unitDispatches: 'max-unit-attempts',
  unitCostMicros: 'max-unit-cost',
  unitTokens: 'max-unit-tokens',
  unitActiveMs: 'max-unit-minutes',
  // What is allowed without a price is held by tokens.
  unpriced: 'allow-unpriced --max-tokens',
} as const

export function limitFlagOf(limit: keyof typeof limitFlags): string {
  return limitFlags[limit]
}

/** Who will act on what was said, and what to type if nobody lives. */
export function whoActs(run: string, standing: 'driven' | 'alone'): { text: Said; next: string } {
  return standing === 'driven'
    ? { text: say('who.driven'), next: commandOf(run, { do: 'status' }) }
    : { text: say('who.alone'), next: commandOf(run, { do: 'resume' }) }
}

/** Money that somebody set, such as a limit. What was spent is `spentMoney`. */
export function money(micros: number): string {
  return inFormat().money(micros)
}

export interface SpentMoney {
  readonly costMicros: number
  /** Absent: told by whoever was paid. */
  readonly estimatedMicros?: number | undefined
}

/** `~` says that Forge estimated some of it from tokens. */
export function spentMoney({ costMicros, estimatedMicros = 0 }: SpentMoney): string {
  return `${estimatedMicros > 0 ? '~' : ''}${money(costMicros)}`
}

/** The first so many of a list, and how many more there are. */
export function listed(texts: readonly string[], most: number): string {
  const some = texts.slice(0, most).join(', ')
  return texts.length <= most ? some : words('list.more', { some, count: texts.length - most })
}

/** `42 s`, `3 min 07 s`, `2 h 05 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (part: number): string => String(part).padStart(2, '0')
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} min`
}

export function age(now: number, at: number): Said {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 90) return say('time.secondsAgo', { count: seconds })
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return say('time.minutesAgo', { count: minutes })
  const hours = Math.round(minutes / 60)
  return hours < 48 ? say('time.hoursAgo', { count: hours }) : say('time.daysAgo', { count: Math.round(hours / 24) })
}
