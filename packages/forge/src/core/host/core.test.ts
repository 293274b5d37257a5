import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HostEvent, type HostMessage } from '#model/host.ts'
import { canonicalJson } from '#model/canonical.ts'
import { hostCore } from './core.ts'
import type { HostState } from './state.ts'

const runs = ['r1', 'r2', 'r3', 'r4'] as const

type Said = HostMessage extends infer M ? (M extends HostMessage ? Omit<M, 'id' | 'at'> : never) : never

const paths = fc.uniqueArray(fc.constantFrom('a', 'a/x', 'b', 'c/'), { maxLength: 3 })
const claim = fc.record({
  type: fc.constant('claim' as const),
  run: fc.constantFrom(...runs),
  number: fc.nat(12),
  slots: fc.nat(4),
  writes: paths,
})
const said: fc.Arbitrary<Said> = fc.oneof(
  { weight: 6, arbitrary: claim.map(({ number, ...rest }) => ({ ...rest, key: `${rest.run}/claim@${number}` })) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('configure' as const), slots: fc.integer({ min: 1, max: 8 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('limited' as const),
      account: fc.constantFrom('x', 'y'),
      until: fc.nat(3000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ account: fc.constantFrom('x', 'y'), window: fc.constantFrom('5h', '7d'), percent: fc.nat(100) })
      .map(({ account, window, percent }) => ({
        type: 'filled' as const,
        account,
        levels: { [window]: { percent, at: percent * 40 } },
      })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('floor' as const),
      level: fc.constantFrom('ok' as const, 'low' as const),
    }),
  },
)

interface Turn {
  readonly message: HostMessage
  readonly before: HostState
  readonly events: readonly HostEvent[]
  readonly after: HostState
}

function playHost(words: readonly Said[]): Turn[] {
  let state = hostCore.initial('host')
  return words.map((word, index) => {
    const before = state
    const message: HostMessage = { ...word, id: `m${index}`, at: index * 100 }
    const events = hostCore.step(before, message)
    state = hostCore.fold(before, events)
    return { message, before, events, after: state }
  })
}

function everyTurn(holds: (turn: Turn) => void): void {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 40 }), (words) => {
      for (const turn of playHost(words)) holds(turn)
    }),
    { numRuns: 150 },
  )
}

/** The slots in total: as configured, and at least one for each run that asks. */
const slotsIn = ({ slots, runs: known }: HostState): number =>
  Math.max(slots, Object.values(known).filter((run) => run.slots > 0).length)

const grants = (state: HostState) =>
  state.order.flatMap((run) =>
    state.runs[run]?.granted === undefined ? [] : [[run, state.runs[run].granted] as const],
  )

