/**
 * The limits of money and tokens of a run, and how strictly they can be held: Forge counts requests through its meter
 * before they are spent.
 */
import type { Event } from '#model/event.ts'
import type { RunState } from '#core/state/state.ts'
import { tokensOf } from '#model/tokens.ts'
import type { RunView } from '#model/view.ts'

/** Undefined: neither is limited, or no agent has used anything yet. */
export function limitedOf({ limits }: RunState, events: readonly Event[]): RunView['limits'] {
  const { costMicros, tokens } = limits
  if (costMicros === undefined && tokens === undefined) return undefined
  const used = events.flatMap((event) =>
    event.type === 'attempt.finished' && tokensOf(event.usage) > 0 ? [event.usage.source] : [],
  )
  if (used.length === 0) return undefined
  return {
    costMicros,
    tokens,
    checked: used.every((source) => source === 'metered') ? 'before-requests' : 'between-attempts',
  }
}
