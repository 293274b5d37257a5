/** Builds that wait at a gate until they are interrupted, for the tests of signals. */
import type { ChildProcess } from 'node:child_process'
import { collect } from '../cli/stage.ts'
import { until } from '../processes/living.ts'
import type { Place } from './place.ts'

interface Building {
  readonly child: ChildProcess
  readonly ran: ReturnType<typeof collect>
}

/** A build that goes on until it is interrupted. */
export function buildIn(place: Place): Building {
  const child = place.start(['build', 'Open the shop', '--yes', '--allow-plan-commands'])
  return { child, ran: collect(child) }
}

/** The agent has printed, so it hangs now. */
export function untilAtWork(place: Place): Promise<void> {
  return until(async () => /shop implement #1 .* [1-9]\d* bytes/.test((await place.forge(['logs'])).out), 45_000)
}
