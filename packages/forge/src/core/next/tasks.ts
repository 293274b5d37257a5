/** The whole task of an attempt, made from the state: the performer needs nothing else. */
import type { Feedback, Task, TaskOf } from '#model/attempt.ts'
import type { Boundary } from '#model/boundary.ts'
import { defined } from '#model/defined.ts'
import { hashOf } from '#model/digest.ts'
import type { Document } from '#model/document.ts'
import type { Key } from '#model/ids.ts'
import type { AgentPhase } from '#model/phase.ts'
import { unreachable } from '#model/result.ts'
import type { Route } from '#model/route.ts'
import { taskContextOf } from '#core/context/task-context.ts'
import { artifactsAsked } from '#core/gates/preflight.ts'
import { phasesOf, type Position } from '#core/graph/position.ts'
import { routeRequestOf, routedAgent } from '#core/route/request.ts'
import { routeSources, limitsIn } from '#core/route/sources.ts'
import { routeOf } from '#core/route/route.ts'
import { openLane, type Lane } from '#core/schedule/accounts.ts'
import { termLines } from '#core/graph/unit-terms.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { conversationFor, type Next } from './conversation.ts'
import { inputOf } from './input.ts'
import { kept, titled } from './message-style.ts'

/** Undefined for kinds that no performer executes (`gate`, `ask`) or that have nothing to work on yet. */
export function taskOf(state: RunState, position: Position, key: Key): Task | undefined {
  const { unit, phase } = position
  switch (phase.kind) {
    case 'agent':
      return agentTask(state, position, phase, key)
    case 'check': {
      const commit =
        phase.on === 'head' ? unit.head?.commit : phase.on === 'candidate' ? unit.candidate?.commit : state.tip
      if (commit === undefined) return undefined
      const commands = [...unit.spec.verify, ...phase.commands]
      // Hooks exist for the commit that is about to be merged.
      const hooks = phase.on === 'candidate' && state.spec?.hooks === 'run' ? { hooks: 'run' as const } : {}
      return { do: 'check', unit: unit.spec.id, commit, commands, ...hooks }
    }
    case 'git':
      return phase.op === 'integrate' ? integrateTask(state, unit) : mergeTask(state, unit)
    case 'chore':
      return { do: 'remove-tree', unit: unit.spec.id, ...defined({ head: unit.head?.commit }) }
    case 'gate':
    case 'ask':
      return undefined
    default:
      return unreachable(phase)
  }
}

function agentTask(state: RunState, position: Position, phase: AgentPhase, key: Key): Task | undefined {
  const { unit } = position
  const { tip } = state
  if (tip === undefined) return undefined
  const lane = openLane(state, routedAgent(state, unit, phase)) ?? { account: state.spec?.account ?? 'default' }
  const routed = routeFor(state, unit, { phase, lane })
  const common = {
    role: phase.role,
    unit: unit.spec.id,
    nonce: hashOf([state.nonce ?? null, key]),
    account: lane.account,
    ...defined({ provider: lane.provider }),
    wallMs: phase.wallMs,
    idleMs: phase.idleMs,
    brief: briefFor(state, unit, phase),
    ...feedbackFor(unit, phase),
    ...documentsFor(unit, phase),
    variant: position.state.variant,
    ...defined({ errors: position.state.errors }),
    context: taskContextOf(state, position, phase),
    ...routed,
  }
  const next = { lane, agent: routed.route?.agent }
  const resumed = resumedBy(position, { ...next, start: undefined })
  if (phase.yields === 'plan') return { do: 'plan', ...common, ...resumed, base: tip }
  if (phase.yields === 'document') return { do: 'document', ...common, ...resumed, base: unit.head?.commit ?? tip }
  if (phase.yields === 'work') {
    const from = startOf(unit, phase, tip)
    return {
      do: 'work',
      ...common,
      ...resumedBy(position, { ...next, start: from.start }),
      softMs: softMsOf(unit),
      ...from,
      at: state.now,
      ...bounds(state),
      ...asked(state, unit),
      ...comparing(state, unit),
      ...subjectOf(kept(state.spec?.messages, unit.spec.id)),
    }
  }
  if (phase.judges !== undefined) return judgeOfDocument(unit, phase, { ...common, ...resumed, tip })
  if (unit.head === undefined) return undefined
  const criteria = unit.spec.acceptanceCriteria?.map(({ check }) => check)
  const { base, commit: head } = unit.head
  const words = Object.keys(phase.vocabulary).toSorted()
  return { do: 'judge', ...common, ...resumed, base, head, words, ...defined({ criteria }) }
}

function resumedBy(position: Position, next: Omit<Next, 'input'>): { resumes?: string } {
  if (position.judged === undefined) return {}
  const resumes = conversationFor(position.state, { ...next, input: inputOf(position.judged) })
  return defined({ resumes })
}

