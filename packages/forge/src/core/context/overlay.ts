/**
 * A slice of the run around one unit, instead of an index that every agent would have to read (S0-23). JSON of at most
 * 1 kB; neighbouring units, which could be many, are left out one by one until it fits. If it still does not fit there
 * is no overlay: it helps, but nothing depends on it.
 */
import { canonicalJson } from '#model/canonical.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { defined } from '#model/defined.ts'
import { bytesOf } from './tokens.ts'

const mostBytes = 1024
const mostBeside = 20
const longestText = 160

export function overlayOf(state: RunState, unit: UnitState): string {
  const { spec } = unit
  const own = {
    unit: spec.id,
    title: short(spec.title),
    ...(spec.depends.length === 0 ? {} : { depends: spec.depends.map((id) => ({ id, status: statusOf(state, id) })) }),
    ...defined({ writes: spec.writes?.slice(0, 20) }),
    units: state.order.length,
  }
  const beside = besides(state, unit)
  for (let count = beside.length; count >= 0; count -= 1) {
    const text = canonicalJson(count === 0 ? own : { ...own, beside: beside.slice(0, count) })
    if (bytesOf(text) <= mostBytes) return text
  }
  return ''
}

function statusOf(state: RunState, id: string): string {
  const unit = state.units[id]
  if (unit === undefined) return 'unknown'
  return unit.merged === undefined ? unit.status : 'merged'
}

/** Units that are in work at the same time, so that their changes do not surprise the agent. */
function besides(state: RunState, unit: UnitState): readonly { id: string; title: string }[] {
  return state.order
    .flatMap((id) => state.units[id] ?? [])
    .filter((other) => other.spec.id !== unit.spec.id && other.status === 'open' && other.inWork)
    .slice(0, mostBeside)
    .map(({ spec }) => ({ id: spec.id, title: short(spec.title) }))
}

function short(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`
}
