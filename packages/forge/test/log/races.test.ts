/** Two that do the same for the first time in the same instant. The instant is made here, step by step, not waited for. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createLocks } from '#adapters/log/sqlite/locks.ts'
import { openSqliteLog } from '#adapters/log/sqlite/log.ts'
import { pausedAt } from './pauses.ts'
import { inDirectory, inMemoryDirectory } from './spawned.ts'
import { tickCodec } from './ticks.ts'
import { bundledAlone, compiled } from '../../../../scripts/bundled.ts'

const child = await bundledAlone(join(import.meta.dirname, 'child.ts'))

/** Another process starts, drives one tick and ends, all of it now. */
function driveElsewhere(directory: string): string {
  const words = [child, 'drive', directory, '1']
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  return spawnSync(process.execPath, words, { encoding: 'utf8', env }).stdout
}

describe('the first start of two at once', { timeout: 180_000 }, () => {
  it('I-3 F-9 whichever step of the one the other falls between, both have the same journal', () =>
    inMemoryDirectory(async (root) => {
      const { steps } = pausedAt(
        0,
        () => undefined,
        () => openSqliteLog(join(root, 'alone'), tickCodec),
      )
      expect(steps).toBeGreaterThan(20)
      for (let at = 1; at <= steps; at += 1) {
        const directory = join(root, `at-${at}`)
        let elsewhere = ''
        const here = pausedAt(
          at,
          () => (elsewhere = driveElsewhere(directory)),
          () => openSqliteLog(directory, tickCodec),
        )
        expect([at, elsewhere]).toEqual([at, 'claimed 0\nack 1\ndone\n'])
        const opened = await here.value
        expect([at, opened]).toMatchObject([at, { ok: true }])
        if (!opened.ok) continue
        const entries = await opened.value.read('run-a', 0)
        await opened.value.close()
        expect([at, entries.ok && entries.value.length]).toEqual([at, 2])
      }
    }))
})

describe('reaching for a free lock in the same instant', { timeout: 60_000 }, () => {
  /** Stands where a rival stands between its first step and the next. */
  const rivalAt = (directory: string, step: string): DatabaseSync => {
    mkdirSync(directory, { recursive: true })
    const rival = new DatabaseSync(join(directory, 'run-a.lock'), { timeout: 0 })
    rival.exec(step)
    return rival
  }
  const shared = 'BEGIN; SELECT count(*) FROM sqlite_schema'
  const reserved = 'BEGIN IMMEDIATE'

  it.each([shared, reserved])('I-9 B13 a rival that gives up (%s) keeps nobody from the lock', (step) =>
    inDirectory(async (root) => {
      const directory = join(root, 'locks')
      const rival = rivalAt(directory, step)
      // The first try is made before this line is left, and cannot succeed.
      const reaching = createLocks(directory).acquire('run-a', { pid: 1 })
      rival.close()
      const taken = await reaching
      expect(taken.ok).toBe(true)
      expect(await createLocks(directory).holder('run-a')).toEqual({ ok: true, value: { holder: { pid: 1 } } })
      if (taken.ok) await taken.value.release()
    }),
  )

  it('I-9 a rival that gives up is not taken for a holder by one that looks', () =>
    inDirectory(async (root) => {
      const directory = join(root, 'locks')
      const rival = rivalAt(directory, 'BEGIN EXCLUSIVE')
      const looking = createLocks(directory).holder('run-a')
      rival.close()
      expect(await looking).toEqual({ ok: true, value: undefined })
    }))

  it('I-9 B13 of two that reach at once, round after round, exactly one has it', () =>
    inDirectory(async (root) => {
      for (let round = 1; round <= 20; round += 1) {
        const [one, other] = [createLocks(join(root, 'locks')), createLocks(join(root, 'locks'))]
        const both = await Promise.all([
          one.acquire('run-a', { round, who: 1 }),
          other.acquire('run-a', { round, who: 2 }),
        ])
        const taken = both.filter(({ ok }) => ok)
        expect([round, taken.length]).toEqual([round, 1])
        for (const each of both) if (each.ok) await each.value.release()
      }
    }))
})
