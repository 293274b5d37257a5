/** Plants of the rows C-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
  {
    id: 'C-09',
    module: 'core/next/rules-run.ts',
    function: 'haltAfterStop',
    replace: 'return undefined',
  },
]

/** Proven rows that still lack a plant; this list only ever gets shorter. */
export const withoutPlant: readonly string[] = ['C-01', 'C-02', 'C-04', 'C-05', 'C-06', 'C-07', 'C-10', 'C-23', 'C-24']
