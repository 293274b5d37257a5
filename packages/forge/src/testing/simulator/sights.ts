/** Which rare states a schedule reached (`rare.ts` names them): derived from each event before it enters the books. */
import { containsMessage } from '#messages/said.ts'
import type { Event, EventOf } from '#model/event.ts'
import { ask, type Asks, type Audit } from './books.ts'
import { shapes } from './shape.ts'

export function noteSights(audit: Audit, event: Event): void {
  for (const state of ask(sights, audit, event) ?? []) audit.machine.watch.reached(state)
}

/** Checks for rare states, by kind of event. */
const sights: Asks<readonly string[]> = {
  'run.resumed': ({ books }) => seen({ 'paused and resumed': books.journal.status === 'paused' }),
  'run.cancelled': ({ books }) => seen({ 'cancelled while agents ran': books.journal.open.size > 0 }),
  'run.begun': (_, { only }) => seen({ 'sprint begun with one task': only !== undefined }),
  'run.stopped': (_, { remedy, rule, reason }) =>
    seen({
      'run stopped at a ceiling': remedy.word === 'raise',
      'run stopped without an agent': rule === 'stop-without-agent',
      'run stopped at a foreign ref': containsMessage(reason, 'git.refMovedBySomebody'),
    }),
  'run.finished': (_, { reason }) =>
    seen({ 'unit held back by a stopped one': containsMessage(reason, 'state.blocked') }),
  'capacity.granted': (_, { floor }) => seen({ 'floor low': floor === 'low' }),
  'unit.stopped': (_, { reason }) =>
    seen({ 'unit stopped by its lifetime': containsMessage(reason, 'limit.unitLifeDispatches') }),
  'unit.reopened': () => ['unit reopened'],
  'unit.merged': ({ machine: { scenario } }) =>
    seen({ 'task of a sprint committed': scenario.shape === 'sprint', 'bug fixed': scenario.shape === 'bug' }),
  'base.synced'({ books }) {
    const units = [...books.journal.units.values()]
    return seen({
      'synced while units were at work': units.some(({ status }) => status === 'open') && books.journal.open.size > 0,
      'synced onto merged work': units.some(({ merged }) => merged !== undefined),
    })
  },
  'graph.changed': ({ books }, { drop, unit, replace }) =>
    seen({
      'approved unit dropped by a decision': drop.length > 0,
      'plans of several planners in one run': unit !== undefined && new Set([...books.planners, unit]).size > 1,
      'plan edited after approval': replace.length > 0,
    }),
  'question.answered': (_, { answer, key }) =>
    seen({ 'changed gates refused': answer === 'reject' && key.includes('/gate-changes#') }),
  'question.asked': (_, { question }) =>
    seen({
      'question about changed gates': question.about === 'gate-changes',
      'asked about what a plan drops': question.drops !== undefined,
    }),
  'command.refused': (_, { why }) =>
    seen({
      'approval of a changed plan refused': containsMessage(why, 'question.subjectChanged'),
      'merged id refused in an edited plan':
        containsMessage(why, 'unit.mergedStays') || containsMessage(why, 'plan.changesMergedUnit'),
      'question answered twice': containsMessage(why, 'question.notOpen'),
    }),
  'stop.intended': ({ books }, { rule }) =>
    seen({ 'unit replaced while it ran': books.journal.status === 'running' && rule === 'interrupt' }),
  'attempt.stale': () => ['stale outcome dropped'],
  'attempt.reported': (_, { report }) => seen({ 'lost performance performed again': report.kind === 'performance' }),
  'attempt.intended': (_, { path }) => seen({ 'verified again on a moved base': path.endsWith('/verify-merged') }),
  'attempt.finished': (_, { outcome }) =>
    seen({ 'merge conflict sent back': outcome.status === 'failed' && outcome.failure.tag === 'conflict' }),
  'verdict.given': (_, { raw }) =>
    seen({
      'plan inside the approved envelope': raw === 'inside the approved envelope',
      'plan sent back because a unit of it was merged': raw === 'overtaken',
    }),
  'recovery.chosen': recoverySights,
}

/** Counters of the vector that a batch must have spent. */
const spentStates: Readonly<Partial<Record<EventOf<'recovery.chosen'>['counts'], string>>> = {
  corrections: 'answer corrected',
  repairs: 'unit repaired by its maker',
  iterations: 'whole planned again',
  otherModels: 'other model asked',
  tiersUp: 'tier raised',
  lockWaits: 'lock waited for',
  unchanged: 'work came back unchanged',
}

function recoverySights({ machine }: Audit, { path, rung, counts }: EventOf<'recovery.chosen'>): readonly string[] {
  const { planner } = shapes[machine.scenario.shape]
  const spent = spentStates[counts]
  return [
    ...seen({
      'document judged and sent back': path.endsWith('/review-plan') && rung === 'revise',
      'plan sent back to its author': path.startsWith(`${planner}/`) && rung === 'revise',
    }),
    ...(spent === undefined ? [] : [spent]),
  ]
}

function seen(states: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(states).flatMap(([state, isSeen]) => (isSeen ? [state] : []))
}
