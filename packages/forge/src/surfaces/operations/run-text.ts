/** Texts about runs that several operations use: states, money, time, and which process acts next. */
import { say, type Said } from '#messages/said.ts'
import { isoTime } from '#model/iso-time.ts'
import { isStep, step, type NextStep } from '#model/next.ts'
import { unreachable } from '#model/result.ts'
import type { RunSummary, RunView } from '#model/view.ts'
import type { Span } from './text/line.ts'
import { inFormat, styledText, textOf } from './text/message.ts'

/** The status of a run, in one or two words, with its tone. */
export function statusTextOf(run: Pick<RunSummary, 'status' | 'outcome' | 'questions' | 'landed'>): Span {
  switch (run.status) {
    case 'finished':
      if (run.outcome === 'done')
        return styledText(run.landed === null ? 'standing.done' : 'standing.landed', {}, 'good')
      return run.outcome === 'failed'
        ? styledText('standing.failed', {}, 'bad')
        : styledText('standing.cancelled', {}, 'dim')
    case 'running':
      return run.questions > 0 ? styledText('standing.waits', {}, 'warn') : styledText('standing.running', {}, 'strong')
    case 'stopped':
      return styledText('standing.stopped', {}, 'bad')
    case 'paused':
      return styledText('standing.paused', {}, 'warn')
    case 'cancelling':
      return styledText('standing.cancelling', {}, 'warn')
    case 'absent':
      return styledText('standing.unstarted', {}, 'dim')
    default:
      return unreachable(run.status)
  }
}

/** Which commit was landed, on which branch, and when. */
export function landedText({ branch, commit, at }: NonNullable<RunSummary['landed']>): string {
  return textOf('landed.where', { branch, commit: commit.slice(0, 12), time: isoTime(at) })
}

/** Next steps for the user, without those that this surface has just shown itself. */
export function nextBut({ next }: Pick<RunView, 'next'>, ...shown: readonly string[]): readonly NextStep[] {
  return next.filter((one) => !isStep(one) || !shown.includes(one.operation))
}

/** Which process will act on a queued command, and the next step if there is none. */
export function whoActs(run: string, standing: 'driven' | 'alone'): { text: Said; next: NextStep } {
  return standing === 'driven'
    ? { text: say('process.running'), next: step('status', { run }) }
    : { text: say('process.none'), next: step('resume', { run }) }
}

/** Money that a user set, such as a limit. What was spent is `spentMoney`. */
export function money(micros: number): string {
  return inFormat().money(micros)
}

export interface SpentMoney {
  readonly costMicros: number
  /** Absent: the provider or agent reported all of it. */
  readonly estimatedMicros?: number | undefined
}

/** `~` means that Forge estimated some of it from tokens. */
export function spentMoney({ costMicros, estimatedMicros = 0 }: SpentMoney): string {
  return `${estimatedMicros > 0 ? '~' : ''}${money(costMicros)}`
}

/** The first items of a list, and how many more there are. */
export function listed(texts: readonly string[], most: number): string {
  const some = texts.slice(0, most).join(', ')
  return texts.length <= most ? some : textOf('list.more', { some, count: texts.length - most })
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
