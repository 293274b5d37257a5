/** Plants of the rows C-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
  {
    id: 'C-09',
    module: 'core/next/rules-run.ts',
    function: 'haltAfterStop',
    replace: 'return undefined',
  },
  {
    id: 'C-01',
    module: 'core/rounds/rounds.ts',
    function: 'lastRound',
    find: 'own ?? budget[counts]',
    replace: 'own ?? 3',
  },
  {
    id: 'C-02',
    module: 'core/graph/position.ts',
    function: 'isSettled',
    find: "if (phase.effect === 'advisory' || phase.effect === 'defer')",
    replace: "if (phase.effect === 'defer')",
  },
  {
    id: 'C-04',
    module: 'core/graph/position.ts',
    function: 'subjectOf',
    find: 'unit.candidate?.tree : state.tip',
    replace: 'unit.head?.tree : state.tip',
  },
  {
    id: 'C-05',
    module: 'engine/perform/agent.ts',
    function: 'keepWork',
    find: '[`Forge-Attempt: ${at.key}`]',
    replace: '[]',
  },
  {
    id: 'C-06',
    module: 'core/route/sources.ts',
    function: 'routeSources',
    find: `{ level: 'phase', said: ofPhase ?? {} },
    { level: 'unit', said: ofUnit ?? {} },`,
    replace: `{ level: 'unit', said: ofUnit ?? {} },
    { level: 'phase', said: ofPhase ?? {} },`,
  },
  {
    id: 'C-07',
    module: 'core/schedule/ready.ts',
    function: 'claimHold',
    find: 'if (claimsCollide(claim, held))',
    replace: 'if (false)',
  },
  {
    id: 'C-10',
    module: 'core/next/rules-run.ts',
    function: 'haltAfterStop',
    find: "candidate.status === 'stopped' && state.spec?.templates[candidate.spec.template]?.onStop === 'halt',",
    replace: "candidate.status === 'stopped',",
  },
  {
    id: 'C-23',
    module: 'core/next/accept-command.ts',
    function: 'reopenFeedback',
    find: 'summary: raw(message.reason)',
    replace: "summary: raw('')",
  },
  {
    id: 'C-24',
    module: 'core/graph/position.ts',
    function: 'isSettled',
    find: "return phase.kind === 'check' && phases.some((other) => other.kind === 'check' && hasPassed(unit, other, judged))",
    replace: 'return false',
  },
]
