/** The lock of a lent login: held by one process at a time, and freed when its holder has died. */
import type promises from 'node:fs/promises'
import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { locked, type SharedPlace } from './shared-place.ts'

/** Pauses the second process that removes the lock between its check and the removal, as a scheduler can. */
const removals = vi.hoisted(() => ({ count: 0 }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>()
  return {
    ...real,
    async rmdir(path: string): Promise<void> {
      if (path.endsWith('/lock')) removals.count += 1
      if (removals.count === 2) await new Promise((resolve) => setTimeout(resolve, 40))
      return real.rmdir(path)
    },
  }
})

it('one at a time holds the lock, also when several find one whose holder has died', async () => {
  const root = mkdtempSync(join(tmpdir(), 'forge-lock-'))
  try {
    mkdirSync(join(root, 'lock'))
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(join(root, 'lock'), longAgo, longAgo)
    let holders = 0
    let most = 0
    const hold = (): Promise<void> =>
      locked({ root } as SharedPlace, async () => {
        holders += 1
        most = Math.max(most, holders)
        await new Promise((resolve) => setTimeout(resolve, 80))
        holders -= 1
      })
    await Promise.all([hold(), hold(), hold()])
    expect(most).toBe(1)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
