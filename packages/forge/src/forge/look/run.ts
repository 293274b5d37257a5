/** One run, read whole and folded. */
import { fold } from '#core/state/apply.ts'
import { initialState, type RunState } from '#core/state/state.ts'
import type { Entry, Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Refusal } from '#forge/refusal.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'

export interface ReadRun {
  readonly run: string
  readonly entries: readonly Entry<Event>[]
  readonly state: RunState
}

export async function readRun(log: Log<Event>, run: string): Promise<Result<ReadRun, Refusal>> {
  const entries = await log.read(run, 0)
  if (!entries.ok) return failed(journalRefusal(entries.failure))
  const events = entries.value.map(({ event }) => event)
  return success({ run, entries: entries.value, state: fold(initialState(run), events) })
}
