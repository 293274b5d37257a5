/**
 * Does a gate hold? Every directive is evaluated, so that all failures are reported at once.
 *
 * 1. A gate holds only when every directive does; what cannot be decided is misconfigured or failed, never held.
 * 2. Misconfigured outweighs failed: a gate that cannot be evaluated says nothing about the unit.
 */
import { say, type Said } from '#messages/said.ts'
import type { Directive, Gate, GateCode, Objection } from '#model/gate.ts'
import { unreachable } from '#model/result.ts'
import { meant } from './faults.ts'
import { fillPath, type ArtifactFact, type GateFacts } from './facts.ts'
import { holdsFor, readField, showValue } from './fields.ts'
import { printDirective } from './print.ts'
import { remedyFor } from './remedies.ts'

export type GateResult =
  | { readonly result: 'holds' }
  | { readonly result: 'failed'; readonly objections: readonly Objection[] }
  | { readonly result: 'misconfigured'; readonly objections: readonly Objection[] }

/** One directive with the fact it was compared with. */
export interface DirectiveCheck {
  readonly directive: string
  readonly saw: Said
  readonly objection?: Objection
}

export function evaluateGate(gate: Gate, facts: GateFacts): GateResult {
  const objections = checkGate(gate, facts).flatMap(({ objection }) => objection ?? [])
  if (objections.length === 0) return { result: 'holds' }
  const misconfigured = objections.filter(({ code }) => code === 'misconfigured')
  return misconfigured.length > 0
    ? { result: 'misconfigured', objections: misconfigured }
    : { result: 'failed', objections }
}

/** Every directive with its observed fact, for `forge gate check`. */
export function checkGate(gate: Gate, facts: GateFacts): readonly DirectiveCheck[] {
  return gate.directives.map((directive) => {
    const seen = lookAt(directive, gate, facts)
    const text = printDirective(directive)
    if (seen.code === undefined) return { directive: text, saw: seen.saw }
    const remedy = remedyFor(seen.code, { directive, phase: gate.phase, path: seen.path })
    return { directive: text, saw: seen.saw, objection: { directive: text, code: seen.code, reason: seen.saw, remedy } }
  })
}

interface Seen {
  readonly saw: Said
  readonly code?: GateCode | 'misconfigured'
  /** The file concerned. */
  readonly path?: string
}

function lookAt(directive: Directive, gate: Gate, facts: GateFacts): Seen {
  switch (directive.kind) {
    case 'artifact':
      return lookAtArtifact(directive, gate, facts)
    case 'require':
    case 'forbid':
      return lookAtField(directive, facts)
    case 'after':
      return lookAtVerdict(directive, facts)
    default:
      return unreachable(directive)
  }
}

function lookAtArtifact(directive: Extract<Directive, { kind: 'artifact' }>, gate: Gate, facts: GateFacts): Seen {
  const path = fillPath(directive.path, facts.values)
  if (!path.ok) return { saw: path.failure, code: 'misconfigured' }
  const file: ArtifactFact | undefined = Object.hasOwn(facts.artifacts, path.value)
    ? facts.artifacts[path.value]
    : undefined
  const isOutput = gate.when === 'postflight'
  const of = { path: path.value }
  if (file === undefined)
    return { saw: say('gate.nobodyLookedAtPath', { path: path.value }), code: 'tool-error', ...of }
  if (file.seen === 'unreadable')
    return { saw: say('path.fileCannotBeRead', { file: path.value, code: file.why }), code: 'tool-error', ...of }
  if (file.seen === 'missing')
    return {
      saw: say('path.notThere', { path: path.value }),
      code: isOutput ? 'output-missing' : 'artifact-missing',
      ...of,
    }
  const saw = say('path.hasBytes', { path: path.value, bytes: file.bytes })
  if (file.bytes >= (directive.min ?? 1)) return { saw }
  return {
    saw: say('gate.fewerBytesThanLeast', { saw, least: directive.min ?? 1 }),
    code: isOutput ? 'output-stub' : 'artifact-stub',
    ...of,
  }
}

function lookAtField(directive: Extract<Directive, { kind: 'require' | 'forbid' }>, facts: GateFacts): Seen {
  const value = readField(directive.field, facts.record)
  if (!value.ok) return { saw: value.failure, code: 'misconfigured' }
  const saw = say('gate.fieldIsValue', { field: directive.field, value: showValue(value.value) })
  const holds = holdsFor(directive.condition, value.value)
  if (directive.kind === 'require') return holds ? { saw } : { saw, code: 'require-failed' }
  return holds ? { saw, code: 'forbidden' } : { saw }
}

function lookAtVerdict(directive: Extract<Directive, { kind: 'after' }>, facts: GateFacts): Seen {
  const { phase, verdict } = directive
  if (!facts.phases.includes(phase))
    return {
      saw: say('gate.pipelineHasNoPhase', { phase, hint: meant(phase, facts.phases), known: facts.phases.join(', ') }),
      code: 'misconfigured',
    }
  const given = (Object.hasOwn(facts.verdicts, phase) ? facts.verdicts[phase] : undefined) ?? 'n/a'
  const saw =
    given === 'n/a' ? say('gate.phaseHasNoVerdict', { phase }) : say('gate.phaseSaidVerdict', { phase, verdict: given })
  return given === verdict ? { saw } : { saw, code: 'after-failed' }
}
