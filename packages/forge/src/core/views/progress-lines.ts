/**
 * The progress of a run as lines that programs read (S0-15): time, agent, banner, status and a short detail, separated
 * by bars. A projection of the journal: there is no file to clear, to follow or to lose.
 */
import type { Event, EventOf } from '#model/event.ts'
import type { Key } from '#model/ids.ts'
import { nodePath, splitPath } from '#model/node-path.ts'
import type { RunSpec } from '#model/run.ts'
import { agentName } from './agent-name.ts'

export interface ProgressLine {
  readonly at: number
  readonly agent: string
  readonly banner: string
  readonly status: 'start' | 'progress' | 'done' | 'error'
  readonly detail: string
}

const longestDetail = 500

export function progressLinesOf(events: Iterable<Event>): readonly ProgressLine[] {
  const lines: ProgressLine[] = []
  const known = new Map<Key, Pick<ProgressLine, 'agent' | 'banner'>>()
  /** How often each phase was sent back, or sent back itself. */
  const rounds = new Map<string, number>()
  let badges: RunSpec['badges']
  const add = (at: number, key: Key, status: ProgressLine['status'], detail: string): void => {
    const who = known.get(key)
    if (who !== undefined) lines.push({ at, ...who, status, detail: oneLine(detail) })
  }
  for (const event of events) {
    if (event.type === 'run.created') ({ badges } = event.spec)
    if (event.type === 'recovery.chosen' && event.rung === 'revise') noteRound(rounds, event)
    if (event.type === 'graph.changed') for (const { id } of event.replace) forget(rounds, id)
    if (event.type === 'attempt.intended' && 'role' in event.task) {
      const [unit, phase] = splitPath(event.path)
      const { role, route } = event.task
      const badge = badges?.[role]
      const agent = agentName({ unit, noun: badge?.noun ?? role, phase, iteration: 1 + (rounds.get(event.path) ?? 0) })
      known.set(event.key, { agent, banner: badge?.banner ?? 'forge' })
      add(event.at, event.key, 'start', [route?.tier, route?.resolved ?? route?.model].filter(Boolean).join(' '))
    }
    if (event.type === 'attempt.reported') add(event.at, event.key, 'progress', event.report.kind)
    if (event.type === 'attempt.finished') {
      const { outcome } = event
      const isFailed = outcome.status === 'failed'
      add(event.at, event.key, isFailed ? 'error' : 'done', isFailed ? outcome.failure.tag : outcome.status)
    }
  }
  return lines
}

function noteRound(rounds: Map<string, number>, { path, target }: EventOf<'recovery.chosen'>): void {
  const [unit] = splitPath(path)
  for (const one of new Set([path, target === undefined ? path : nodePath(unit, target)]))
    rounds.set(one, (rounds.get(one) ?? 0) + 1)
}

/** A unit that a new plan replaced starts anew. */
function forget(rounds: Map<string, number>, unit: string): void {
  for (const path of rounds.keys()) if (splitPath(path)[0] === unit) rounds.delete(path)
}

/** A bar or a line end in a detail would be read as another field or another line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n|]+/g, ' ').slice(0, longestDetail)
}
