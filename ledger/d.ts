/** Plants of the rows D-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
  {
    id: 'D-02',
    module: 'core/views/next.ts',
    function: 'stepOf',
    find: 'reached === undefined ? againStep(word, unit.spec.id, run) : raiseStep(run, reached)',
    replace: 'againStep(word, unit.spec.id, run)',
  },
  {
    id: 'D-10',
    module: 'core/recover/blocked.ts',
    function: 'onBlocked',
    find: 'switch (why)',
    replace: "switch (JSON.stringify(text).includes('overflow') ? 'overflow' : why)",
  },
  {
    id: 'D-01',
    module: 'core/route/cluster.ts',
    function: 'clusterOf',
    find: "if (heavy === undefined) return { kind: 'unknown' }",
    replace: "if (heavy === undefined) return { kind: 'single', model: 'one' }",
  },
  {
    id: 'D-03',
    module: 'core/graph/check.ts',
    function: 'checkPlan',
    find: 'if (cycle !== undefined)',
    replace: 'if (false)',
  },
  {
    id: 'D-04',
    module: 'core/next/input.ts',
    function: 'inputOf',
    replace: "return hashOf('the same')",
  },
  {
    id: 'D-06',
    module: 'engine/lease.ts',
    function: 'takeLease',
    find: '`run-${run}`',
    replace: '`run-${run}-${String(Math.random()).slice(2)}`',
  },
  {
    id: 'D-07',
    module: 'engine/perform/trees.ts',
    function: 'reachableFrom',
    replace: 'return commit',
  },
  {
    id: 'D-14',
    module: 'core/next/rules-graph.ts',
    function: 'gateFault',
    find: 'const strays = changed.filter((path) => !isCovered(path, declared))',
    replace: 'const strays: string[] = []',
  },
]
