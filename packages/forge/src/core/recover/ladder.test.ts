import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { Budget } from '#model/budget.ts'
import type { Failure, FailureTag, TransportClass } from '#model/failure.ts'
import { failures } from '#testing/builders/index.ts'
import { chooseRung } from './ladder.ts'
import { backoffMs } from '#core/provider/waits.ts'
import type { SpentBudget, FailedPhase } from './failed-phase.ts'

const fresh: SpentBudget = { transport: 0, empty: 0, unchanged: 0, attempts: 0, revisions: 0 }

function trouble(failure: Failure, more: Partial<FailedPhase> = {}): FailedPhase {
  return {
    failure,
    spent: fresh,
    budget: Budget.parse({}),
    now: 1000,
    sendsBack: { to: 'maker', of: 'work', own: undefined },
    phase: 'implement',
    onFailure: 'again',
    ...more,
  }
}

it('an answer that was asked for again in its conversation is not asked for a third time', () => {
  const failure: Failure = { tag: 'invalid', errors: [raw('status')], asked: 'again' }
  expect(chooseRung(trouble(failure))).toMatchObject({ do: 'stop', remedy: { word: 'retry' } })
})

/** The first reaction, and the one once its counter is used up. One row per tag: a new tag is a compile error here. */
const table: Readonly<Record<FailureTag, readonly [first: object, spent: object]>> = {
  transport: [
    { do: 'retry', counts: 'transport' },
    { do: 'stop', remedy: { word: 'retry' } },
  ],
  quota: [{ do: 'wait' }, { do: 'wait' }],
  empty: [
    { do: 'retry', counts: 'empty', variant: 'simplified' },
    { do: 'stop', remedy: { word: 'retry' } },
  ],
  invalid: [
    { do: 'retry', counts: 'empty', variant: 'corrected' },
    { do: 'stop', remedy: { word: 'retry' } },
  ],
  crash: [
    { do: 'retry', counts: 'attempts', variant: 'plain' },
    { do: 'stop', remedy: { word: 'retry' } },
  ],
  timeout: [
    { do: 'retry', counts: 'attempts', variant: 'plain' },
    { do: 'stop', remedy: { word: 'retry' } },
  ],
  interrupted: [{ do: 'wait' }, { do: 'wait' }],
  ceiling: [{ do: 'wait' }, { do: 'wait' }],
  blocked: [{ do: 'stop', remedy: { word: 'reopen' } }, { do: 'stop' }],
  unmet: [
    { do: 'revise', counts: 'revisions' },
    { do: 'stop', remedy: { word: 'reopen' } },
  ],
  refused: [{ do: 'stop', remedy: { word: 'reopen' } }, { do: 'stop' }],
  conflict: [
    { do: 'revise', counts: 'revisions' },
    { do: 'stop', remedy: { word: 'reopen' } },
  ],
  moved: [
    { do: 'retry', counts: 'nothing' },
    { do: 'retry', counts: 'nothing' },
  ],
  outside: [{ do: 'stop', remedy: { word: 'reopen' } }, { do: 'stop' }],
  unavailable: [
    { do: 'retry', counts: 'attempts', wakeAt: 6000 },
    { do: 'stop', remedy: { word: 'retry' } },
  ],
  gate: [{ do: 'stop', remedy: { word: 'reopen', hint: 'write it' } }, { do: 'stop' }],
  locked: [
    { do: 'retry', counts: 'lockWaits', wakeAt: 5000 },
    { do: 'stop', remedy: { word: 'retry' } },
  ],
  disk: [
    { do: 'wait', wakeAt: 61_000 },
    { do: 'wait', wakeAt: 61_000 },
  ],
}

describe('the failure ladder', () => {
  it.each(Object.entries(table))(
    'U-16 after %s takes its rung, and another when that is used up',
    (tag, [first, spent]) => {
      const failure = failures[tag as FailureTag]
      expect(chooseRung(trouble(failure))).toMatchObject(first)
      const used: SpentBudget = { transport: 99, empty: 99, unchanged: 99, attempts: 99, revisions: 99, lockWaits: 99 }
      expect(chooseRung(trouble(failure, { spent: used }))).toMatchObject(spent)
    },
  )

  it('U-16 every rung gives a reason (U-31)', () => {
    for (const failure of Object.values(failures)) expect(chooseRung(trouble(failure)).reason).toSay(/\w+/)
  })

  it('U-05 counts to the number in the budget: 3 transport retries, 1 empty, 3 attempts, 3 revisions', () => {
    const doneWith = (failure: Failure, spent: Partial<SpentBudget>) =>
      chooseRung(trouble(failure, { spent: { ...fresh, ...spent } })).do
    expect([2, 3].map((transport) => doneWith(failures.transport, { transport }))).toEqual(['retry', 'stop'])
    expect([0, 1].map((empty) => doneWith(failures.empty, { empty }))).toEqual(['retry', 'stop'])
    expect([1, 2].map((attempts) => doneWith(failures.crash, { attempts }))).toEqual(['retry', 'stop'])
    expect([2, 3].map((attempts) => doneWith(failures.unavailable, { attempts }))).toEqual(['retry', 'stop'])
    expect([1, 2].map((revisions) => doneWith(failures.unmet, { revisions }))).toEqual(['revise', 'stop'])
  })

  it('U-05 a plan is sent back within its own budget', () => {
    const budget = Budget.parse({ planRounds: 5, revisions: 1 })
    const sendsBack = { to: 'maker', of: 'plan', own: undefined } as const
    const rung = chooseRung(trouble(failures.unmet, { budget, sendsBack, spent: { ...fresh, revisions: 3 } }))
    expect(rung).toMatchObject({ do: 'revise', counts: 'planRounds' })
  })

  it('U-16 what nobody can work on again stops', () => {
    expect(chooseRung(trouble(failures.unmet, { sendsBack: undefined })).do).toBe('stop')
  })

  it('U-16 (I-32) a rate limit spends nothing: the shared gate is waited for', () => {
    const limited: Failure = { tag: 'transport', class: 'rate-limit' }
    expect(chooseRung(trouble(limited, { spent: { ...fresh, transport: 99 } }))).toMatchObject({ do: 'wait' })
  })

  it('R-21 waits by class, capped so that the first tries stay quick', () => {
    const waits = (kind: TransportClass) => [0, 1, 2, 3, 9, 99].map((tries) => backoffMs(tries, kind))
    expect(waits('network')).toEqual([2000, 3000, 3000, 3000, 3000, 3000])
    expect(waits('server')).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(waits('stream')).toEqual([2000, 4000, 8000, 15_000, 15_000, 15_000])
    expect(waits('connection')).toEqual([2000, 4000, 8000, 15_000, 15_000, 15_000])
    expect(waits('rate-limit')).toEqual([2000, 4000, 8000, 16_000, 60_000, 60_000])
  })
})

describe('what an agent says', () => {
  it('D-10 is never what a failure is classified by: words of another class in its text change nothing', () => {
    const words = 'rate limit 429 quota exceeded network timeout context overflow permission denied'
    const said = (text: string): Failure[] => [
      { tag: 'blocked', text: raw(text) },
      { tag: 'blocked', text: raw(text), why: 'tooling' },
      { tag: 'refused', summary: raw(text) },
      { tag: 'unmet', summary: raw(text) },
      { tag: 'invalid', errors: [raw(text)] },
    ]
    const rungs = (text: string) => said(text).map((failure) => JSON.stringify(chooseRung(trouble(failure))))
    expect(rungs(words).map((rung) => rung.replaceAll(words, 'plain'))).toEqual(rungs('plain'))
  })
})
