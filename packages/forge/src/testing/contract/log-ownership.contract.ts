/** Contract of ownership: one writer per run, one open attempt per path, and a conflict affects only its own turn. */
import assert from 'node:assert/strict'
import type { Turn } from '#engine/ports.ts'
import type { ContractKit } from './kit.ts'
import type { MakeHarness, Note } from './log-harness.ts'
import { append, claimed, granted, inRoom, stopIn, textsOf, turnOf } from './log-harness.ts'

type Blocks = Pick<ContractKit, 'describe' | 'it'>

export function ownershipContract(kit: Blocks, makeHarness: MakeHarness): void {
  fencingContract(kit, makeHarness)
  attemptContract(kit, makeHarness)
  groupContract(kit, makeHarness)
}

function fencingContract({ describe, it }: Blocks, makeHarness: MakeHarness): void {
  describe('fencing', () => {
    it(
      'I-9 F-10 a claim fences every older writer, in whatever process, for good',
      inRoom(makeHarness, async ({ open }) => {
        const [log, other] = [await open(), await open()]
        const older = await claimed(log, 'run-a')
        await append(older, 0, 'm1', turnOf(['one']))
        const newer = await claimed(other, 'run-a')
        assert.ok(newer.epoch > older.epoch)
        for (const id of ['m2', 'm3', 'm1']) {
          const stop = stopIn(await older.turn(1, id, () => turnOf(['must not be'])))
          assert.deepEqual(stop, { why: 'fenced', epoch: newer.epoch })
        }
        await append(newer, 1, 'm2', turnOf(['two']))
        const entries = granted(await log.read('run-a', 0))
        assert.deepEqual(
          entries.map(({ epoch }) => epoch),
          [older.epoch, newer.epoch],
        )
      }),
    )
    it(
      'I-9 of many claims at once one writer is left',
      inRoom(makeHarness, async ({ open }) => {
        const logs = [await open(), await open(), await open()]
        const writers = await Promise.all([...logs, ...logs].map((log) => claimed(log, 'run-a')))
        assert.equal(new Set(writers.map(({ epoch }) => epoch)).size, writers.length)
        const results = await Promise.all(writers.map((writer, n) => writer.turn(0, `m${n}`, () => turnOf([`${n}`]))))
        assert.equal(results.filter(({ ok }) => ok).length, 1)
        assert.equal(granted(await (await open()).read('run-a', 0)).length, 1)
      }),
    )
    it(
      'I-9 a claim of another run fences nobody',
      inRoom(makeHarness, async ({ open }) => {
        const log = await open()
        const writer = await claimed(log, 'run-a')
        await claimed(log, 'run-b')
        await append(writer, 0, 'm1', turnOf(['one']))
      }),
    )
  })
}

const open = (path: string, key: string): Partial<Turn<Note>> => ({ opened: [{ path, key }] })

function attemptContract({ describe, it }: Blocks, makeHarness: MakeHarness): void {
  describe('attempts', () => {
    it(
      'I-11 a second open attempt on a path is refused, whoever asks',
      inRoom(makeHarness, async ({ open: openLog }) => {
        const log = await openLog()
        await append(await claimed(log, 'run-a'), 0, 'm1', turnOf(['one'], open('u/build', 'k1')))
        await log.close()
        const again = await openLog()
        const writer = await claimed(again, 'run-a')
        const stop = stopIn(await writer.turn(1, 'm2', () => turnOf(['two'], open('u/build', 'k2'))))
        assert.equal(stop.why, 'double-open')
        assert.equal(stop.why === 'double-open' && stop.path, 'u/build')
        const later = await claimed(again, 'run-a')
        await append(later, 1, 'm2', turnOf(['other path'], open('u/review', 'k2')))
      }),
    )
    it(
      'I-11 twice in one turn is refused too',
      inRoom(makeHarness, async ({ open: openLog }) => {
        const log = await openLog()
        const both = {
          opened: [
            { path: 'u/build', key: 'k1' },
            { path: 'u/build', key: 'k2' },
          ],
        }
        const writer = await claimed(log, 'run-a')
        assert.equal(stopIn(await writer.turn(0, 'm1', () => turnOf(['x'], both))).why, 'double-open')
        assert.deepEqual(granted(await log.read('run-a', 0)), [])
      }),
    )
    it(
      'I-11 a key is used once, for ever; the path is free when its attempt closes, in the same turn too',
      inRoom(makeHarness, async ({ open: openLog }) => {
        const log = await openLog()
        const writer = await claimed(log, 'run-a')
        await append(writer, 0, 'm1', turnOf([], open('u/build', 'k1')))
        await append(writer, 0, 'm2', turnOf([], { closed: ['k1'], ...open('u/build', 'k2') }))
        await append(writer, 0, 'm3', turnOf([], { closed: ['k2', 'never opened'] }))
        await append(writer, 0, 'm4', turnOf([], { closed: ['k3'], ...open('u/build', 'k3') }))
        await append(writer, 0, 'm5', turnOf([], open('u/build', 'k4')))
        for (const [path, key] of [
          ['u/build', 'k1'],
          ['u/other', 'k2'],
          ['u/other', 'k3'],
          ['u/other', 'k4'],
        ] as const) {
          const hopeful = await claimed(log, 'run-a')
          assert.equal(
            stopIn(await hopeful.turn(0, `reuse ${key}`, () => turnOf([], open(path, key)))).why,
            'double-open',
          )
        }
        await append(await claimed(log, 'run-b'), 0, 'm1', turnOf([], open('u/build', 'k1')))
      }),
    )
  })
}

