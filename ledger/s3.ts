/** Plants of the rows S3-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
  {
    id: 'S3-01',
    module: 'surfaces/operations/driving.ts',
    function: 'drive',
    find: "talk.say(saying('run.named', { version, run: id }))",
    replace: '',
  },
  {
    id: 'S3-05',
    module: 'core/graph/warnings.ts',
    function: 'planWarnings',
    find: 'units.length > 7',
    replace: 'units.length > 70',
  },
  {
    id: 'S3-06',
    module: 'surfaces/operations/plan-lines.ts',
    function: 'renderPlan',
    find: "...warnings.map((warning): Line => [toned('bad', '! '), recorded(warning)]),",
    replace: '',
  },
  {
    id: 'S3-07',
    module: 'surfaces/operations/plan-lines.ts',
    function: 'renderPlan',
    find: "order === 'parallel'",
    replace: 'false',
  },
  {
    id: 'S3-08',
    module: 'surfaces/operations/asking.ts',
    function: 'modifyWords',
    replace: 'new Set<string>()',
  },
  {
    id: 'S3-09',
    module: 'engine/actor.ts',
    function: 'makeTurn',
    find: 'turn: { events, ...',
    replace: "turn: { events: events.filter((event) => event.type !== 'unit.merged'), ...",
  },
  {
    id: 'S3-10',
    module: 'core/schedule/ready.ts',
    function: 'claimHold',
    find: "state.spec?.strategy === 'sequential' && held.length > 0",
    replace: 'held.length > 0',
  },
  {
    id: 'S3-12',
    module: 'core/views/news.ts',
    function: 'tellers',
    find: `    endNote(after, { unit, how: 'merged', checks }),
    progressNote(after),`,
    replace: "    endNote(after, { unit, how: 'merged', checks }),",
  },
  {
    id: 'S3-14',
    module: 'core/next/tasks.ts',
    function: 'agentTask',
    find: 'const { tip } = state',
    replace: 'const tip = state.spec?.base',
  },
  {
    id: 'S3-16',
    module: 'adapters/git/snapshot.ts',
    function: 'listFiles',
    find: "'--modified', ",
    replace: '',
  },
  {
    id: 'S3-17',
    module: 'core/next/rules-run.ts',
    function: 'haltAfterStop',
    find: "candidate.status === 'stopped' && state.spec?.templates[candidate.spec.template]?.onStop === 'halt',",
    replace: "candidate.status === 'stopped',",
  },
  {
    id: 'S3-18',
    module: 'presets/build.yaml',
    find: '{ name: verify-merged, kind: check, on: candidate }',
    replace: '{ name: verify-merged, kind: check, on: head }',
  },
  {
    id: 'S3-20',
    module: 'core/verdict/judge.ts',
    function: 'judgeErrors',
    find: 'errors.length === 0',
    replace: 'errors.length >= 0',
  },
  {
    id: 'S3-28',
    module: 'core/views/news.ts',
    function: 'tellers',
    find: "{ note: 'blocked', unit, title: titleOf(after, unit), reason: stopText({ reason, failure }) },",
    replace: '',
  },
  {
    id: 'S3-02',
    module: 'surfaces/operations/beginning.ts',
    function: 'dayMs',
    replace: '86_400_000_000',
  },
  {
    id: 'S3-15',
    module: 'engine/perform/deadline.ts',
    function: 'superviseSession',
    find: 'session.lastSign(), limits)',
    replace: 'session.lastSign(), { wallMs: limits.wallMs, idleMs: limits.idleMs })',
  },
  {
    id: 'S3-34',
    module: 'core/state/apply-unit.ts',
    function: 'applyGraph',
    find: '...(old === undefined ? {} : { triedBefore: triesOf(old) }),',
    replace: '',
  },
]

/** Proven rows that still lack a plant; this list only ever gets shorter. */
export const withoutPlant: readonly string[] = []
