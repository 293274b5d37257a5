/**
 * The steps that remain once a redaction has rewritten the journal, and their execution. They need no secret: the
 * journal keeps them from the rewriting transaction until all are done, so the next redaction or driver finishes them.
 */
import { z } from 'zod'
import { readRest } from '#forge/place/store.ts'
import { hostRun } from '#engine/host.ts'
import type { LeaseRefusal } from '#engine/lease.ts'
import type { Locks } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import { Principal } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Places } from '#forge/place/places.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import type { RedactSteps } from './steps.ts'

export const Rest = z.strictObject({
  /** Of the message to each run. */
  id: z.string(),
  at: z.number(),
  by: Principal,
  journal: z.array(z.strictObject({ run: z.string(), events: z.number(), count: z.number() })),
  /** All files outside the journal that held it. */
  files: z.array(z.strictObject({ path: z.string(), count: z.number() })),
  records: z.array(z.strictObject({ path: z.string(), place: z.string(), text: z.string() })),
  /** Paths of blobs with old content. */
  blobs: z.array(z.string()),
})
export type Rest = z.output<typeof Rest>

export interface RestParts {
  readonly places: Places
  readonly locks: Locks
  readonly now: () => number
}

/** Finishes an interrupted redaction. Undefined: there was none. */
export async function finishRest(parts: RestParts, steps: RedactSteps): Promise<Result<Rest | undefined, Refusal>> {
  const left = readRest(parts.places.journal)
  if (!left.ok) return failed(journalRefusal(left.failure))
  if (left.value === undefined) return success(undefined)
  const rest = Rest.parse(JSON.parse(left.value))
  const settled = await settleFiles(rest, steps)
  if (!settled.ok) return settled
  const noted = await noteAll(rest, steps)
  return noted.ok ? success(rest) : noted
}

/** For a driver: never while another redaction runs. */
export async function finishInterrupted(parts: RestParts, steps: RedactSteps): Promise<Result<undefined, Refusal>> {
  const left = readRest(parts.places.journal)
  if (!left.ok) return failed(journalRefusal(left.failure))
  if (left.value === undefined) return success(undefined)
  const finished = await aloneRedacting(parts, () => finishRest(parts, steps))
  return finished.ok ? success(undefined) : finished
}

/** One redaction at a time, including finishing one. */
export async function aloneRedacting<T>(
  { locks, now }: RestParts,
  use: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const lock = await locks.acquire('redact', { pid: process.pid, since: now(), does: 'redact' })
  if (!lock.ok)
    return failed({
      ...refusal('held', say('secret.anotherForgeRedacts'), say('hint.waitForItsEnd')),
      exit: 'held',
    })
  try {
    return await use()
  } finally {
    await lock.value.release()
  }
}

/** Only while no process drives a run. */
export async function settleFiles(rest: Rest, steps: RedactSteps): Promise<Result<undefined, Refusal>> {
  const packed = await steps.packJournal()
  if (!packed.ok) return failed(journalRefusal(packed.failure))
  for (const { path, place, text } of rest.records) {
    await steps.writeRecord(place, text)
    if (place !== path) await steps.removeFile(path)
  }
  for (const path of rest.blobs) await steps.removeFile(path)
  return success(undefined)
}

/** Records with each run that held the secret how often and by whom, never the value. Then nothing remains. */
export async function noteAll(rest: Rest, steps: RedactSteps): Promise<Result<undefined, Refusal>> {
  const { id, at, by } = rest
  for (const { run, count } of rest.journal.filter((one) => one.run !== hostRun)) {
    const noted = await steps.note(run, { type: 'redact', id, at, by, count })
    if (!noted.ok) return failed(noteRefusal(run, noted.failure))
  }
  const forgotten = await steps.forgetRest()
  return forgotten.ok ? success(undefined) : failed(journalRefusal(forgotten.failure))
}

function noteRefusal(run: string, failure: LeaseRefusal): Refusal {
  if (failure.why !== 'held') return journalRefusal(failure)
  return refusal('held', say('secret.notRecordedInRun', { run }), say('hint.redactAgain'))
}