/** A document is judged with the tree that it is about: the work, or the tip while there is none. */
function judgeOfDocument(
  unit: UnitState,
  phase: AgentPhase,
  { tip, ...common }: Omit<TaskOf<'judge'>, 'do' | 'base' | 'head' | 'words' | 'judges'> & { tip: string },
): Task | undefined {
  if (phase.judges === undefined || unit.documents[phase.judges] === undefined) return undefined
  const at = unit.head?.commit ?? tip
  const words = Object.keys(phase.vocabulary).toSorted()
  return { do: 'judge', ...common, base: at, head: at, words, judges: phase.judges }
}

/**
 * Three times the expected time, a quarter of an hour at least: an idle agent has then died rather than being slow
 * (S3-15).
 */
function softMsOf({ spec }: UnitState): number {
  return Math.round(Math.max(15, spec.expectedMinutes * 3) * 60_000)
}

/** The brief of the agent: the unit's own text, or the request; and what the plan binds the unit to. */
function briefFor(state: RunState, { spec }: UnitState, phase: AgentPhase): string {
  const words = spec.brief === '' ? (state.spec?.request ?? '') : spec.brief
  if (phase.yields === 'plan') return words
  return [words, ...termLines(spec, phase.yields === 'verdict' ? 'judge' : 'author')].join('\n')
}

/** A worker gets the feedback for its phase; a judge gets the latest of the unit. */
function feedbackFor(unit: UnitState, phase: AgentPhase): { feedback?: Feedback } {
  const feedback = phase.yields === 'verdict' ? unit.lastFeedback : unit.feedbackByPhase[phase.name]
  return defined({ feedback })
}

function documentsFor(unit: UnitState, phase: AgentPhase): { documents?: Document[] } {
  const names = [...(phase.requires ?? []), ...(phase.judges === undefined ? [] : [phase.judges])]
  const documents = [...new Set(names)].flatMap((from): Document[] => {
    const written = unit.documents[from]
    return written === undefined ? [] : [{ from, hash: written.hash, text: written.text }]
  })
  return documents.length === 0 ? {} : { documents }
}

function bounds(state: RunState): { boundary?: Boundary } {
  const boundary = state.spec?.boundary
  return defined({ boundary })
}

/** The route, and the limits of it that bind the attempt itself. */
function routeFor(
  state: RunState,
  unit: UnitState,
  { phase, lane }: { readonly phase: AgentPhase; readonly lane: Lane },
): { route?: Route; wallMs?: number; idleMs?: number } {
  const routing = state.spec?.routing
  if (routing === undefined) return {}
  const asking = { ...routeRequestOf(unit, phase), instead: lane.instead }
  return { route: routeOf(routing, asking), ...limitsIn(routeSources(routing, asking)) }
}

/** Files that gates ask for are observed when the work has ended. */
function asked(state: RunState, unit: UnitState): { artifacts?: string[] } {
  const artifacts = [...artifactsAsked(state, unit)]
  return artifacts.length === 0 ? {} : { artifacts }
}

/** Where a human will be asked about guarded changes, lost tests are among them. */
function comparing(state: RunState, unit: UnitState): { tests?: 'compare' } {
  const isGuarded = (state.spec?.guarded ?? []).length > 0
  const asks = phasesOf(state, unit).some(
    (phase) => phase.kind === 'ask' && phase.about === 'gate-changes' && phase.effect !== 'off',
  )
  return isGuarded && asks ? { tests: 'compare' } : {}
}

/** Work continues from its own head; after a conflict it starts again on the tip it conflicted with. */
function startOf(unit: UnitState, phase: AgentPhase, tip: string): { base: string; start: string } {
  if (unit.head === undefined || unit.feedbackByPhase[phase.name]?.failure.tag === 'conflict')
    return { base: tip, start: tip }
  return { base: unit.head.base, start: unit.head.commit }
}

function integrateTask(state: RunState, unit: UnitState): Task | undefined {
  if (unit.head === undefined || state.tip === undefined) return undefined
  const { id, title } = unit.spec
  return {
    do: 'integrate',
    unit: id,
    title,
    head: unit.head.commit,
    tip: state.tip,
    trailer: trailerOf(state, unit),
    ...subjectOf(titled(state.spec?.messages, title)),
    at: state.now,
  }
}

function mergeTask(state: RunState, unit: UnitState): Task | undefined {
  if (unit.candidate === undefined) return undefined
  return {
    do: 'merge',
    unit: unit.spec.id,
    tip: unit.candidate.tip,
    commit: unit.candidate.commit,
    trailer: trailerOf(state, unit),
  }
}

function subjectOf(subject: string | undefined): { subject?: string } {
  return defined({ subject })
}

/** The line in a merge commit that identifies a merge: one per unit and generation. */
export function trailerOf(state: RunState, unit: UnitState): string {
  return `Forge-Merge: ${state.run}/${unit.spec.id}@${unit.generation}`
}
