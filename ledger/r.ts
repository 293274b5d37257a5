/** Plants of the rows R-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
  {
    id: 'R-01',
    module: 'core/lifecycle/task.ts',
    function: 'taskMoves.abandoned',
    replace: 'taskStates',
  },
  {
    id: 'R-21',
    module: 'core/provider/waits.ts',
    function: 'unsaidWaitMs',
    replace: "{ 'rate-limit': 60_000, quota: 3_600_000, network: 3000, stream: 1, server: 30_000, connection: 1 }",
  },
]

/** Proven rows that still lack a plant; this list only ever gets shorter. */
export const withoutPlant: readonly string[] = [
  'R-02',
  'R-03',
  'R-04',
  'R-05',
  'R-06',
  'R-08',
  'R-09',
  'R-12',
  'R-13',
  'R-14',
  'R-15',
  'R-16',
  'R-17',
  'R-18',

  'R-31',
  'R-39',
  'R-42',
  'R-43',
  'R-44',
  'R-45',
  'R-46',
  'R-47',
  'R-48',
]
