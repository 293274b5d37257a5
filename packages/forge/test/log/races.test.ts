/** Two that do the same for the first time in the same instant. The instant is made here, step by step, not waited for. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createLocks } from '#adapters/log/sqlite/locks.ts'
import { startBetween } from './first-start.ts'
import { inDirectory } from './spawned.ts'

describe('the first start of two at once', () => {
  it('I-3 F-9 whichever step of the one the other falls between, both have the same journal (every fourth step)', async () => {
    const { steps, wrong } = await startBetween((step) => step % 4 === 1)
    expect(steps).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })
})

describe('reaching for a free lock in the same instant', () => {
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
