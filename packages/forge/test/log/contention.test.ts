/** Several processes on one journal: waiting, fencing, stopped holders, dead holders (F-9, F-10, I-9, reliability D3). */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLocks } from '#adapters/log/sqlite/locks.ts'
import { reachAtOnce } from './rivals.ts'
import type { Spawned } from './spawned.ts'
import { ackedBy, inDirectory, startChild } from './spawned.ts'
import { examine, makeJournal, openLog, turnOfTick } from './ticks.ts'

/** Whatever happens, the child is gone afterwards, also when it is stopped. */
async function withChild<T>(child: Spawned, act: (child: Spawned) => Promise<T>): Promise<T> {
  try {
    return await act(child)
  } finally {
    child.process.kill('SIGKILL')
    await child.ended
  }
}

describe('another process holds the write lock', () => {
  it('F-9 for a second: the turn waits without blocking the event loop, and is taken once', () =>
    inDirectory(async (directory) => {
      await makeJournal(directory, 1)
      const log = await openLog(directory, 10_000)
      const writer = await log.claim('run-a')
      await withChild(startChild(['hold-write-lock', directory]), async (child) => {
        await child.line('holding')
        let isAnswered = false
        const turn =
          writer.ok && writer.value.turn(2, 'tick 2', () => turnOfTick('run-a', 2)).finally(() => (isAnswered = true))
        let beats = 0
        for (; beats < 50; beats += 1) await setTimeout(20)
        expect(isAnswered).toBe(false)
        expect((await log.read('run-a', 0)).ok).toBe(true)
        child.process.stdin.end()
        expect(await turn).toMatchObject({ ok: true, value: [{ seq: 3 }, { seq: 4 }] })
      })
      await log.close()
    }))

  it('F-9 for ever: a bounded wait, the stop `busy`, nothing written; afterwards a new claim goes on', () =>
    inDirectory(async (directory) => {
      await makeJournal(directory, 1)
      const log = await openLog(directory, 300)
      const writer = await log.claim('run-a')
      await withChild(startChild(['hold-write-lock', directory]), async (child) => {
        await child.line('holding')
        const stop = { ok: false, failure: { why: 'busy', detail: expect.saying(/./) } }
        const turn = () => writer.ok && writer.value.turn(2, 'tick 2', () => turnOfTick('run-a', 2))
        expect(await turn()).toEqual(stop)
        expect(await turn()).toEqual(stop)
        expect(await log.leave('run-a', { id: 'late', body: null })).toEqual(stop)
        expect(await log.claim('run-a')).toEqual(stop)
        child.process.kill('SIGKILL')
        await child.ended
        const again = await log.claim('run-a')
        expect(again.ok && (await again.value.turn(2, 'tick 2', () => turnOfTick('run-a', 2))).ok).toBe(true)
      })
      expect(await log.inbox('run-a')).toEqual({ ok: true, value: [] })
      await log.close()
    }))
})

describe('two drivers', () => {
  it('T-32 I-9 F-10 the second claim fences the first, also one that was stopped and wakes up', () =>
    inDirectory(async (directory) => {
      await withChild(startChild(['drive-when-asked', directory, '10000']), async (first) => {
        first.process.stdin.write('\n\n')
        await first.line('ack 3')
        // It waits to be asked. Stopped inside a transaction it would hold the write lock, and the answer would be `busy`.
        first.process.kill('SIGSTOP')
        await withChild(startChild(['drive', directory, '10']), async (second) => {
          await second.line('done')
          first.process.stdin.end('\n')
          first.process.kill('SIGCONT')
          expect(await first.line('stop ')).toBe('stop fenced')
          expect((await first.ended).lines).toContain('again fenced fenced fenced')
          const { violations } = await examine(directory, ackedBy(second.lines))
          expect(violations).toEqual([])
          expect(ackedBy(second.lines)).toBeGreaterThanOrEqual(ackedBy(first.lines) + 10)
        })
      })
    }))

  it('messages are left by other processes while one drives, and none is lost', () =>
    inDirectory(async (directory) => {
      await withChild(startChild(['drive', directory, '150']), async (driver) => {
        await driver.line('ack 1')
        await Promise.all(
          [1, 2].map(() => withChild(startChild(['leave', directory, '40']), (child) => child.line('ack 40'))),
        )
        await driver.line('done')
        const log = await openLog(directory)
        const inbox = await log.inbox('run-a')
        expect(inbox.ok && inbox.value.map(({ body }) => body)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
        await log.close()
        expect((await examine(directory, 150)).violations).toEqual([])
      })
    }))
})

describe('the lock', () => {
  it('I-9 F-10 is refused while its holder is stopped, and free at once when it is killed', () =>
    inDirectory(async (root) => {
      const directory = join(root, 'locks')
      const locks = createLocks(directory)
      await withChild(startChild(['lock', directory]), async (child) => {
        child.process.stdin.write('run-a\n')
        await child.line('got')
        const held = { ok: false, failure: { why: 'held', holder: { pid: child.process.pid } } }
        const seen = { ok: true, value: { holder: { pid: child.process.pid } } }
        expect(await locks.acquire('run-a', { pid: 0 })).toEqual(held)
        expect(await locks.holder('run-a')).toEqual(seen)
        child.process.kill('SIGSTOP')
        expect(await locks.acquire('run-a', { pid: 0 })).toEqual(held)
        expect(await locks.holder('run-a')).toEqual(seen)
        const other = await locks.acquire('run-b', { pid: 0 })
        expect(other.ok).toBe(true)
        child.process.kill('SIGKILL')
        await child.ended
        // The note of the dead is still there, and nobody takes it for a holder.
        expect(readdirSync(directory)).toContain('run-a.holder.json')
        expect(await locks.holder('run-a')).toEqual({ ok: true, value: undefined })
        const mine = await locks.acquire('run-a', { pid: 1 })
        expect(mine.ok).toBe(true)
        // Also within one process, and also after others were opened and released beside it.
        if (other.ok) await other.value.release()
        expect(await locks.acquire('run-a', null)).toEqual({ ok: false, failure: { why: 'held', holder: { pid: 1 } } })
        if (mine.ok) await mine.value.release()
        if (mine.ok) await mine.value.release()
        const again = await locks.acquire('run-a', null)
        expect(again.ok && (await again.value.release())).toBe(undefined)
      })
    }))

  it('I-9 looking where no lock was ever taken makes nothing, and no lock is told from a place that cannot be read', () =>
    inDirectory(async (root) => {
      const directory = join(root, 'locks')
      expect(await createLocks(directory).holder('run-a')).toEqual({ ok: true, value: undefined })
      expect(existsSync(directory)).toBe(false)
      mkdirSync(join(directory, 'run-a.lock'), { recursive: true })
      expect(await createLocks(directory).holder('run-a')).toMatchObject({ ok: false, failure: { why: 'io' } })
    }))

  it('I-9 of three processes that ask at once, 30 times, one gets it each time', async () => {
    const rounds = await reachAtOnce(30)
    expect(rounds).toHaveLength(30)
    expect(rounds.filter(({ got, held }) => got !== 1 || held !== 2)).toEqual([])
  })
})
