/**
 * Evaluates the gates of a phase for the current unit: recorded facts, and nothing that an agent says (S0-26, R-05).
 */
import type { Failure } from '#model/failure.ts'
import type { Gate } from '#model/gate.ts'
import { judgedTheSame } from '#model/same-judgement.ts'
import type { Json } from '#model/json.ts'
import type { Phase } from '#model/phase.ts'
import type { Vocabulary } from '#model/vocabulary.ts'
import { judgedNow, phasesOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { evaluateGate } from './evaluate.ts'
import { artifactPaths, type GateFacts, type KnownVerdict } from './facts.ts'
import { readField } from './fields.ts'
import { runFacts, unitFacts, type Facts } from './standing.ts'
import { statusIn } from './status.ts'

/** Why a phase may not start, or which output is missing; undefined when everything holds. */
export function gateFailure(
  state: RunState,
  unit: UnitState,
  name: string,
  when: Gate['when'],
): Extract<Failure, { tag: 'gate' }> | undefined {
  const phase = phasesOf(state, unit).find((candidate) => candidate.name === name)
  const directives = when === 'preflight' ? phase?.gates : phase?.outputs
  if (directives === undefined || directives.length === 0) return undefined
  const evaluated = evaluateGate({ when, phase: name, directives }, gateFactsOf(state, unit))
  if (evaluated.result === 'holds') return undefined
  return { tag: 'gate', when, result: evaluated.result, objections: [...evaluated.objections] }
}

/** The path under which gates see the document of a phase; undefined when the preset has no place for documents. */
function documentPath(state: RunState, unit: UnitState, phase: string): string | undefined {
  const values: Readonly<Record<string, string>> = { ...valuesOf(state, unit), PHASE: phase.toUpperCase() }
  return state.spec?.vocabulary?.documents.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

export function gateFactsOf(state: RunState, unit: UnitState): GateFacts {
  const phases = phasesOf(state, unit)
  return {
    values: valuesOf(state, unit),
    record: recordsOf(state, unit),
    phases: phases.map(({ name }) => name),
    verdicts: Object.fromEntries(phases.map((phase) => [phase.name, verdictOf(state, unit, phase)])),
    artifacts: Object.fromEntries([
      ...(unit.head?.artifacts ?? []).map(({ path, bytes }) => [path, bytes === null ? missing : file(bytes)] as const),
      ...phases
        .filter((phase) => phase.kind === 'agent' && phase.yields === 'document')
        .flatMap(({ name }) => {
          const [path, written] = [documentPath(state, unit, name), unit.documents[name]]
          return path === undefined ? [] : [[path, written === undefined ? missing : file(written.bytes)] as const]
        }),
    ]),
  }
}

/** The values of placeholders: what the preset has for them, with the ids of the run and of the unit. */
function valuesOf(state: RunState, { spec: { id } }: UnitState): Readonly<Record<string, string>> {
  const { placeholders = {} } = state.spec?.vocabulary ?? {}
  const filled = (text: string): string => text.replaceAll('{run}', state.run).replaceAll('{unit}', id)
  return Object.fromEntries(Object.entries(placeholders).map(([name, text]) => [name, filled(text)]))
}

/** The records that the preset has for gates; without any, the facts under their own names. */
function recordsOf(state: RunState, unit: UnitState): Facts {
  const facts = { ...runFacts(state), ...unitFacts(state, unit) }
  const { vocabulary } = state.spec ?? {}
  if (vocabulary === undefined) return facts
  const known = { ...facts, status: statusesOf(vocabulary, facts) }
  return Object.fromEntries(
    Object.entries(vocabulary.records).map(([name, fields]) => [
      name,
      Object.fromEntries(Object.entries(fields).flatMap(([field, path]) => fieldOf(field, path, known))),
    ]),
  )
}

function statusesOf({ statuses }: Vocabulary, facts: Facts): { readonly [name: string]: Json } {
  const words = Object.entries(statuses).map(([name, table]) => [name, statusIn(table, facts)?.is ?? null])
  return Object.fromEntries(words)
}

/** A field of a fact that does not exist is missing here: a gate that reads it is misconfigured. */
function fieldOf(field: string, path: string, facts: Facts): readonly (readonly [string, Json])[] {
  const value = readField(path, facts)
  return value.ok ? [[field, value.value]] : []
}

/** Files of the unit's tree that some gate of it asks for: Forge observes them after each work of the unit. */
export function artifactsAsked(state: RunState, unit: UnitState): readonly string[] {
  const phases = phasesOf(state, unit)
  const documents = new Set<string | undefined>(phases.map(({ name }) => documentPath(state, unit, name)))
  const gates = phases.flatMap(({ name, gates: before = [], outputs = [] }): Gate[] => [
    { when: 'preflight', phase: name, directives: before },
    { when: 'postflight', phase: name, directives: outputs },
  ])
  return artifactPaths(gates, valuesOf(state, unit))
    .filter((path) => !documents.has(path))
    .slice(0, 100)
}

const missing = { seen: 'missing' } as const

function file(bytes: number): { readonly seen: 'file'; readonly bytes: number } {
  return { seen: 'file', bytes }
}

/** The verdict that counts now: given on exactly the current input. */
function verdictOf(state: RunState, unit: UnitState, phase: Phase): KnownVerdict {
  const last = unit.phases[phase.name]?.last
  const judged = judgedNow(state, unit, phase)
  if (last === undefined || judged === undefined || !judgedTheSame(last.judged, judged)) return 'n/a'
  if (last.verdict === 'pass') return 'approved'
  return last.verdict === 'revise' ? 'revision' : 'unknown'
}
