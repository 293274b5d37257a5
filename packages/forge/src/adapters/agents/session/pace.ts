/**
 * Limits the rate of reports: at most one per kind per period, the newest; none is delayed for longer than a period.
 */
import type { Report } from '#model/attempt.ts'

export interface Pace {
  send(report: Report): void
  /** The session is over: sends what still waits, except usage, which the end reports itself. */
  finish(): void
}

export function createPace(reports: (report: Report) => void, everyMs: number): Pace {
  const waiting = new Map<Report['kind'], Report | undefined>()
  const timers = new Set<NodeJS.Timeout>()

  function release(kind: Report['kind']): void {
    const report = waiting.get(kind)
    waiting.delete(kind)
    if (report === undefined) return
    reports(report)
    hold(kind)
  }

  function hold(kind: Report['kind']): void {
    waiting.set(kind, undefined)
    const timer = setTimeout(() => {
      timers.delete(timer)
      release(kind)
    }, everyMs)
    timers.add(timer)
  }

  return {
    send(report) {
      if (waiting.has(report.kind)) return void waiting.set(report.kind, report)
      reports(report)
      hold(report.kind)
    },
    finish() {
      for (const timer of timers) clearTimeout(timer)
      for (const [kind, report] of waiting) if (report !== undefined && kind !== 'usage') reports(report)
      waiting.clear()
    },
  }
}
