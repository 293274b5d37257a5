/**
 * The position of a unit. A phase is settled when its last verdict passed and judged exactly the current input; the
 * first phase that is not settled is the position. Nothing is cleared or reset: only the input changes.
 */
import { hashOf } from '#model/digest.ts'
import type { AgentPhase, AskPhase, Phase } from '#model/phase.ts'
import { nodePath } from '#model/node-path.ts'
import type { NodePath } from '#model/ids.ts'
import type { UnitSpec } from '#model/unit.ts'
import { judgedTheSame } from '#model/same-judgement.ts'
import type { Judged } from '#model/verdict.ts'
import { changesGuardedPaths } from './guarded.ts'
import { freshPhase, type PhaseState, type RunState, type UnitState } from '#core/state/state.ts'

export interface Position {
  readonly unit: UnitState
  readonly phase: Phase
  readonly path: NodePath
  readonly state: PhaseState
  /** What the phase would judge now; undefined when there is nothing yet to judge. */
  readonly judged: Judged | undefined
}

export function phasesOf(state: RunState, unit: UnitState): readonly Phase[] {
  return state.spec?.templates[unit.spec.template]?.phases ?? []
}

/** Whether an agent of this unit changes a tree. */
export function doesWork(state: RunState, spec: UnitSpec): boolean {
  const phases = state.spec?.templates[spec.template]?.phases ?? []
  return phases.some((phase) => phase.kind === 'agent' && phase.yields === 'work')
}

export function phaseState(unit: UnitState, name: string): PhaseState {
  return unit.phases[name] ?? freshPhase
}

/** The first phase of an open unit that is not settled; undefined when all are. */
export function positionOf(state: RunState, unit: UnitState): Position | undefined {
  const phases = phasesOf(state, unit)
  for (let index = sealedBy(unit, phases); index < phases.length; index += 1) {
    const phase = phases[index] as Phase
    if (phase.effect === 'off') continue
    const judged = judgedNow(state, unit, phase)
    if (isSettled(unit, phase, judged, phases) || hasNothingToAsk(state, unit, phase)) continue
    return { unit, phase, path: nodePath(unit.spec.id, phase.name), state: phaseState(unit, phase.name), judged }
  }
  return undefined
}

/** Merged work is final: phases up to the merge never run again. */
function sealedBy(unit: UnitState, phases: readonly Phase[]): number {
  if (unit.merged === undefined) return 0
  return phases.findIndex((phase) => phase.kind === 'git' && phase.op === 'merge') + 1
}

function isSettled(unit: UnitState, phase: Phase, judged: Judged | undefined, phases: readonly Phase[]): boolean {
  if (judged === undefined) return false
  const last = unit.phases[phase.name]?.last
  if (last !== undefined && judgedTheSame(last.judged, judged)) {
    if (last.verdict === 'pass') return true
    if (phase.effect === 'advisory' || phase.effect === 'defer') return last.verdict !== 'none' || last.handled
  }
  return phase.kind === 'check' && phases.some((other) => other.kind === 'check' && hasPassed(unit, other, judged))
}

/** Work without guarded changes raises no question about them. */
function hasNothingToAsk(state: RunState, unit: UnitState, phase: Phase): boolean {
  if (phase.kind !== 'ask' || phase.about !== 'gate-changes') return false
  return unit.head !== undefined && !changesGuardedPaths(state, unit)
}

/** A check that passed on the same tree with the same commands is the same fact, whichever phase ran it. */
function hasPassed(unit: UnitState, phase: Phase, judged: Judged): boolean {
  const last = unit.phases[phase.name]?.last
  return last?.verdict === 'pass' && judgedTheSame(last.judged, judged)
}

/** What a phase would judge, given what is there now (architecture 3: verdicts carry what they judged). */
export function judgedNow(state: RunState, unit: UnitState, phase: Phase): Judged | undefined {
  const subject = subjectOf(state, unit, phase)
  const definition = state.definitions[`${unit.spec.template}/${phase.name}`]
  const environment = environmentFor(state, phase)
  if (subject === undefined || definition === undefined || environment === undefined) return undefined
  return { subject, definition, environment, prompt: promptOf(unit, phase) }
}

/**
 * Checks depend on the environment of this machine. An agent that reads or writes has seen the same tree on every
 * machine.
 */
function environmentFor({ spec, environment }: RunState, { kind }: Phase): string | undefined {
  return kind === 'check' ? (environment ?? spec?.environment) : spec?.environment
}

function subjectOf(state: RunState, unit: UnitState, phase: Phase): string | undefined {
  switch (phase.kind) {
    case 'agent':
      if (phase.yields !== 'verdict') return requiredBy(state, unit, phase)
      return phase.judges === undefined ? unit.head?.commit : unit.documents[phase.judges]?.hash
    case 'check':
      if (phase.on === 'head') return unit.head?.tree
      return phase.on === 'candidate' ? unit.candidate?.tree : state.tip
    case 'gate':
      return unit.head?.commit
    case 'ask':
      return askSubject(unit, phase)
    case 'git':
      return phase.op === 'integrate' ? integrateSubject(unit, state.tip) : unit.candidate?.commit
    case 'chore':
      return unit.merged?.commit ?? unit.head?.commit ?? ''
  }
}

/** The inputs of a phase that exist; empty when it needs none, undefined while one is missing. */
function requiredBy(state: RunState, unit: UnitState, phase: AgentPhase): string | undefined {
  const phases = phasesOf(state, unit)
  const found = (phase.requires ?? []).map((name) => {
    const maker = phases.find((other) => other.name === name)
    if (maker === undefined || maker.effect === 'off') return ''
    return maker.kind === 'agent' && maker.yields === 'work' ? unit.head?.commit : unit.documents[name]?.hash
  })
  if (found.includes(undefined)) return undefined
  return found.length > 1 ? hashOf(found) : (found[0] ?? '')
}

function askSubject(unit: UnitState, phase: AskPhase): string | undefined {
  switch (phase.about) {
    case 'plan':
      return unit.plan?.hash
    case 'document':
      return unit.documents[phase.judges ?? '']?.hash
    case 'work':
      return unit.head?.commit
    case 'gate-changes':
      return unit.head?.tree
  }
}

export function integrateSubject(unit: UnitState, tip: string | undefined): string | undefined {
  return unit.head === undefined || tip === undefined ? undefined : `${unit.head.commit}+${tip}`
}

function promptOf(unit: UnitState, phase: Phase): string {
  if (phase.kind === 'check') return unit.hash
  if (phase.kind !== 'agent') return ''
  return phase.yields === 'verdict' ? unit.hash : `${unit.hash}.${unit.feedbackByPhase[phase.name]?.chain ?? '-'}`
}
