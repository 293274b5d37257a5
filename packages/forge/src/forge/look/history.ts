/** What a journal shows beyond the view of its run: loaded only for the questions that need it. */
import { verdictsIn, type GivenVerdict } from '#core/views/coverage.ts'
import { frictionOf, type Friction } from '#core/views/friction.ts'
import { gateUseOf, type GateUse } from '#core/views/gate-use.ts'
import { progressLinesOf, type ProgressLine } from '#core/views/progress-lines.ts'
import { reasonsIn, type Reason } from '#core/views/reasons.ts'
import type { ReadRun } from './run.ts'

/** Parts of a journal that only some questions need, each computed on demand. */
export interface History {
  reasons(unit: string | undefined): readonly Reason[]
  friction(): readonly Friction[]
  gateUse(): readonly GateUse[]
  progress(): readonly ProgressLine[]
  verdicts(): readonly GivenVerdict[]
}

export function historyOf({ state, entries }: ReadRun): History {
  const events = entries.map(({ event }) => event)
  return {
    reasons: (unit) => reasonsIn(entries, unit),
    friction: () => frictionOf(events),
    gateUse: () => gateUseOf(events),
    progress: () => progressLinesOf(events),
    verdicts: () => verdictsIn(state, events),
  }
}
