/** Plants of the rows S3-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
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
export const withoutPlant: readonly string[] = [
  'S3-01',
  'S3-05',
  'S3-06',
  'S3-07',
  'S3-08',
  'S3-09',
  'S3-10',
  'S3-12',
  'S3-14',
  'S3-16',
  'S3-17',
  'S3-18',
  'S3-20',
  'S3-28',
]
