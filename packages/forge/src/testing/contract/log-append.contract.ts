/** Contract of appending: durable when it returns, once per message, gapless, chained, all or nothing. */
import assert from 'node:assert/strict'
import type { Entry } from '#engine/ports.ts'
import { hashText } from '#model/digest.ts'
import { canonicalJson } from '#model/canonical.ts'
import { journalBytes } from '#model/bounds.ts'
import type { ContractKit } from './kit.ts'
import type { MakeHarness, Note } from './log-harness.ts'
import { append, claimed, granted, inRoom, note, stopIn, textsOf, turnOf } from './log-harness.ts'

export function appendContract({ describe, it }: ContractKit, makeHarness: MakeHarness): void {
  describe('append', () => {
    it(
      'I-2 an answered turn is there for everyone at once',
      inRoom(makeHarness, async ({ open }) => {
        const [log, other] = [await open(), await open()]
        const writer = await claimed(log, 'run-a')
        for (const id of ['m1', 'm2', 'm3']) {
          await append(writer, 0, id, turnOf([id, `${id} again`]))
          assert.equal(granted(await other.read('run-a', 0)).at(-1)?.event.text, `${id} again`)
        }
      }),
    )
    it(
      'I-2 an answered turn is there after closing and opening',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const answered = await append(await claimed(log, 'run-a'), 0, 'm1', turnOf(['one', 'two']))
        await log.close()
        assert.deepEqual(granted(await (await open()).read('run-a', 0)), answered)
      }),
    )
    it(
      'I-1 I-3 numbers are 1..n and every hash covers its predecessor',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        for (let turn = 0; turn < 12; turn += 1) {
          await append(
            writer,
            0,
            `m${turn} "quoted"`,
            turnOf(Array.from({ length: turn % 4 }, (_, n) => `${turn}.${n} "é\u2028`)),
          )
        }
        const entries = granted(await log.read('run-a', 0))
        assert.equal(entries.length, 18)
        assertChain('run-a', entries)
      }),
    )
    it(
      'tails of any age are whole',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        await append(writer, 0, 'm1', turnOf(['a', 'b', 'c']))
        for (let since = 0; since <= 3; since += 1) {
          const seen: string[] = []
          const answer = granted(
            await writer.turn(since, `n${since}`, (tail) => {
              seen.splice(0, seen.length, ...textsOf(tail))
              return turnOf([`d${since}`])
            }),
          )
          const all = textsOf(granted(await log.read('run-a', 0)))
          assert.deepEqual(seen, all.slice(since, -1))
          assert.deepEqual(textsOf(answer), all.slice(since))
          assert.deepEqual(granted(await log.read('run-a', since)), answer)
        }
      }),
    )
    it(
      'I-3 a caller that has seen more than the log holds is stopped: the log lost its end',
      inRoom(makeHarness, async ({ open }) => {
        const writer = await claimed(await open(), 'run-a')
        await append(writer, 0, 'm1', turnOf(['one']))
        assert.equal(stopIn(await writer.turn(2, 'm2', () => turnOf(['two']))).why, 'corrupt')
      }),
    )
    it(
      'a turn may append nothing, and its message is known all the same',
      inRoom(makeHarness, async ({ open }) => {
        const writer = await claimed(await open(), 'run-a')
        assert.deepEqual(await append(writer, 0, 'm1', turnOf([])), [])
        assert.deepEqual(await append(writer, 0, 'm1', turnOf(['late'])), [])
      }),
    )
    it(
      'runs do not see each other',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const [a, b] = [await claimed(log, 'run-a'), await claimed(log, 'run-b')]
        await Promise.all([append(a, 0, 'm1', turnOf(['a'])), append(b, 0, 'm1', turnOf(['b']))])
        assert.deepEqual(textsOf(granted(await log.read('run-a', 0))), ['a'])
        assert.deepEqual(textsOf(granted(await log.read('run-b', 0))), ['b'])
        assert.deepEqual(granted(await log.read('run-c', 0)), [])
      }),
    )
    it(
      'after closing, everything answers a stop and nothing hangs',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        const queued = writer.turn(0, 'm1', () => turnOf(['in time']))
        await log.close()
        assert.deepEqual(textsOf(granted(await queued)), ['in time'])
        stopIn(await writer.turn(0, 'm2', () => turnOf(['late'])))
        stopIn(await log.read('run-a', 0))
        stopIn(await log.claim('run-a'))
        stopIn(await log.leave('run-a', { id: 'm3', body: null }))
        await log.close()
      }),
    )
  })
  repeatContract({ describe, it }, makeHarness)
  refusalContract({ describe, it }, makeHarness)
}

