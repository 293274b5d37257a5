/** Which account the next agent uses: the run's own, or the next one whose gate is open (S1-66, I-32). */
import type { RunState } from '#core/state/state.ts'

/** In the order in which they are moved to. */
export function accountsOf({ spec }: RunState): readonly string[] {
  return [...new Set([spec?.account ?? 'default', ...(spec?.accounts ?? [])])]
}

/** Undefined while the gates of all of them are closed. */
export function openAccount(state: RunState): string | undefined {
  return accountsOf(state).find((account) => state.capacity.gates[account] === undefined)
}

/** The gate that opens first, while none is open. */
export function firstGate(state: RunState): { readonly account: string; readonly until: number } | undefined {
  if (openAccount(state) !== undefined) return undefined
  return accountsOf(state)
    .map((account) => ({ account, until: state.capacity.gates[account] ?? 0 }))
    .toSorted((one, other) => one.until - other.until)[0]
}
