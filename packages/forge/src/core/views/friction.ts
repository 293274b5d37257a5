/**
 * Friction of a run (S0-44): reported by agents, or observed by Forge itself. The second kind is read from the events
 * that record it anyway: a program that could not be started, an answer that did not fit, a refused command, unreported
 * usage. Nothing is stored twice, so the two cannot diverge.
 */
import { raw, say, several, truncated, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event, EventOf } from '#model/event.ts'
import type { FrictionWord } from '#model/friction.ts'
import type { Key } from '#model/ids.ts'
import { splitPath } from '#model/node-path.ts'
import { tokensOf } from '#model/tokens.ts'

export interface Friction {
  readonly at: number
  readonly source: 'agent' | 'forge'
  readonly workflow: string
  readonly persona: string
  readonly issue: FrictionWord
  readonly subkind?: FrictionWord
  readonly evidence?: Said
  readonly key?: Key
  readonly model?: string
}

interface FrictionFilter {
  readonly role: string
  readonly phase: string
  readonly model: string | undefined
}

/** Forge reports for itself under one name. */
const own = { source: 'forge', persona: 'orchestrator', workflow: 'orchestrate' } as const

export function frictionOf(events: Iterable<Event>): readonly Friction[] {
  const asked = new Map<Key, FrictionFilter>()
  const found: Friction[] = []
  for (const event of events) {
    if (event.type === 'attempt.intended') noteAsked(asked, event)
    if (event.type === 'attempt.reported' && event.report.kind === 'session') {
      const known = asked.get(event.key)
      if (known !== undefined) asked.set(event.key, { ...known, model: event.report.model ?? known.model })
    }
    if (event.type === 'friction.noted') {
      const { at, key, workflow, persona, issue, subkind, evidence } = event
      const model = asked.get(key)?.model
      found.push({
        at,
        source: 'agent',
        key,
        workflow,
        persona,
        issue,
        ...defined({ subkind }),
        ...(evidence === undefined ? {} : { evidence: raw(evidence) }),
        ...defined({ model }),
      })
    }
    found.push(...ofForge(event, asked))
  }
  return found
}

function noteAsked(asked: Map<Key, FrictionFilter>, { key, path, task }: EventOf<'attempt.intended'>): void {
  if (!('role' in task)) return
  const [, phase] = splitPath(path)
  asked.set(key, { role: task.role, phase, model: task.route?.resolved ?? task.route?.model })
}

function ofForge(event: Event, asked: ReadonlyMap<Key, FrictionFilter>): Friction[] {
  const { at } = event
  if (event.type === 'command.refused') {
    const { word, why } = event
    return [{ ...own, at, issue: 'x_word_refused', evidence: truncated(say('event.word', { word, why }), 1000) }]
  }
  if (event.type === 'verdict.given' && event.verdict === 'none' && event.failure?.tag === 'invalid') {
    const known = asked.get(event.key)
    if (known === undefined) return []
    return [
      {
        ...own,
        at,
        key: event.key,
        issue: 'x_verdict_malformed',
        evidence: truncated(several(event.failure.errors), 1000),
      },
    ]
  }
  if (event.type !== 'attempt.finished' || !asked.has(event.key)) return []
  const { key, outcome, usage } = event
  if (outcome.status === 'failed')
    return outcome.failure.tag === 'unavailable'
      ? [{ ...own, at, key, issue: 'x_spawn_failed', evidence: truncated(outcome.failure.what, 1000) }]
      : []
  return tokensOf(usage) === 0 ? [{ ...own, at, key, issue: 'x_usage_missing' }] : []
}