describe('the host stream', () => {
  it('U-09 a run that asks always has a slot: those that wait for an answer starve nobody', () => {
    const claims = ['a', 'b', 'c'].map((run): Said => ({
      type: 'claim',
      run,
      key: `${run}/claim@1`,
      slots: 3,
      writes: [],
    }))
    const after = playHost([{ type: 'configure', slots: 2 }, ...claims]).at(-1)?.after ?? hostCore.initial('host')
    expect(grants(after).map(([run, { slots }]) => [run, slots])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ])
  })

  it('U-09 (I-16) never gives away more slots than there are, nor more than a run asked for', () => {
    everyTurn(({ after }) => {
      expect(grants(after).reduce((sum, [, { slots }]) => sum + slots, 0)).toBeLessThanOrEqual(slotsIn(after))
      for (const [run, { slots }] of grants(after)) expect(slots).toBeLessThanOrEqual(after.runs[run]?.slots ?? 0)
    })
  })

  it('U-09 is fair: nobody gets a second slot more than somebody who still wants one, and none stays idle', () => {
    everyTurn(({ after }) => {
      const all = grants(after)
      const wanting = all.filter(([run, { slots }]) => slots < (after.runs[run]?.slots ?? 0))
      const most = Math.max(0, ...all.map(([, { slots }]) => slots))
      for (const [, { slots }] of wanting) expect(most - slots).toBeLessThanOrEqual(1)
      const used = all.reduce((sum, [, { slots }]) => sum + slots, 0)
      if (wanting.length > 0) expect(used).toBe(slotsIn(after))
    })
  })

  it('U-09 (I-32) a gate only ever extends, whatever is told later', () => {
    everyTurn(({ before, after }) => {
      for (const [account, until] of Object.entries(before.accounts))
        expect(after.accounts[account]).toBeGreaterThanOrEqual(until)
    })
  })

  it('U-09 (I-32) every run that is there knows of a gate that is closed', () => {
    everyTurn(({ message, after }) => {
      if (message.type !== 'limited' || message.until <= after.now) return
      for (const [, { gates }] of grants(after)) expect(gates[message.account]).toBeGreaterThanOrEqual(message.until)
    })
  })

  const filled = (percent: number, at: number): Said => ({
    type: 'filled',
    account: 'x',
    levels: { '5h': { percent, at } },
  })
  const claimOf = (run: string): Said => ({ type: 'claim', run, key: `${run}/claim@1`, slots: 1, writes: [] })
  const toldTo = (turn: Turn | undefined, run: string) => turn?.after.runs[run]?.granted?.used

  it('S1-65 how full an account is, told by one run, is known to the next with its first grant, unless it is too old', () => {
    const soon = playHost([claimOf('r1'), filled(95, 100), claimOf('r2')])
    expect(toldTo(soon.at(-1), 'r2')).toEqual({ x: { '5h': { percent: 95, at: 100 } } })
    const words: Said[] = Array.from({ length: 1202 }, () => ({ type: 'floor', level: 'ok' }))
    const late = playHost([claimOf('r1'), filled(95, 100), ...words, claimOf('r2')])
    expect(late.at(-1)?.after.runs['r2']?.granted?.answers).toBe('r2/claim@1')
    expect(toldTo(late.at(-1), 'r2')).toBeUndefined()
  })

  it('S1-65 runs that are there hear another figure at once, the same one again only before it is too old', () => {
    const grantsIn = (turn: Turn | undefined) => turn?.events.filter(({ type }) => type === 'grant.changed').length
    const turns = playHost([claimOf('r1'), claimOf('r2'), filled(80, 10), filled(80.5, 20), filled(91, 30)])
    expect(turns.slice(2).map(grantsIn)).toEqual([2, 0, 2])
    expect(toldTo(turns.at(-1), 'r1')).toEqual({ x: { '5h': { percent: 91, at: 30 } } })
    const again = playHost([claimOf('r1'), filled(80, 10), filled(80, 50_000), filled(80, 70_000), filled(60, 69_000)])
    expect(again.slice(1).map(grantsIn)).toEqual([1, 0, 1, 0])
    expect(again.at(-1)?.events).toEqual([])
  })

  it('R-29 a claim that was overtaken by a later one says nothing any more', () => {
    everyTurn(({ message, before, events }) => {
      if (message.type !== 'claim') return
      const number = (key: string): number => Number(key.split('@')[1])
      const known = before.runs[message.run]
      if (known !== undefined && number(message.key) <= number(known.key)) expect(events).toEqual([])
      else expect(events[0]).toMatchObject({ type: 'run.claimed', key: message.key })
    })
  })

  it('R-29 a path belongs to the run that claimed it first; the later one is told that it is contested', () => {
    const claimed = (run: string, writes: string[]): Said => ({
      type: 'claim',
      run,
      key: `${run}/claim@1`,
      slots: 1,
      writes,
    })
    const [, second] = playHost([claimed('r1', ['src/']), claimed('r2', ['src/a.ts', 'docs/'])])
    expect(second?.after.runs['r1']?.granted?.contested).toEqual([])
    expect(second?.after.runs['r2']?.granted?.contested).toEqual(['src/a.ts'])
  })

  it('R-29 every claim is answered with its own key', () => {
    everyTurn(({ message, events, after }) => {
      if (message.type !== 'claim' || events.length === 0) return
      const granted = after.runs[message.run]?.granted
      if (after.runs[message.run] !== undefined) expect(granted?.answers).toBe(message.key)
    })
  })

  it('U-09 newer grants have higher numbers, and a grant is given only when something changes', () => {
    everyTurn(({ before, events }) => {
      let serial = before.grants
      for (const event of events) {
        if (event.type !== 'grant.changed') continue
        expect(event.serial).toBe(serial + 1)
        serial = event.serial
      }
    })
  })

  it('U-12 is total, repeatable, free of the order of keys, and the same in any portions', () => {
    everyTurn(({ before, message, events, after }) => {
      for (const event of events) expect(HostEvent.parse(event).type).not.toBe('message.rejected')
      const stored = JSON.parse(canonicalJson(before)) as HostState
      expect(canonicalJson(hostCore.step(stored, message))).toBe(canonicalJson(events))
      let parts = before
      for (const event of events) parts = hostCore.fold(parts, [event])
      expect(canonicalJson(parts)).toBe(canonicalJson(after))
    })
  })

  it('U-12 a message that comes again changes no grant', () => {
    everyTurn(({ after, message }) => {
      const again = hostCore.fold(after, hostCore.step(after, message))
      expect(hostCore.open(again)).toEqual(hostCore.open(after))
    })
  })

  it('U-12 is bounded by living runs: those that left are forgotten', () => {
    const words = Array.from({ length: 200 }, (_, index): Said[] => {
      const run = `run-${index}`
      const base = { type: 'claim' as const, run }
      return [
        { ...base, key: `${run}/claim@1`, slots: 2, writes: ['a'] },
        { ...base, key: `${run}/claim@2`, slots: 0, writes: [] },
      ]
    }).flat()
    const last = playHost(words).at(-1)
    expect(last?.after.order.length).toBeLessThanOrEqual(25)
    expect(Object.keys(last?.after.runs ?? {}).length).toBe(last?.after.order.length)
  })
})
