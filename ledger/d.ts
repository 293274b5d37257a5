/** Plants of the rows D-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
  {
    id: 'D-10',
    module: 'core/recover/blocked.ts',
    function: 'onBlocked',
    find: "if (why === 'overflow')",
    replace: "if (why === 'overflow' || text.includes('overflow'))",
  },
]

/** Proven rows that still lack a plant; this list only ever gets shorter. */
export const withoutPlant: readonly string[] = ['D-01', 'D-02', 'D-03', 'D-04', 'D-06', 'D-07', 'D-14']
