/** Plant: an attempt that was cut off at a limit of the run stops its unit for good. */
import { raw } from '#messages/said.ts'
import { chooseRung as production } from '#core/recover/ladder.ts'
import { stop, type Rung, type FailedPhase } from '#core/recover/failed-phase.ts'

export * from '#core/recover/ladder.ts'

export function chooseRung(trouble: FailedPhase): Rung {
  return trouble.failure.tag === 'ceiling'
    ? stop(raw('other attempts have used up what the run may spend'), 'reopen')
    : production(trouble)
}
