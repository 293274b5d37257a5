/** Contract of the data beside the entries: queued messages, the summary row, timers. */
import assert from 'node:assert/strict'
import { journalBytes } from '#model/bounds.ts'
import type { ContractKit } from './kit.ts'
import type { MakeHarness } from './log-harness.ts'
import { append, claimed, granted, inRoom, stopIn, turnOf } from './log-harness.ts'

type Blocks = Pick<ContractKit, 'describe' | 'it'>

export function inboxContract({ describe, it }: Blocks, makeHarness: MakeHarness): void {
  describe('inbox', () => {
    it(
      'a message left before the run exists waits for it, also across a restart',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        granted(await log.leave('run-a', { id: 'm1', body: { answer: 'yes', list: [1, null] } }))
        await log.close()
        const again = await open()
        await claimed(again, 'run-a')
        assert.deepEqual(granted(await again.inbox('run-a')), [{ id: 'm1', body: { answer: 'yes', list: [1, null] } }])
        assert.deepEqual(granted(await again.inbox('run-b')), [])
      }),
    )
    it(
      'I-10 messages keep their order, and the same id is the same message',
      inRoom(makeHarness, async ({ open }) => {
        const [log, other] = [await open(), await open()]
        for (const [where, id] of [
          [log, 'm3'],
          [other, 'm1'],
          [log, 'm2'],
          [other, 'm3'],
        ] as const) {
          granted(await where.leave('run-a', { id, body: where === log ? 'log' : 'other' }))
        }
        const waiting = granted(await other.inbox('run-a'))
        assert.deepEqual(
          waiting.map(({ id, body }) => [id, body]),
          [
            ['m3', 'log'],
            ['m1', 'other'],
            ['m2', 'log'],
          ],
        )
      }),
    )
    it(
      'I-10 a turn takes its message out, in the same step; left again, it does not come back',
      inRoom(makeHarness, async ({ open }) => {
        const [log, other] = [await open(), await open()]
        const writer = await claimed(log, 'run-a')
        for (const id of ['m1', 'm2']) granted(await other.leave('run-a', { id, body: null }))
        await append(writer, 0, 'm1', turnOf(['one']))
        assert.deepEqual(
          granted(await other.inbox('run-a')).map(({ id }) => id),
          ['m2'],
        )
        granted(await other.leave('run-a', { id: 'm1', body: null }))
        await append(writer, 0, 'm3', turnOf(['three']))
        granted(await other.leave('run-a', { id: 'm3', body: null }))
        await append(writer, 0, 'm2', turnOf(['two']))
        assert.deepEqual(granted(await other.inbox('run-a')), [])
      }),
    )
    it(
      'a refused turn leaves its message where it is',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        granted(await log.leave('run-a', { id: 'm1', body: null }))
        const bug = (): never => {
          throw new Error('a bug above')
        }
        await assert.rejects(writer.turn(0, 'm1', bug))
        assert.equal(granted(await log.inbox('run-a')).length, 1)
        stopIn(await writer.turn(0, 'm1', () => turnOf(['x'.repeat(journalBytes + 1)])))
        assert.equal(granted(await log.inbox('run-a')).length, 1)
      }),
    )
    it(
      'a message over 1 MiB is refused and does not wait',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        assert.equal(
          stopIn(await log.leave('run-a', { id: 'm1', body: 'x'.repeat(journalBytes + 1) })).why,
          'too-large',
        )
        assert.deepEqual(granted(await log.inbox('run-a')), [])
        granted(await log.leave('run-a', { id: 'm1', body: 'short' }))
      }),
    )
  })
  summaryContract({ describe, it }, makeHarness)
}

function summaryContract({ describe, it }: Blocks, makeHarness: MakeHarness): void {
  describe('summaries', () => {
    it(
      'one row per run in order of id, as the last turn left it',
      inRoom(makeHarness, async ({ open }) => {
        const [log, other] = [await open(), await open()]
        await claimed(log, 'run-c')
        const b = await claimed(log, 'run-b')
        await append(await claimed(log, 'run-a'), 0, 'm1', turnOf(['x'], { summary: { phase: 'one' } }))
        await append(b, 0, 'm1', turnOf(['x', 'y'], { summary: { phase: 'one' } }))
        await append(b, 2, 'm2', turnOf([], { summary: { phase: 'two', done: [true] } }))
        await append(b, 2, 'm2', turnOf([], { summary: 'of a repeated message' }))
        assert.deepEqual(granted(await other.summaries()), [
          { run: 'run-a', seq: 1, epoch: 1, summary: { phase: 'one' }, wakeAt: undefined },
          { run: 'run-b', seq: 2, epoch: 1, summary: { phase: 'two', done: [true] }, wakeAt: undefined },
          { run: 'run-c', seq: 0, epoch: 1, summary: null, wakeAt: undefined },
        ])
      }),
    )
    it(
      'each turn replaces the timers; the earliest one wakes, also after a restart',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        const wakeAt = async (): Promise<number | undefined> => granted(await log.summaries())[0]?.wakeAt
        const timers = (...dueAts: number[]) => ({ timers: dueAts.map((dueAt, n) => ({ key: `run-a/t${n}`, dueAt })) })
        await append(writer, 0, 'm1', turnOf([], timers(900, 300, 1_700_000_000_000)))
        assert.equal(await wakeAt(), 300)
        await append(writer, 0, 'm2', turnOf([], timers(500)))
        assert.equal(await wakeAt(), 500)
        await append(writer, 0, 'm3', turnOf([]))
        assert.equal(await wakeAt(), undefined)
        await append(writer, 0, 'm4', turnOf([], timers(1_700_000_000_000)))
        await log.close()
        assert.equal(granted(await (await open()).summaries())[0]?.wakeAt, 1_700_000_000_000)
      }),
    )
  })
}
