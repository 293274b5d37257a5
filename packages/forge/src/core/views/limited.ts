/** The limits of money and tokens of a run, and how closely they can be held: Forge counts what passes its meter before it is spent. */
import type { Event } from '#model/event.ts'
import type { RunState } from '#core/state/state.ts'
import { tokensOf } from '#model/tokens.ts'

export interface LimitedView {
  readonly costMicros?: number
  readonly tokens?: number
  /** `between-attempts`: some agent uses a login of its own, and says what it used only afterwards. */
  readonly checked: 'before-requests' | 'between-attempts'
}

/** Undefined: neither is limited, or nobody has used anything yet. */
export function limitedOf({ limits }: RunState, events: readonly Event[]): LimitedView | undefined {
  const { costMicros, tokens } = limits
  if (costMicros === undefined && tokens === undefined) return undefined
  const used = events.flatMap((event) =>
    event.type === 'attempt.finished' && tokensOf(event.usage) > 0 ? [event.usage.source] : [],
  )
  if (used.length === 0) return undefined
  return {
    ...(costMicros === undefined ? {} : { costMicros }),
    ...(tokens === undefined ? {} : { tokens }),
    checked: used.every((source) => source === 'metered') ? 'before-requests' : 'between-attempts',
  }
}
