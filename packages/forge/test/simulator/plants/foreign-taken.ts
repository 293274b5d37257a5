/** Plant: wherever the integration ref is found, that is taken for what the journal meant. */
import type { Oid } from '#model/ids.ts'
import type { RunState } from '#core/state/state.ts'
import type { TipCheck } from '#core/tip/expected-tip.ts'

export * from '#core/tip/expected-tip.ts'

export function tipCheckOf({ tip }: RunState, found: Oid): TipCheck {
  return found === tip ? 'expected' : 'promised'
}

export function isForeignAtPublishing(): boolean {
  return false
}
