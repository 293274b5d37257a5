/** The auditor's checks of accounts: nothing passes an active limit, and a full account is not used (I-32, S1-65). */
import type { Event, EventOf } from '#model/event.ts'
import type { Levels } from '#model/quota.ts'
import { ask, type Asks, type Audit, type ReportedLevel } from './books.ts'

export function noteAccounts(audit: Audit, event: Event): void {
  ask(accountAsks, audit, event)
}

const accountAsks: Asks<void> = {
  'limit.reported': (audit, { account, until }) => closeAccount(audit, account, until),
  'timer.fired'({ books }, { key }) {
    for (const [account, until] of books.gates) if (key.endsWith(`/${account}@${until}`)) books.gates.delete(account)
  },
  'attempt.reported'(audit, { at, report }) {
    if (report.kind !== 'windows') return
    for (const { window, percent } of report.windows) noteLevels(audit, report.account, { [window]: { percent, at } })
  },
  'capacity.granted'(audit, { slots, floor, gates, used = {} }) {
    audit.books.granted = slots
    audit.books.floor = floor
    for (const [account, until] of Object.entries(gates)) closeAccount(audit, account, until)
    for (const [account, levels] of Object.entries(used)) noteLevels(audit, account, levels)
  },
}

/** I-32: nothing passes a limit that a provider has reported, whether the engine noted it or not. */
export function auditAccountLimit(
  { books, machine }: Audit,
  event: EventOf<'attempt.intended'>,
  account: string,
): void {
  const isClosed = books.gates.has(account)
  const isLimited = event.at < (books.limited.get(account) ?? 0) && !machine.scenario.faults.has('clock-jump')
  auditLevels({ books, machine }, event, account)
  if (isClosed || isLimited) machine.watch.violated('I-32', `${event.path} dispatched through a closed gate`)
}

/** S1-65: an account that is surely nearly full is not used while the other one surely has more left. */
function auditLevels({ books, machine }: Audit, event: EventOf<'attempt.intended'>, account: string): void {
  if (!machine.scenario.fills) return
  const isFull = (name: string, levelOf: (level: ReportedLevel) => number): boolean =>
    [...books.levels].some(
      ([key, level]) => key.startsWith(`${name} `) && levelOf(level) >= 90 && event.at - level.at <= 120_000,
    )
  if (account === 'second') machine.watch.reached('left an account that is nearly full')
  const [isSurelyFull, mayBeFull] = [isFull('default', ({ least }) => least), isFull('second', ({ most }) => most)]
  if (account === 'default' && isSurelyFull && !mayBeFull && !books.gates.has('second'))
    machine.watch.violated('S1-65', `${event.path} dispatched with an account that is nearly full`)
}

/** What was reported last about how full the windows of accounts are. */
function noteLevels({ books }: Audit, account: string, levels: Levels): void {
  for (const [window, { percent, at }] of Object.entries(levels)) {
    const known = books.levels.get(`${account} ${window}`)
    if (known !== undefined && known.at > at) continue
    const others = known?.at === at ? [known.least, known.most] : []
    const range = { least: Math.min(percent, ...others), most: Math.max(percent, ...others), at }
    books.levels.set(`${account} ${window}`, range)
  }
}

function closeAccount({ books }: Audit, account: string, until: number): void {
  if (until > (books.gatesSeen.get(account) ?? 0)) {
    books.gates.set(account, until)
    books.gatesSeen.set(account, until)
  }
}
