/** Recorded journals: one event per line as the log stores it, and beside it the digest of what it folds to. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCore } from '#core/next/core.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import type { RunState } from '#core/state/state.ts'
import { decodeEvent } from '#core/state/upcast.ts'
import { render } from '#messages/render.ts'
import type { Event } from '#model/event.ts'
import { hashOf } from '#model/digest.ts'

export const journalFolder = join(import.meta.dirname, '../fixtures/journals')

export function journalNames(): string[] {
  return readdirSync(journalFolder)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length))
    .toSorted()
}

export function readJournal(name: string): { lines: string[]; digest: string } {
  const text = readFileSync(join(journalFolder, `${name}.jsonl`), 'utf8')
  const digest = readFileSync(join(journalFolder, `${name}.digest`), 'utf8').trim()
  return { lines: text.split('\n').filter((line) => line !== ''), digest }
}

/** Decoded as the log would; a line that cannot be read is an error with its number. */
export function decodeLines(lines: readonly string[]): Event[] {
  return lines.map((line, index) => {
    const decoded = decodeEvent(line)
    if (!decoded.ok)
      throw new Error(`line ${index + 1}: ${decoded.failure.why}: ${render(decoded.failure.detail, 'en')}`)
    return decoded.value
  })
}

/**
 * What must stay true of a journal for ever, whatever fields the state gains: how the run stands, what it has done and
 * spent, and what it would do next.
 */
export function digestOf(events: readonly Event[]): string {
  const state = runCore.fold(runCore.initial('toy'), events)
  const { seq, now, status, outcome, reason, remedy, tip, specVersion: iteration, spent, order, limits } = state
  const units = order.map((id) => unitFacts(state, id))
  const open = runCore.open(state).map((command) => [command.kind, command.key])
  return hashOf({ seq, now, status, outcome, reason, remedy, tip, iteration, spent, limits, units, open })
}

function unitFacts(state: RunState, id: string): unknown {
  const unit = state.units[id]
  if (unit === undefined) return [id]
  const { status, stop, merged, head, candidate, plan, wakeAt, dispatches, activeMs, generation } = unit
  const phases = valuesByKey(unit.phases).map(({ lastAttempt: attempt, failedAttempts: attempts, revisions, last }) => [
    attempt,
    attempts,
    revisions,
    last?.verdict ?? null,
  ])
  return {
    id,
    status,
    stop,
    merged,
    head,
    candidate,
    plan: plan?.hash,
    wakeAt,
    dispatches,
    activeMs,
    generation,
    phases,
  }
}
