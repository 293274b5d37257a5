/**
 * Perform once by key. A record under the key is durable before anything starts, and again before the outcome is
 * posted. On resume: a recorded outcome is posted; otherwise the remaining processes of the lost performance are killed
 * and the SAME attempt is performed again as its next performance. Two overlapping performances are harmless: one
 * outcome is stale.
 */
import { boundedOutcome, boundedReport } from '#core/next/outcome-bounds.ts'
import type { Command } from '#model/command.ts'
import { defined } from '#model/defined.ts'
import type { Key } from '#model/ids.ts'
import { boundedUsage } from '#model/bounded-usage.ts'
import type { PerformanceRecord } from '#engine/ports.ts'
import { failedWith, type Performed, type Performing, type PerformContext } from './perform-context.ts'
import { protocols } from './protocols.ts'

export type AttemptCommand = Extract<Command, { kind: 'attempt' }>

export async function performAttempt(
  site: PerformContext,
  command: AttemptCommand,
  stopped: AbortSignal,
): Promise<void> {
  const { key, task } = command
  const known = await site.world.records.read(key)
  if (known?.end !== undefined) return postEnd(site, key, known)
  const performance = (known?.performance ?? 0) + 1
  const begun: PerformanceRecord = {
    performance,
    ...defined({ session: known?.session }),
  }
  await site.world.records.write(key, begun)
  if (performance > 1) await sweepLost(site, key, performance)
  const startedAt = site.world.clock.monotonic()
  const notes = createNotes(site, key, begun)
  // A merge of a lost performance is final: Forge looks for it even when the attempt is no longer wanted (I-26).
  const done =
    stopped.aborted && task.do !== 'merge'
      ? failedWith({ tag: 'interrupted' })
      : await protocols(task)({ ...performing(site, notes), stopped })
  await notes.written()
  const record = recordOf(site, performance, startedAt, {
    outcome: boundedOutcome(done.outcome),
    usage: boundedUsage(done.usage),
  })
  await site.world.records.write(key, record)
  await postEnd(site, key, record)
}

/** No process of the lost performance may be alive when the next one starts. */
async function sweepLost(site: PerformContext, key: Key, performance: number): Promise<void> {
  await site.world.processes.sweep(key)
  await site.post({
    type: 'attempt.reported',
    id: `${key}.${performance}:performance`,
    at: site.world.clock.wall(),
    key,
    report: { kind: 'performance', performance },
  })
}

interface Notes {
  readonly key: Key
  readonly begun: PerformanceRecord
  /** Durable before the end of the attempt: a recorded conversation can be resumed after a crash. */
  session(session: string): void
  written(): Promise<void>
}

function createNotes(site: PerformContext, key: Key, begun: PerformanceRecord): Notes {
  let last: Promise<void> = Promise.resolve()
  return {
    key,
    begun,
    session(session) {
      last = last.then(() => site.world.records.write(key, { ...begun, session }))
    },
    written: () => last,
  }
}

function performing(site: PerformContext, notes: Notes): Omit<Performing, 'stopped'> {
  const { key, begun } = notes
  const { performance } = begun
  let reports = 0
  return {
    site,
    key,
    performance,
    ...defined({ session: begun.session }),
    report(report) {
      const bounded = boundedReport(report)
      if (bounded === undefined) return
      reports += 1
      if (report.kind === 'session') notes.session(report.session)
      void site.post({
        type: 'attempt.reported',
        id: `${key}.${performance}:report-${reports}`,
        at: site.world.clock.wall(),
        key,
        report: bounded,
      })
    },
  }
}

function recordOf(site: PerformContext, performance: number, startedAt: number, done: Performed): PerformanceRecord {
  const durationMs = Math.max(0, Math.round(site.world.clock.monotonic() - startedAt))
  return { performance, end: { outcome: done.outcome, usage: done.usage, durationMs } }
}

async function postEnd(site: PerformContext, key: Key, record: PerformanceRecord): Promise<void> {
  if (record.end === undefined) return
  const { outcome, usage, durationMs } = record.end
  const { performance } = record
  await site.post({
    type: 'attempt.finished',
    id: `${key}.${performance}:end`,
    at: site.world.clock.wall(),
    key,
    performance,
    outcome,
    usage,
    durationMs,
  })
}
