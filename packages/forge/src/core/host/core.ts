/** The host stream's reducer: claims, limits and floors in; a grant per run out whenever its share changes. */
import type { Command } from '#model/command.ts'
import { defined } from '#model/defined.ts'
import type { HostEvent, HostMessage } from '#model/host.ts'
import { canonicalJson } from '#model/canonical.ts'
import { unreachable } from '#model/result.ts'
import type { Core } from '#core/next/core.ts'
import { freshUsed, isEmpty, isNews, newsIn, type UsedByAccount } from '#core/state/levels.ts'
import { accountLimits, contestedOf, shareSlots } from './grants.ts'
import { applyHost, foldHost, initialHost, type HostRun, type HostState } from './state.ts'

function factOf(message: HostMessage): HostEvent {
  const { at } = message
  switch (message.type) {
    case 'configure':
      return { type: 'host.configured', v: 1, at, slots: message.slots }
    case 'claim':
      return {
        type: 'run.claimed',
        v: 1,
        at,
        run: message.run,
        key: message.key,
        slots: message.slots,
        writes: message.writes,
      }
    case 'limited':
      return { type: 'account.limited', v: 1, at, account: message.account, until: message.until }
    case 'filled':
      return { type: 'account.filled', v: 1, at, account: message.account, levels: message.levels }
    case 'floor':
      return { type: 'floor.changed', v: 1, at, level: message.level }
    default:
      return unreachable(message)
  }
}

/** Claims are numbered per run; one that is not newer is ignored. So are levels that are known. */
function isOvertaken(state: HostState, message: HostMessage): boolean {
  if (message.type === 'filled') return isEmpty(newsIn(message.levels, state.used?.[message.account]))
  if (message.type !== 'claim') return false
  const known = state.runs[message.run]
  return known !== undefined && claimNumber(message.key) <= claimNumber(known.key)
}

function claimNumber(key: string): number {
  return Number(/@(\d+)$/.exec(key)?.[1] ?? 0)
}

function nextGrant(state: HostState): HostEvent | undefined {
  const shares = shareSlots(state)
  const gates = accountLimits(state)
  const used = freshUsed(state.used ?? {}, state.now)
  const told = Object.keys(used).length === 0 ? {} : { used }
  for (const run of state.order) {
    const entry = state.runs[run] as HostRun
    const due = {
      slots: shares.get(run) ?? 0,
      contested: contestedOf(state, run),
      gates,
      ...told,
      floor: state.floor,
      answers: entry.key,
    }
    if (entry.granted !== undefined && isSame(entry.granted, due)) continue
    return { type: 'grant.changed', v: 1, at: state.now, run, serial: state.grants + 1, ...due }
  }
  return undefined
}

type Due = {
  slots: number
  contested: readonly string[]
  gates: Record<string, number>
  used?: UsedByAccount
  floor: string
  answers: string
}

/** An expired limit is no change: runs wait for it by their own timer. */
function isSame(granted: NonNullable<HostRun['granted']>, due: Due): boolean {
  const news = Object.entries(due.gates).some(([account, until]) => (granted.gates[account] ?? 0) < until)
  return (
    !news &&
    !isNews(due.used ?? {}, granted.used ?? {}) &&
    granted.slots === due.slots &&
    granted.floor === due.floor &&
    granted.answers === due.answers &&
    canonicalJson(granted.contested) === canonicalJson(due.contested)
  )
}

function step(state: HostState, message: HostMessage): readonly HostEvent[] {
  try {
    if (isOvertaken(state, message)) return []
    const draft: HostState = { ...state, runs: { ...state.runs }, accounts: { ...state.accounts } }
    const events: HostEvent[] = []
    for (let event: HostEvent | undefined = factOf(message); event !== undefined; event = nextGrant(draft)) {
      if (events.length > 10_000) throw new Error('no end of grants')
      applyHost(draft, event)
      events.push(event)
    }
    return events
  } catch (error) {
    return [
      { type: 'message.rejected', v: 1, at: message.at, message: message.id, error: String(error).slice(0, 4000) },
    ]
  }
}

/** Grants stay offered; posting one again is the same message to the run. */
function open(state: HostState): readonly Command[] {
  return state.order.flatMap((run): Command[] => {
    const granted = state.runs[run]?.granted
    if (granted === undefined) return []
    const { answers, used, ...rest } = granted
    const grant = {
      ...rest,
      ...defined({ used, answers }),
    }
    return [{ kind: 'grant', key: `host/grant/${run}@${rest.serial}`, run, grant }]
  })
}

export const hostCore: Core<HostState, HostMessage, HostEvent> = {
  initial: () => initialHost(),
  step,
  fold: foldHost,
  open,
}
