/** Contract of reading: followers disturb no writer, and damage is detected, named and never built upon. */
import assert from 'node:assert/strict'
import type { Entry, Log } from '#engine/ports.ts'
import type { ContractKit } from './kit.ts'
import type { MakeHarness, Note, Room } from './log-harness.ts'
import { append, claimed, granted, inRoom, note, noteCodec, stopIn, textsOf, turnOf } from './log-harness.ts'

type Blocks = Pick<ContractKit, 'describe' | 'it'>

export function readingContract(kit: Blocks, makeHarness: MakeHarness): void {
  followContract(kit, makeHarness)
  damageContract(kit, makeHarness)
}

/** Follows until this many entries were seen. */
async function followFor(log: Log<Note>, since: number, count: number): Promise<readonly Entry<Note>[]> {
  const seen: Entry<Note>[] = []
  const ended = new AbortController()
  for await (const batch of log.follow('run-a', since, ended.signal)) {
    seen.push(...granted(batch))
    if (seen.length >= count) ended.abort()
  }
  return seen
}

function followContract({ describe, it }: Blocks, makeHarness: MakeHarness): void {
  describe('follow', () => {
    it(
      'sees what is there and what comes, each entry once and in order, in its own and in another log',
      inRoom(makeHarness, async ({ open }) => {
        const [log, other] = [await open(), await open()]
        const early = followFor(other, 0, 30)
        const writer = await claimed(log, 'run-a')
        await append(writer, 0, 'm0', turnOf(['0', '1', '2']))
        const late = followFor(log, 2, 28)
        for (let turn = 1; turn < 10; turn += 1) {
          await append(writer, 0, `m${turn}`, turnOf([0, 1, 2].map((n) => `${turn * 3 + n}`)))
        }
        const all = Array.from({ length: 30 }, (_, n) => `${n}`)
        assert.deepEqual(textsOf(await early), all)
        assert.deepEqual(textsOf(await late), all.slice(2))
      }),
    )
    it(
      'ends when the signal aborts while it waits, when it was aborted before, and when the log closes',
      inRoom(makeHarness, async ({ open }) => {
        const [log, other] = [await open(), await open()]
        const ended = new AbortController()
        const waiting = log.follow('run-a', 0, ended.signal)[Symbol.asyncIterator]()
        const next = waiting.next()
        await claimed(other, 'run-a')
        ended.abort()
        assert.equal((await next).done, true)
        const dead = log.follow('run-a', 0, AbortSignal.abort())[Symbol.asyncIterator]()
        assert.equal((await dead.next()).done, true)
        const orphan = other.follow('run-a', 0, new AbortController().signal)[Symbol.asyncIterator]().next()
        await other.close()
        assert.equal((await orphan).done, true)
      }),
    )
    it(
      'a follower that stops in the middle holds up nobody',
      inRoom(makeHarness, async ({ open }) => {
        const [log, other] = [await open(), await open()]
        const writer = await claimed(log, 'run-a')
        await append(writer, 0, 'm0', turnOf(['0']))
        const ended = new AbortController()
        const slow = other.follow('run-a', 0, ended.signal)[Symbol.asyncIterator]()
        await slow.next()
        for (let turn = 1; turn < 30; turn += 1) await append(writer, turn, `m${turn}`, turnOf([`${turn}`]))
        const rest = await slow.next()
        assert.equal(!rest.done && granted(rest.value)[0]?.seq, 2)
        ended.abort()
        await slow.return?.()
      }),
    )
  })
}

/** A run of six notes with this log closed again. */
async function sixNotes({ open }: Room): Promise<void> {
  const log = await open()
  const writer = await claimed(log, 'run-a')
  for (let turn = 1; turn <= 6; turn += 1) await append(writer, 0, `m${turn}`, turnOf([`note ${turn}`]))
  await append(await claimed(log, 'run-b'), 0, 'm1', turnOf(['sound']))
  await log.close()
}

function damageContract({ describe, it }: Blocks, makeHarness: MakeHarness): void {
  describe('damage', () => {
    for (const seq of [1, 4, 6]) {
      it(
        `I-3 F-4 a changed entry ${seq} stops reading and claiming with its number; other runs go on`,
        inRoom(makeHarness, async (room) => {
          await sixNotes(room)
          await room.harness.damage('run-a', seq, { body: (text) => text.replace('note', 'nope') })
          const log = await room.open()
          await assertStopped(log, { why: 'corrupt', seq })
          assert.deepEqual(textsOf(granted(await log.read('run-b', 0))), ['sound'])
          await append(await claimed(log, 'run-b'), 1, 'm2', turnOf(['on']))
        }),
      )
      it(
        `I-1 I-3 a missing entry ${seq} stops reading and claiming`,
        inRoom(makeHarness, async (room) => {
          await sixNotes(room)
          await room.harness.damage('run-a', seq, 'remove')
          await assertStopped(await room.open(), { why: 'corrupt' })
        }),
      )
    }
    it(
      'I-3 a writer that reads a damaged tail stops and appends nothing',
      inRoom(makeHarness, async (room) => {
        await sixNotes(room)
        const log = await room.open()
        const writer = await claimed(log, 'run-a')
        await room.harness.damage('run-a', 5, { body: (text) => text.replace('note', 'nope') })
        let isMade = false
        const result = await writer.turn(3, 'm7', () => {
          isMade = true
          return turnOf(['must not be'])
        })
        const stop = stopIn(result)
        assert.deepEqual([stop.why, 'seq' in stop && stop.seq, isMade], ['corrupt', 5, false])
      }),
    )
    it(
      'I-3 an event of a newer version stops with its number, and an older Forge does not become the writer',
      inRoom(makeHarness, async (room) => {
        const newer = await room.open(noteCodec(2))
        const writer = await claimed(newer, 'run-a')
        await append(writer, 0, 'm1', turnOf(['old']))
        await append(writer, 1, 'm2', turnOf([], { events: [note('new', 2)] }))
        await assertStopped(await room.open(noteCodec(1)), { why: 'newer', seq: 2 })
        await append(writer, 2, 'm3', turnOf(['the newer one is not fenced by the attempt']))
      }),
    )
  })
}

async function assertStopped(log: Log<Note>, expected: { readonly why: string; readonly seq?: number }): Promise<void> {
  const follower = log.follow('run-a', 0, new AbortController().signal)[Symbol.asyncIterator]()
  const followed = await follower.next()
  assert.ok(!followed.done)
  for (const result of [await log.read('run-a', 0), await log.claim('run-a'), followed.value]) {
    const stop = stopIn(result)
    assert.equal(stop.why, expected.why)
    if (expected.seq !== undefined) assert.equal('seq' in stop && stop.seq, expected.seq)
  }
  assert.equal((await follower.next()).done, true)
}
