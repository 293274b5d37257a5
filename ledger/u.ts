/** Plants of the rows U-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
  {
    id: 'U-06',
    module: 'core/next/directives.ts',
    function: 'heldByGates',
    find: "if (phase.effect === 'blocking')",
    replace: 'if (at > 0)',
  },
  {
    id: 'U-22',
    module: 'core/views/progress.ts',
    function: 'etaOf',
    find: 'const etaMinutes = Math.round(((minutes * taken) / expected / slots) * 10) / 10',
    replace: 'const etaMinutes = minutes * 0 + taken * 0 + slots * 0 + expected * 0 + 1',
  },
  {
    id: 'U-28',
    module: 'engine/perform/agent.ts',
    function: 'lookAtOwnFiles',
    replace: 'return []',
  },
  {
    id: 'U-30',
    module: 'surfaces/operations/perform.ts',
    function: 'performDeed',
    find: "deed.does === 'decides'",
    replace: "deed.does === 'decides' && deed.name !== 'init'",
  },
]

/** Proven rows that still lack a plant; this list only ever gets shorter. */
export const withoutPlant: readonly string[] = [
  'U-02',
  'U-03',
  'U-04',
  'U-05',
  'U-10',
  'U-12',
  'U-14',
  'U-18',
  'U-20',
  'U-21',
  'U-23',
  'U-24',
  'U-25',
  'U-31',
  'U-32',
]
