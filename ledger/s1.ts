/** Plants of the rows S1-…: what removes each capability. How to write one: AGENTS.md, "The ledger". */
import type { Plant } from '../scripts/ledger/plant.ts'

export const plants: readonly Plant[] = [
  {
    id: 'S1-30',
    module: 'core/route/tier-models.ts',
    function: 'modelOfTier',
    find: 'if (configured !== undefined)',
    replace: 'if (false)',
  },
  {
    id: 'S1-54',
    module: 'core/recover/retry.ts',
    function: 'onTransport',
    find: 'wakeAt: now + retryWaitMs(failure, spent.transport),',
    replace: '',
  },
  {
    id: 'S1-56',
    module: 'core/recover/blocked.ts',
    function: 'onBlocked',
    find: "blocked(why, say('recovery.toolDoesNotWorkBecause', { why: short }))",
    replace: "blocked('unknown', say('recovery.agentBlockedBecause', { why: short }))",
  },
  {
    id: 'S1-65',
    module: 'core/schedule/accounts.ts',
    function: 'nearlyFull',
    find: 'fresh.toSorted(([, one], [, other]) => other.percent - one.percent)',
    replace: 'fresh',
  },
  {
    id: 'S1-66',
    module: 'forge/drive/loop.ts',
    function: 'tellLimit',
    find: 'if (minutes < 5) return',
    replace: 'if (minutes < 5000) return',
  },
]