function groupContract({ describe, it }: Blocks, makeHarness: MakeHarness): void {
  describe('turns of one tick', () => {
    it(
      'keep their order, and each sees those before it',
      inRoom(makeHarness, async ({ open: openLog }) => {
        const log = await openLog()
        const writer = await claimed(log, 'run-a')
        const tails = await Promise.all(
          Array.from({ length: 20 }, async (_, n) => {
            let seen = -1
            await writer.turn(0, `m${n}`, (tail) => {
              seen = tail.length
              return turnOf([`${n}`])
            })
            return seen
          }),
        )
        assert.deepEqual(
          tails,
          tails.map((_, n) => n),
        )
        assert.deepEqual(textsOf(granted(await log.read('run-a', 0))), tails.map(String))
      }),
    )
    it(
      'I-11 a conflict or a throw among them is undone alone and leaves nothing',
      inRoom(makeHarness, async ({ open: openLog }) => {
        const log = await openLog()
        const [a, b, c] = [await claimed(log, 'run-a'), await claimed(log, 'run-b'), await claimed(log, 'run-c')]
        const before = { timers: [{ key: 'kb/t', dueAt: 7 }], summary: 'before', ...open('u/build', 'b1') }
        await append(b, 0, 'm1', turnOf(['b1'], before))
        await log.leave('run-b', { id: 'm2', body: 'waits' })
        const spoilt: Partial<Turn<Note>> = {
          opened: [
            { path: 'u/new', key: 'b2' },
            { path: 'u/build', key: 'b3' },
          ],
          timers: [{ key: 'kb/t2', dueAt: 3 }],
          summary: 'spoilt',
        }
        const [first, conflict, thrown, last] = await Promise.allSettled([
          a.turn(0, 'm1', () => turnOf(['a1'], open('u/build', 'a1'))),
          b.turn(1, 'm2', () => turnOf(['spoilt'], spoilt)),
          a.turn(0, 'm2', () => {
            throw new Error('a bug above')
          }),
          c.turn(0, 'm1', () => turnOf(['c1'], open('u/build', 'c1'))),
        ])
        assert.equal(thrown.status, 'rejected')
        assert.ok(first.status === 'fulfilled' && textsOf(granted(first.value))[0] === 'a1')
        assert.ok(last.status === 'fulfilled' && textsOf(granted(last.value))[0] === 'c1')
        assert.equal(conflict.status === 'fulfilled' && stopIn(conflict.value).why, 'double-open')

        assert.deepEqual(textsOf(granted(await log.read('run-b', 0))), ['b1'])
        const row = granted(await log.summaries()).find(({ run }) => run === 'run-b')
        assert.deepEqual([row?.seq, row?.summary, row?.wakeAt], [1, 'before', 7])
        assert.deepEqual(
          granted(await log.inbox('run-b')).map(({ id }) => id),
          ['m2'],
        )
        const again = await claimed(log, 'run-b')
        assert.deepEqual(textsOf(await append(again, 1, 'm2', turnOf(['b2'], open('u/new', 'b2')))), ['b2'])
        assert.deepEqual(textsOf(await append(a, 1, 'm2', turnOf(['a2']))), ['a2'])
      }),
    )
    it(
      'many runs at once: each has its own order and its own end',
      inRoom(makeHarness, async ({ open: openLog }) => {
        const log = await openLog()
        const runs = Array.from({ length: 25 }, (_, n) => `run-${n}`)
        await Promise.all(
          runs.map(async (run) => {
            const writer = await claimed(log, run)
            for (let turn = 0; turn < 4; turn += 1) await append(writer, turn, `m${turn}`, turnOf([`${run} ${turn}`]))
          }),
        )
        for (const run of runs) {
          const expected = [0, 1, 2, 3].map((turn) => `${run} ${turn}`)
          assert.deepEqual(textsOf(granted(await log.read(run, 0))), expected)
        }
      }),
    )
  })
}