type Blocks = Pick<ContractKit, 'describe' | 'it'>

function repeatContract({ describe, it }: Blocks, makeHarness: MakeHarness): void {
  describe('the same message again', () => {
    it(
      'I-10 appends nothing and answers what there is',
      inRoom(makeHarness, async ({ open }) => {
        const writer = await claimed(await open(), 'run-a')
        const first = await append(writer, 0, 'm1', turnOf(['one']))
        assert.deepEqual(await append(writer, 0, 'm1', turnOf(['changed'])), first)
        assert.deepEqual(await append(writer, 1, 'm1', turnOf(['changed'])), [])
      }),
    )
    it(
      'I-10 in the same tick',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        await Promise.all(['one', 'two', 'three'].map((text) => append(writer, 0, 'm1', turnOf([text]))))
        assert.deepEqual(textsOf(granted(await log.read('run-a', 0))), ['one'])
      }),
    )
    it(
      'I-10 after closing and opening, by another writer, long after',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        for (let turn = 0; turn < 40; turn += 1) await append(writer, 0, `m${turn}`, turnOf([`${turn}`]))
        await log.close()
        const again = await open()
        const later = await claimed(again, 'run-a')
        for (let turn = 0; turn < 40; turn += 1) await append(later, 40, `m${turn}`, turnOf(['changed']))
        assert.equal(granted(await again.read('run-a', 0)).length, 40)
      }),
    )
  })
}

function refusalContract({ describe, it }: Blocks, makeHarness: MakeHarness): void {
  describe('what is refused leaves nothing behind', () => {
    it(
      'a throw of make is handed on, and the writer goes on',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        const bug = new Error('a bug above')
        await assert.rejects(
          writer.turn(0, 'm1', () => {
            throw bug
          }),
          (error) => error === bug,
        )
        assert.deepEqual(textsOf(await append(writer, 0, 'm1', turnOf(['repaired']))), ['repaired'])
      }),
    )
    it(
      'an event that cannot be encoded is a throw of the caller',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        const invalid = { type: 'noted', v: -1, text: 'x' } as const
        await assert.rejects(writer.turn(0, 'm1', () => turnOf([], { events: [note('good'), invalid] })))
        assert.deepEqual(granted(await log.read('run-a', 0)), [])
        await append(writer, 0, 'm1', turnOf(['repaired']))
      }),
    )
    it(
      'an event over 1 MiB is too large, also by one byte; one below is kept',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const frame = canonicalJson(note('')).length
        const exact = 'x'.repeat(journalBytes - frame)
        await append(await claimed(log, 'run-a'), 0, 'm1', turnOf([exact]))
        for (const text of [`${exact}x`, `${exact.slice(1)}é`]) {
          const writer = await claimed(log, 'run-a')
          assert.equal(
            stopIn(await writer.turn(0, `m2 ${text.length}`, () => turnOf(['kept?', text]))).why,
            'too-large',
          )
        }
        assert.deepEqual(textsOf(granted(await log.read('run-a', 0))), [exact])
      }),
    )
    it(
      'every later turn of a stopped writer answers the same stop; a new claim goes on',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        const large = turnOf(['x'.repeat(journalBytes + 1)])
        const stops = await Promise.all([
          writer.turn(0, 'm1', () => large),
          writer.turn(0, 'm2', () => turnOf(['behind it in the same tick'])),
        ])
        const later = await writer.turn(0, 'm3', () => turnOf(['later']))
        for (const stop of [...stops, later]) assert.deepEqual(stopIn(stop), stopIn(stops[0]))
        assert.deepEqual(textsOf(await append(await claimed(log, 'run-a'), 0, 'm3', turnOf(['on']))), ['on'])
      }),
    )
  })
}

/** Recomputes the chain the slow way, from the contract's text. */
export function assertChain(run: string, entries: readonly Entry<Note>[]): void {
  let previous = ''
  entries.forEach(({ seq, epoch, messageId, hash, event }, index) => {
    assert.equal(seq, index + 1)
    assert.equal(hash, hashText(previous + canonicalJson({ run, seq, epoch, messageId, body: event })))
    previous = hash
  })
}
